import { booleanAttribute, Component, computed, inject, input } from '@angular/core';
import { I18n } from '../../platform/words/i18n';
import { AuthApi } from './auth-api';
import { ProviderMark } from './provider-mark';
import { providerUrl } from './provider-url';

/** Buttons to sign in with the configured external providers; empty without any. */
@Component({
  selector: 'app-provider-buttons',
  imports: [ProviderMark],
  template: `
    @if (first()) {
      @if (ways()?.oidc; as company) {
        <a class="company" [href]="providerUrl('oidc', returnTo())">
          {{ i18n.t('auth.with', { provider: company.name }) }}
        </a>
      }
    } @else if (any()) {
      <p class="or">
        <span>{{ i18n.t('auth.or') }}</span>
      </p>
      <div class="buttons">
        @if (ways()?.google) {
          <a [href]="providerUrl('google', returnTo())">
            <app-provider-mark provider="google" />
            {{ i18n.t('auth.with', { provider: 'Google' }) }}
          </a>
        }
        @if (ways()?.microsoft) {
          <a [href]="providerUrl('microsoft', returnTo())">
            <app-provider-mark provider="microsoft" />
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
      font-size: 0.75rem;
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
    .company {
      border-color: transparent;
      background: var(--signal);
      color: var(--on-signal);
    }
    a:not(.company):hover {
      background: var(--surface-2);
    }
  `,
})
export class ProviderButtons {
  /** Path to open afterwards; `/` by default. */
  readonly returnTo = input<string | undefined>(undefined);
  /** Whether this is the company's own button, which is shown before all others. */
  readonly first = input(false, { transform: booleanAttribute });
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  protected readonly ways = this.api.ways;
  protected readonly any = computed(() => Boolean(this.ways()?.google || this.ways()?.microsoft));

  protected readonly providerUrl = providerUrl;
}
