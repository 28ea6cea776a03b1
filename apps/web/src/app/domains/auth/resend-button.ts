import { Component, inject, input, signal } from '@angular/core';
import { Button } from '@signpost/ui/light';
import { countdown, MAIL_SECONDS } from '../../platform/requests/countdown';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';

/**
 * Sends the verification mail again, confirms it below, and is disabled until the mail may have arrived. The mail's
 * link opens in another tab: when the user returns verified, the page notices.
 */
@Component({
  selector: 'app-resend-button',
  imports: [Button],
  template: `
    <button
      spButton
      type="button"
      [icon]="sent() ? 'check' : 'refresh-cw'"
      [busy]="busy()"
      [resting]="pause.left() > 0"
      (click)="send()"
    >
      {{ i18n.t(api.mail() ? 'auth.resend.action' : 'auth.resend.actionNoMail') }}
    </button>
    <p class="small" [class.stop]="!sent()" role="status">
      {{ sent() ? i18n.t(api.mail() ? 'auth.resend.done' : 'auth.resend.doneNoMail') : failure() }}
    </p>
    @if (pause.left(); as seconds) {
      <!-- Outside of the live region: the countdown must not be announced each second. -->
      <p class="small muted num">{{ i18n.tn('shell.resendIn', seconds) }}</p>
    }
  `,
  host: { '(document:visibilitychange)': 'checkVerified()' },
  styles: `
    :host {
      display: grid;
    }
    p:not(:empty) {
      margin-block-start: 4px;
    }
    .stop {
      color: var(--stop);
    }
  `,
})
export class ResendButton {
  /** Null: the signed-in account. */
  readonly email = input<string | null>(null);
  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  protected readonly busy = signal(false);
  protected readonly sent = signal(false);
  protected readonly pause = countdown();
  protected readonly failure = signal('');

  protected checkVerified(): void {
    if (!document.hidden && this.email() === null) void this.session.renew();
  }

  protected async send(): Promise<void> {
    this.busy.set(true);
    this.sent.set(false);
    this.failure.set('');
    try {
      const email = this.email();
      if (email === null) {
        await this.session.renew();
        // The address is verified meanwhile: no mail is needed, and the screen shows that by itself.
        if (this.session.user()?.verified) return;
      }
      await this.api.resend(email ? { email } : {});
      this.sent.set(true);
      this.pause.begin(MAIL_SECONDS);
    } catch (error) {
      this.failure.set(this.problems.text(toProblem(error)));
    } finally {
      this.busy.set(false);
    }
  }
}
