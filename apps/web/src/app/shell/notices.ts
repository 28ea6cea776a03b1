import { Component, computed, inject, OnDestroy, signal } from '@angular/core';
import { Button, Icon, keepFocusFrom } from '@signpost/ui';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { ApiClient } from '../platform/requests/api-client';
import { countdown, MAIL_SECONDS } from '../platform/requests/countdown';
import { I18n } from '../platform/words/i18n';
import { Problems } from '../platform/requests/problem';
import { SessionStore } from '../platform/session';
import { Visits } from '../platform/navigation/visits';

const TICK_MS = 30_000;

/** Notices above every screen: the end of a demo, and an email address that is not verified. */
@Component({
  selector: 'app-notices',
  imports: [Button, Icon],
  template: `
    @if (endsAt(); as end) {
      <div class="notice demo">
        <sp-icon name="timer" />
        <span>{{
          now() < end ? i18n.t('shell.demo.left', { when: i18n.relative(end, now()) }) : i18n.t('shell.demo.over')
        }}</span>
        @if (mayRegister()) {
          <button spButton small [busy]="leaving()" (click)="register()">{{ i18n.t('shell.demo.register') }}</button>
        }
      </div>
    } @else if (unverified(); as email) {
      <div class="notice wait">
        <sp-icon name="mail" />
        <span>{{ i18n.t(mails() ? 'shell.unverified' : 'shell.unverifiedNoMail', { email }) }}</span>
        <button spButton small [busy]="sending()" [resting]="pause.left() > 0" (click)="resend()">
          {{ i18n.t(mails() ? 'shell.resend' : 'shell.renew') }}
        </button>
        @if (pause.left(); as seconds) {
          <span class="small num">{{ i18n.tn('shell.resendIn', seconds) }}</span>
        }
      </div>
    }
  `,
  host: { '(document:visibilitychange)': 'checkVerified()' },
  styles: `
    .notice {
      display: flex;
      align-items: center;
      justify-content: center;
      gap: 8px;
      padding: 6px 16px;
      border-block-end: 1px solid var(--line);
    }
    .demo {
      background: var(--signal-soft);
    }
    .wait {
      background: var(--wait-soft);
      color: var(--wait);
    }
  `,
})
export class Notices implements OnDestroy {
  protected readonly i18n = inject(I18n);
  private readonly session = inject(SessionStore);
  protected readonly mails = this.session.mails;
  private readonly client = inject(ApiClient);
  private readonly visits = inject(Visits);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly now = signal(Date.now());
  protected readonly sending = signal(false);
  protected readonly pause = countdown();
  protected readonly leaving = signal(false);
  protected readonly mayRegister = signal(false);
  private readonly timer: ReturnType<typeof setInterval> | undefined;

  /** End of a demo workspace, Unix milliseconds. */
  protected readonly endsAt = computed(() => {
    const end = this.session.workspace()?.expiresAt;
    return end ? new Date(end).getTime() : null;
  });
  protected readonly unverified = computed(() => {
    const user = this.session.user();
    return user && !user.verified ? user.email : null;
  });

  constructor() {
    keepFocusFrom('app-notices', this.unverified);
    if (this.endsAt() === null) return;
    this.timer = setInterval(() => this.now.set(Date.now()), TICK_MS);
    this.session.providers().then(
      ({ registration }) => this.mayRegister.set(registration === 'open'),
      () => this.mayRegister.set(false),
    );
  }

  ngOnDestroy(): void {
    clearInterval(this.timer);
  }

  /** Leaves the demo for registration: asks first, because Back does not return to it. */
  protected async register(): Promise<void> {
    const sure = await this.confirm.ask({
      heading: this.i18n.t('shell.demo.leave.heading'),
      text: this.i18n.t('shell.demo.leave.text'),
      action: this.i18n.t('shell.demo.register'),
      cancel: this.i18n.t('shell.demo.leave.stay'),
    });
    if (!sure) return;
    this.leaving.set(true);
    try {
      await this.visits.outside('/register');
    } catch (error) {
      this.problems.toast(error);
      this.leaving.set(false);
    }
  }

  /** The link in the mail opens in another tab: the address may be verified when the user returns. */
  protected checkVerified(): void {
    if (!document.hidden && this.unverified()) void this.session.renew();
  }

  protected async resend(): Promise<void> {
    this.sending.set(true);
    try {
      await this.session.renew();
      // The address is verified meanwhile: no mail is needed, and the notice disappears by itself.
      if (!this.unverified()) return;
      await this.client.post('/api/auth/verify/resend');
      this.toasts.done(this.i18n.t(this.mails() ? 'shell.resent' : 'shell.renewed'));
      this.pause.begin(MAIL_SECONDS);
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.sending.set(false);
    }
  }
}
