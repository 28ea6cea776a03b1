import { Component, computed, inject, input } from '@angular/core';
import { I18n } from '../../platform/i18n';
import { rememberReturn } from '../../platform/return-to';
import { AuthApi } from './auth-api';

/** Sign in with an outside provider, where the instance has one; nothing otherwise. */
@Component({
  selector: 'app-provider-buttons',
  template: `
    @if (any()) {
      <p class="or">
        <span>{{ i18n.t('auth.or') }}</span>
      </p>
      <div class="buttons">
        @if (ways()?.google) {
          <a href="/api/auth/google" (click)="remember()">
            <svg viewBox="0 0 18 18" width="16" height="16" aria-hidden="true">
              <path
                fill="#4285F4"
                d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62Z"
              />
              <path
                fill="#34A853"
                d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18Z"
              />
              <path fill="#FBBC05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33Z" />
              <path
                fill="#EA4335"
                d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58Z"
              />
            </svg>
            {{ i18n.t('auth.with', { provider: 'Google' }) }}
          </a>
        }
        @if (ways()?.microsoft) {
          <a href="/api/auth/microsoft" (click)="remember()">
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path fill="#F25022" d="M0 0h7.5v7.5H0z" />
              <path fill="#7FBA00" d="M8.5 0H16v7.5H8.5z" />
              <path fill="#00A4EF" d="M0 8.5h7.5V16H0z" />
              <path fill="#FFB900" d="M8.5 8.5H16V16H8.5z" />
            </svg>
            {{ i18n.t('auth.with', { provider: 'Microsoft' }) }}
          </a>
        }
      </div>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 16px;
    }
    :host:empty {
      display: none;
    }
    .or {
      display: flex;
      align-items: center;
      gap: 12px;
      color: var(--ink-2);
      font-size: 12px;
    }
    .or::before,
    .or::after {
      content: '';
      flex: 1;
      border-block-start: 1px solid var(--line);
    }
    .buttons {
      display: grid;
      gap: 8px;
    }
    a {
      display: flex;
      align-items: center;
      justify-content: center;
      gap: 8px;
      min-block-size: var(--control);
      border: 1px solid var(--line);
      border-radius: var(--r-control);
      background: var(--surface);
      font-weight: 550;
      text-decoration: none;
    }
    a:hover {
      background: var(--surface-2);
    }
  `,
})
export class ProviderButtons {
  /** Where to go afterwards: the provider sends people back to the start. */
  readonly returnTo = input<string | undefined>(undefined);
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  protected readonly ways = computed(() => (this.api.providers.hasValue() ? this.api.providers.value() : null));
  protected readonly any = computed(() => Boolean(this.ways()?.google || this.ways()?.microsoft));

  protected remember(): void {
    rememberReturn(this.returnTo());
  }
}
