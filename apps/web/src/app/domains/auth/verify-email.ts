import { Component, computed, inject, input, OnInit, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, Failed, Skeleton } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';
import { ResendButton } from './resend-button';

type State = 'checking' | 'done' | 'spent' | 'failed';

/** Where the link of the verification mail leads. */
@Component({
  selector: 'app-verify-email',
  imports: [AuthNotice, Button, Failed, ResendButton, RouterLink, Skeleton],
  template: `
    @switch (state()) {
      @case ('checking') {
        <h1 class="sr-only">{{ i18n.t('auth.verify.title') }}</h1>
        <sp-skeleton [count]="3" />
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
        <sp-failed [text]="failure()" (retry)="verify()" />
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
  protected readonly state = signal<State>('checking');
  protected readonly failure = signal('');
  protected readonly verified = computed(() => this.session.user()?.verified ?? false);

  ngOnInit(): void {
    void this.verify();
  }

  protected async verify(): Promise<void> {
    this.state.set('checking');
    try {
      await firstValueFrom(this.api.verify({ token: this.token() ?? '' }));
      await this.session.load();
      this.state.set('done');
    } catch (error) {
      const problem = toProblem(error);
      // A malformed token is as spent as a used one.
      const spent = problem.code === 'token_invalid' || problem.status === 422;
      this.failure.set(this.problems.text(problem));
      this.state.set(spent ? 'spent' : 'failed');
    }
  }
}
