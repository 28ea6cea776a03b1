import { Component, inject, input, signal, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, FormModel } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';
import { PasswordField } from './password-field';

/** Where the link of the reset mail leads: a new password, which ends every session. */
@Component({
  selector: 'app-reset-password',
  imports: [AuthNotice, Button, FormFailure, PasswordField, RouterLink],
  template: `
    @switch (state()) {
      @case ('asking') {
        <form class="stack" (submit)="$event.preventDefault(); submit()">
          <div class="stack tight">
            <h1>{{ i18n.t('auth.reset.heading') }}</h1>
            <p class="muted">{{ i18n.t('auth.reset.text') }}</p>
          </div>
          <app-form-failure [text]="form.failure()" />
          <app-password-field
            judged
            [label]="i18n.t('auth.newPassword')"
            [email]="api.address()"
            [error]="form.error('password')"
            [(value)]="form.f.password"
          />
          <button spButton variant="primary" type="submit" [busy]="form.busy()">
            {{ i18n.t('auth.reset.submit') }}
          </button>
        </form>
      }
      @case ('done') {
        <app-auth-notice
          icon="circle-check"
          tone="go"
          [heading]="i18n.t('auth.reset.doneHeading')"
          [text]="i18n.t('auth.reset.doneText')"
        >
          <a spButton variant="primary" routerLink="/login">{{ i18n.t('auth.login.submit') }}</a>
        </app-auth-notice>
      }
      @case ('spent') {
        <app-auth-notice
          icon="circle-alert"
          tone="stop"
          [heading]="i18n.t('auth.reset.spentHeading')"
          [text]="i18n.t('auth.reset.spentText')"
        >
          <a spButton variant="primary" routerLink="/forgot-password">{{ i18n.t('auth.reset.again') }}</a>
        </app-auth-notice>
      }
    }
  `,
  styleUrl: './auth-form.css',
})
export class ResetPassword {
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({ password: '' });
  protected readonly state = signal<'asking' | 'done' | 'spent'>('asking');
  private readonly password = viewChild(PasswordField);

  protected async submit(): Promise<void> {
    if (this.form.busy()) return;
    const weak = this.password()?.refusal();
    if (weak) {
      this.form.fail({ password: weak });
      return;
    }
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      await firstValueFrom(this.api.reset({ token: this.token() ?? '', password: this.form.f.password() }));
      // Every session has ended, ours too.
      this.session.forget();
      this.state.set('done');
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'token_invalid' || problem.fields['token']) this.state.set('spent');
      else this.problems.intoForm(error, this.form);
    } finally {
      this.form.busy.set(false);
    }
  }
}
