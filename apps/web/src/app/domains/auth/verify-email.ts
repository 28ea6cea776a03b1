import { Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { VerificationInspected } from '@signpost/contracts';
import { Button } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';
import { Decision, MailQuestion, Outcome } from './mail-question';
import { ResendButton } from './resend-button';

/** Where the link of the verification mail leads. */
@Component({
  selector: 'app-verify-email',
  imports: [AuthNotice, Button, MailQuestion, ResendButton, RouterLink],
  template: `
    <app-mail-question #question words="auth.verify" [text]="text()" [inspect]="inspect" [answer]="answer">
      <ng-template>
        @switch (question.state()) {
          @case ('done') {
            <app-auth-notice
              icon="circle-check"
              tone="go"
              [heading]="i18n.t('auth.verify.doneHeading')"
              [text]="i18n.t('auth.verify.doneText')"
            >
              <a spButton variant="primary" [routerLink]="session.user() ? '/' : '/login'">{{
                i18n.t(session.user() ? 'auth.continue' : 'auth.login.submit')
              }}</a>
            </app-auth-notice>
          }
          @case ('rejected') {
            <app-auth-notice
              icon="circle-check"
              [heading]="i18n.t('auth.verify.rejectedHeading')"
              [text]="i18n.t('auth.verify.rejectedText')"
            />
          }
          @case ('spent') {
            <app-auth-notice
              icon="circle-alert"
              tone="stop"
              [heading]="i18n.t('auth.verify.spentHeading')"
              [text]="
                i18n.t(
                  session.user()
                    ? verified()
                      ? 'auth.verify.alreadyText'
                      : 'auth.verify.spentSignedInText'
                    : 'auth.verify.spentText'
                )
              "
            >
              @if (session.user() && !verified()) {
                <app-resend-button />
              }
              <a
                spButton
                [variant]="session.user() && !verified() ? 'quiet' : 'primary'"
                [routerLink]="session.user() ? '/' : '/login'"
                >{{ i18n.t(session.user() ? 'auth.continue' : 'auth.login.submit') }}</a
              >
            </app-auth-notice>
          }
        }
      </ng-template>
    </app-mail-question>
  `,
})
export class VerifyEmail {
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(AuthApi);
  private readonly account = signal<VerificationInspected | null>(null);
  protected readonly verified = computed(() => this.session.user()?.verified ?? false);
  /** The question; empty until the server has said whose address it is about. */
  protected readonly text = computed(() => {
    const account = this.account();
    if (account === null) return '';
    const date = this.i18n.dateTime(account.createdAt);
    return this.i18n.t('auth.verify.askText', { email: account.email, host: location.host, date });
  });

  protected readonly inspect = async (): Promise<void> => {
    this.account.set(await this.api.inspectVerification({ token: this.token() ?? '' }));
  };

  protected readonly answer = async (decision: Decision): Promise<Outcome> => {
    const token = this.token() ?? '';
    await this.api.verify(decision === 'reject' ? { token, reject: true } : { token });
    await this.session.load();
    return decision === 'reject' ? 'rejected' : 'done';
  };
}
