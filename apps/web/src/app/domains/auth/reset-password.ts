import { Component, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, FormModel } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';
import { toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthForm } from './auth-form';
import { AuthNotice } from './auth-notice';
import { PasswordField } from './password-field';

/** The page of the reset mail's link: sets a new password, which ends every session. */
@Component({
  selector: 'app-reset-password',
  imports: [AuthForm, AuthNotice, Button, PasswordField, RouterLink],
  template: `
    @switch (state()) {
      @case ('asking') {
        <app-auth-form
          [model]="form"
          [heading]="i18n.t('auth.reset.heading')"
          [text]="i18n.t('auth.reset.text')"
          [action]="i18n.t('auth.reset.submit')"
          [send]="setPassword"
        >
          <app-password-field
            validated
            [label]="i18n.t('auth.newPassword')"
            [email]="api.address()"
            [error]="form.error('password')"
            [(value)]="form.f.password"
          />
        </app-auth-form>
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
  styleUrl: './auth-screen.css',
})
export class ResetPassword {
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  protected readonly form = new FormModel({ password: '' });
  protected readonly state = signal<'asking' | 'done' | 'spent'>('asking');

  protected readonly setPassword = async (): Promise<void> => {
    try {
      await this.api.reset({ token: this.token() ?? '', ...this.form.value() });
      // Every session has ended, including this one.
      this.session.forget();
      this.state.set('done');
    } catch (error) {
      const { code, errors } = toProblem(error);
      if (code !== 'token_invalid' && !errors.some(({ field }) => field === 'token')) throw error;
      this.state.set('spent');
    }
  };
}
