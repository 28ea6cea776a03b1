import { Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { EmailChangeInspected } from '@signpost/contracts';
import { Button } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';
import { Decision, MailQuestion, MailState, Outcome } from './mail-question';

/** The page of both mails about a change of address. */
@Component({
  selector: 'app-change-email',
  imports: [AuthNotice, Button, MailQuestion, RouterLink],
  template: `
    <app-mail-question
      #question
      words="auth.changeEmail"
      [text]="i18n.t('auth.changeEmail.' + (isOld() ? 'askOldText' : 'askNewText'), facts())"
      [inspect]="inspect"
      [answer]="answer"
    >
      <ng-template>
        @let spent = question.state() === 'spent';
        @let ending = texts(question.state());
        <app-auth-notice
          [icon]="spent ? 'circle-alert' : 'circle-check'"
          [tone]="spent ? 'stop' : 'go'"
          [heading]="i18n.t('auth.changeEmail.' + ending.heading)"
          [text]="i18n.t('auth.changeEmail.' + ending.text, facts())"
        >
          <a spButton variant="primary" [routerLink]="session.user() ? '/account' : '/login'">{{
            i18n.t(session.user() ? 'auth.changeEmail.account' : 'auth.login.submit')
          }}</a>
        </app-auth-notice>
      </ng-template>
    </app-mail-question>
  `,
})
export class ChangeEmail {
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(AuthApi);
  private readonly change = signal<EmailChangeInspected | null>(null);
  protected readonly isOld = computed(() => this.change()?.side === 'old');
  protected readonly facts = computed(() => {
    const { from = '', to = '' } = this.change() ?? {};
    return { from, to, host: location.host };
  });

  protected readonly inspect = async (): Promise<void> => {
    this.change.set(await this.api.inspectEmailChange({ token: this.token() ?? '' }));
  };

  protected readonly answer = async (decision: Decision): Promise<Outcome> => {
    const token = this.token() ?? '';
    const reject = decision === 'reject';
    const { changed } = await this.api.answerEmailChange(reject ? { token, reject } : { token });
    if (changed) await this.session.load();
    return reject ? 'rejected' : changed ? 'done' : 'waiting';
  };

  /** The texts of the result. */
  protected texts(state: MailState): { heading: string; text: string } {
    const ofSide = (old: string, other: string) => (this.isOld() ? old : other);
    switch (state) {
      case 'waiting':
        return { heading: 'waitHeading', text: ofSide('waitOldText', 'waitNewText') };
      case 'rejected':
        return { heading: 'rejectedHeading', text: ofSide('rejectedOldText', 'rejectedText') };
      case 'done':
        return { heading: 'doneHeading', text: 'doneText' };
      default:
        return { heading: 'spentHeading', text: 'spentText' };
    }
  }
}
