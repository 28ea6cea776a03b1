import { Component, inject } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
import { Logo } from '@signpost/ui';
import { I18n } from '../../platform/i18n';
import { Theme } from '../../platform/theme';

/** The frame of the screens before signing in: the mark, one card, the language. */
@Component({
  selector: 'app-auth-page',
  imports: [Logo, RouterLink, RouterOutlet],
  template: `
    <main>
      <p class="brand">
        <a routerLink="/"><sp-logo [size]="28" /> Signpost</a>
      </p>
      <div class="card"><router-outlet /></div>
      <p class="languages">
        <button type="button" lang="en" [attr.aria-pressed]="i18n.locale() === 'en'" (click)="i18n.switchTo('en')">
          English
        </button>
        <button type="button" lang="de" [attr.aria-pressed]="i18n.locale() === 'de'" (click)="i18n.switchTo('de')">
          Deutsch
        </button>
      </p>
    </main>
  `,
  styles: `
    main {
      display: grid;
      justify-items: center;
      align-content: start;
      gap: 24px;
      min-block-size: 100dvh;
      padding: clamp(24px, 12vh, 120px) 16px 32px;
    }
    .brand a {
      display: flex;
      align-items: center;
      gap: 10px;
      font-size: 20px;
      line-height: 28px;
      font-weight: 650;
      letter-spacing: -0.01em;
      text-decoration: none;
    }
    .card {
      inline-size: min(400px, 100%);
      padding: 24px;
    }
    .languages {
      display: flex;
      gap: 4px;
    }
    .languages button {
      min-block-size: 28px;
      padding-inline: 8px;
      border-radius: var(--r-control);
      color: var(--ink-2);
      font-size: 12px;
    }
    .languages button[aria-pressed='true'] {
      color: var(--ink);
      text-decoration: underline 2px var(--signal);
      text-underline-offset: 4px;
    }
  `,
})
export class AuthPage {
  protected readonly i18n = inject(I18n);
  /** Applies the remembered theme here too. */
  protected readonly theme = inject(Theme);
}
