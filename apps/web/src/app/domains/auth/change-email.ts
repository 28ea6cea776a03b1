import { Component, computed, inject, input, OnInit, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { EmailChangeInspected } from '@signpost/contracts';
import { Button, Failed, Skeleton } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';

type State = 'checking' | 'asking' | 'waiting' | 'done' | 'rejected' | 'spent' | 'failed';

/**
 * The page of both mails about a change of address. Opening it changes nothing, because mail scanners open links too.
 */
@Component({
  selector: 'app-change-email',
  imports: [AuthNotice, Button, Failed, FormFailure, RouterLink, Skeleton],
  template: `
    @switch (state()) {
      @case ('checking') {
        <h1 class="sr-only">{{ i18n.t('auth.changeEmail.title') }}</h1>
        <sp-skeleton [count]="3" />
      }
      @case ('failed') {
        <sp-failed [text]="failure()" (retry)="inspect()" />
      }
      @case ('asking') {
        <app-auth-notice
          icon="mail"
          tone="signal"
          [heading]="i18n.t('auth.changeEmail.askHeading')"
          [text]="i18n.t('auth.changeEmail.' + (isOld() ? 'askOldText' : 'askNewText'), facts())"
        >
          <app-form-failure [text]="failure()" />
          <button spButton variant="primary" type="button" [busy]="busy() === 'confirm'" (click)="answer('confirm')">
            {{ i18n.t('auth.changeEmail.confirm') }}
          </button>
          <button spButton variant="danger" type="button" [busy]="busy() === 'reject'" (click)="answer('reject')">
            {{ i18n.t('auth.changeEmail.reject') }}
          </button>
        </app-auth-notice>
      }
      @default {
        <app-auth-notice
          [icon]="state() === 'spent' ? 'circle-alert' : 'circle-check'"
          [tone]="state() === 'spent' ? 'stop' : 'go'"
          [heading]="i18n.t('auth.changeEmail.' + ending().heading)"
          [text]="i18n.t('auth.changeEmail.' + ending().text, facts())"
        >
          <a spButton variant="primary" [routerLink]="session.user() ? '/account' : '/login'">{{
            i18n.t(session.user() ? 'auth.changeEmail.account' : 'auth.login.submit')
          }}</a>
        </app-auth-notice>
      }
    }
  `,
  styleUrl: './auth-screen.css',
})
export class ChangeEmail implements OnInit {
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(AuthApi);
  private readonly problems = inject(Problems);
  protected readonly state = signal<State>('checking');
  private readonly change = signal<EmailChangeInspected | null>(null);
  protected readonly busy = signal<'confirm' | 'reject' | null>(null);
  protected readonly failure = signal('');
  protected readonly isOld = computed(() => this.change()?.side === 'old');
  protected readonly facts = computed(() => {
    const { from = '', to = '' } = this.change() ?? {};
    return { from, to, host: location.host };
  });
  /** The texts of the result. */
  protected readonly ending = computed(() => {
    const ofSide = (old: string, other: string) => (this.isOld() ? old : other);
    switch (this.state()) {
      case 'waiting':
        return { heading: 'waitHeading', text: ofSide('waitOldText', 'waitNewText') };
      case 'rejected':
        return { heading: 'rejectedHeading', text: ofSide('rejectedOldText', 'rejectedText') };
      case 'done':
        return { heading: 'doneHeading', text: 'doneText' };
      default:
        return { heading: 'spentHeading', text: 'spentText' };
    }
  });

  ngOnInit(): void {
    void this.inspect();
  }

  protected async inspect(): Promise<void> {
    this.state.set('checking');
    try {
      this.change.set(await firstValueFrom(this.api.inspectEmailChange({ token: this.token() ?? '' })));
      this.state.set('asking');
    } catch (error) {
      this.refuse(error, 'failed');
    }
  }

  protected async answer(decision: 'confirm' | 'reject'): Promise<void> {
    if (this.busy()) return;
    this.busy.set(decision);
    this.failure.set('');
    try {
      const token = this.token() ?? '';
      const reject = decision === 'reject';
      const { changed } = await firstValueFrom(this.api.answerEmailChange(reject ? { token, reject } : { token }));
      if (changed) await this.session.load();
      this.state.set(reject ? 'rejected' : changed ? 'done' : 'waiting');
    } catch (error) {
      this.refuse(error, 'asking');
    } finally {
      this.busy.set(null);
    }
  }

  private refuse(error: unknown, otherwise: State): void {
    const problem = toProblem(error);
    // A malformed token is shown like a used one.
    const spent = problem.code === 'token_invalid' || problem.status === 422;
    this.failure.set(this.problems.text(problem));
    this.state.set(spent ? 'spent' : otherwise);
  }
}
