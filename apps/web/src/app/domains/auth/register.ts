import { Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, Failed, FormModel, Skeleton } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';
import { AuthApi } from './auth-api';
import { AuthForm, PersonCheck } from './auth-form';
import { AuthNotice } from './auth-notice';
import { EmailField } from './email-field';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { ResendButton } from './resend-button';

/** Creates an account where registration is open; otherwise links to signing in. */
@Component({
  selector: 'app-register',
  imports: [
    AuthForm,
    AuthNotice,
    Button,
    EmailField,
    Failed,
    PasswordField,
    ProviderButtons,
    ResendButton,
    RouterLink,
    Skeleton,
  ],
  template: `
    @if (sentTo(); as address) {
      <app-auth-notice
        icon="mail"
        tone="signal"
        [heading]="i18n.t(api.mail() ? 'auth.register.sentHeading' : 'auth.noMailHeading')"
        [text]="i18n.t(api.mail() ? 'auth.register.sentText' : 'auth.register.noMailSent', { email: address })"
      >
        <app-resend-button [email]="address" />
        <a spButton variant="quiet" routerLink="/login" [queryParams]="{ returnTo: returnTo() }">{{
          i18n.t('auth.toLogin')
        }}</a>
      </app-auth-notice>
    } @else if (registration() === 'open') {
      <app-auth-form
        forPeople
        [model]="form"
        [heading]="i18n.t('auth.register.heading')"
        [text]="api.mail() ? null : i18n.t('auth.register.noMail')"
        [action]="i18n.t('auth.register.submit')"
        [send]="register"
      >
        <app-email-field [error]="form.error('email')" [(value)]="form.f.email" />
        <app-password-field
          validated
          [label]="i18n.t('auth.password')"
          [email]="form.f.email()"
          [error]="form.error('password')"
          [(value)]="form.f.password"
        />
      </app-auth-form>
      <app-provider-buttons [returnTo]="returnTo()" />
      <p class="foot">
        {{ i18n.t('auth.register.known') }}
        <a routerLink="/login" [queryParams]="{ returnTo: returnTo() }">{{ i18n.t('auth.login.submit') }}</a>
      </p>
    } @else if (registration()) {
      <app-auth-notice
        icon="lock"
        [heading]="i18n.t('auth.register.' + registration() + 'Heading')"
        [text]="i18n.t('auth.register.' + registration() + 'Text')"
      >
        <a spButton routerLink="/login">{{ i18n.t('auth.toLogin') }}</a>
      </app-auth-notice>
    } @else if (api.providers.error()) {
      <sp-failed (retry)="api.providers.reload()" />
    } @else {
      <sp-skeleton shape="row" [count]="3" />
    }
  `,
  styleUrl: './auth-screen.css',
})
export class Register {
  readonly returnTo = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  protected readonly form = new FormModel({ email: this.api.address(), password: '' });
  protected readonly sentTo = signal<string | null>(null);
  protected readonly registration = computed(() => this.api.ways()?.registration ?? null);

  protected readonly register = async (check: PersonCheck): Promise<void> => {
    const account = this.form.value();
    await this.api.register({ ...account, ...check });
    this.api.address.set(account.email);
    this.sentTo.set(account.email);
  };
}
