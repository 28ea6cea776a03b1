import { Component, computed, inject, input, OnInit, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { VerificationInspected } from '@signpost/contracts';
import { Button, Failed, Skeleton } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';
import { ResendButton } from './resend-button';

type State = 'checking' | 'asking' | 'done' | 'rejected' | 'spent' | 'failed';

/** Where the link of the verification mail leads. Nothing happens by opening it: mail scanners do that too. */
@Component({
  selector: 'app-verify-email',
  imports: [AuthNotice, Button, Failed, FormFailure, ResendButton, RouterLink, Skeleton],
  template: `
    @switch (state()) {
      @case ('checking') {
        <h1 class="sr-only">{{ i18n.t('auth.verify.title') }}</h1>
        <sp-skeleton [count]="3" />
      }
      @case ('asking') {
        <app-auth-notice
          icon="mail"
          tone="signal"
          [heading]="i18n.t('auth.verify.askHeading')"
          [text]="i18n.t('auth.verify.askText', { email: account()?.email ?? '', host, date: madeAt() })"
        >
          <app-form-failure [text]="failure()" />
          <button spButton variant="primary" type="button" [busy]="busy() === 'confirm'" (click)="answer('confirm')">
            {{ i18n.t('auth.verify.confirm') }}
          </button>
          <button spButton variant="danger" type="button" [busy]="busy() === 'reject'" (click)="answer('reject')">
            {{ i18n.t('auth.verify.reject') }}
          </button>
        </app-auth-notice>
      }
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
      @case ('failed') {
        <sp-failed [text]="failure()" (retry)="inspect()" />
      }
    }
  `,
  styleUrl: './auth-screen.css',
})
export class VerifyEmail implements OnInit {
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(AuthApi);
  private readonly problems = inject(Problems);
  protected readonly host = location.host;
  protected readonly state = signal<State>('checking');
  protected readonly account = signal<VerificationInspected | null>(null);
  protected readonly busy = signal<'confirm' | 'reject' | null>(null);
  protected readonly failure = signal('');
  protected readonly verified = computed(() => this.session.user()?.verified ?? false);
  protected readonly madeAt = computed(() => this.i18n.dateTime(this.account()?.createdAt ?? ''));

  ngOnInit(): void {
    void this.inspect();
  }

  protected async inspect(): Promise<void> {
    this.state.set('checking');
    try {
      this.account.set(await firstValueFrom(this.api.inspectVerification({ token: this.token() ?? '' })));
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
      await firstValueFrom(this.api.verify(decision === 'reject' ? { token, reject: true } : { token }));
      await this.session.load();
      this.state.set(decision === 'reject' ? 'rejected' : 'done');
    } catch (error) {
      this.refuse(error, 'asking');
    } finally {
      this.busy.set(null);
    }
  }

  private refuse(error: unknown, otherwise: State): void {
    const problem = toProblem(error);
    // A malformed token is as spent as a used one.
    const spent = problem.code === 'token_invalid' || problem.status === 422;
    this.failure.set(this.problems.text(problem));
    this.state.set(spent ? 'spent' : otherwise);
  }
}
