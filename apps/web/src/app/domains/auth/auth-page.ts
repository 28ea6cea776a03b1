import { afterEveryRender, Component, effect, inject, untracked } from '@angular/core';
import { Router, RouterLink, RouterOutlet } from '@angular/router';
import { Icon, Logo } from '@signpost/ui/light';
import { Connection } from '../../platform/requests/connection';
import { I18n, LANGUAGE_NAMES, LANGUAGES } from '../../platform/words/i18n';
import { LazyLoader } from '../../platform/navigation/lazy-loader';
import { returnTo, SessionStore } from '../../platform/session';

/** The frame of the screens before signing in: logo, one card, language. */
@Component({
  selector: 'app-auth-page',
  imports: [Icon, Logo, RouterLink, RouterOutlet],
  template: `
    @if (connection.isUnavailable()) {
      <p class="unavailable" role="status"><sp-icon name="wifi-off" />{{ i18n.t(connection.notice()) }}</p>
    }
    <main>
      <p class="brand">
        <a routerLink="/"><sp-logo [size]="28" /> Signpost</a>
      </p>
      <div class="card"><router-outlet /></div>
      <p class="languages">
        @for (language of languages; track language) {
          <button
            type="button"
            [attr.lang]="language"
            [attr.aria-pressed]="i18n.language() === language"
            (click)="loader.switchLanguage(language)"
          >
            {{ languageNames[language] }}
          </button>
        }
      </p>
    </main>
  `,
  host: { '(focusin)': 'remember($event)' },
  styles: `
    .unavailable {
      display: flex;
      justify-content: center;
      gap: 8px;
      padding: 8px 16px;
      background: var(--wait-soft);
      color: var(--wait);
      font-weight: 550;
    }
    .unavailable sp-icon {
      margin-block-start: 2px;
    }
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
      font-size: 1.25rem;
      line-height: 1.75rem;
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
      font-size: 0.75rem;
    }
    .languages button[aria-pressed='true'] {
      color: var(--ink);
      text-decoration: underline 2px;
      text-underline-offset: 4px;
    }
  `,
})
export class AuthPage {
  protected readonly i18n = inject(I18n);
  protected readonly loader = inject(LazyLoader);
  protected readonly languages = LANGUAGES;
  protected readonly languageNames = LANGUAGE_NAMES;
  protected readonly connection = inject(Connection);
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  /** The element focused last. */
  private place: Element | null = null;

  constructor() {
    afterEveryRender(() => this.keepPlace());
    effect(() => {
      if (this.connection.recovered() > 0) untracked(() => void this.continueIfSignedIn());
    });
  }

  /** Whether anything on this page has had the focus. */
  wasUsed(): boolean {
    return this.place !== null;
  }

  protected remember({ target }: FocusEvent): void {
    this.place = target instanceof Element ? target : null;
  }

  /**
   * When a form is replaced by its result, or a skeleton by its content, the focus moves to the new heading, which also
   * has it read out. Where nothing had the focus, as after loading the page, it is unchanged.
   */
  private keepPlace(): void {
    if (!this.place || this.place.isConnected || document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }

  /**
   * While the server was unavailable, the session was unknown: a user who is signed in continues to the requested page.
   */
  private async continueIfSignedIn(): Promise<void> {
    const url = this.router.parseUrl(this.router.url);
    if (url.root.children['primary']?.segments[0]?.path !== 'login') return;
    await this.session.load();
    if (this.session.user()) await this.router.navigateByUrl(returnTo(url.queryParamMap.get('returnTo')));
  }
}
