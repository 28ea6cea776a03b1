import { Component, inject } from '@angular/core';
import { I18n } from '../../platform/words/i18n';
import { SessionStore } from '../../platform/session';
import { AuthNotice } from '../auth/auth-notice';
import { ResendButton } from '../auth/resend-button';

/** An account cannot create a workspace before its email address is verified: says so, and sends the mail again. */
@Component({
  selector: 'app-verify-first',
  imports: [AuthNotice, ResendButton],
  template: `
    <app-auth-notice
      icon="mail"
      tone="signal"
      [heading]="i18n.t('workspaces.verifyHeading')"
      [text]="
        i18n.t(mails() ? 'workspaces.verifyText' : 'workspaces.verifyTextNoMail', {
          email: session.user()?.email ?? '',
        })
      "
    >
      <app-resend-button />
    </app-auth-notice>
  `,
})
export class VerifyFirst {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly mails = this.session.mails;
}
