import { Component, computed, inject, input, signal, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, Failed, Field, FormModel, Input, Skeleton } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { ResendButton } from './resend-button';
import { TurnstileBox } from './turnstile-box';

/** A new account where registration is open; where it is not, the way in. */
@Component({
  selector: 'app-register',
  imports: [
    AuthNotice,
    Button,
    Failed,
    Field,
    FormFailure,
    Input,
    PasswordField,
    ProviderButtons,
    ResendButton,
    RouterLink,
    Skeleton,
    TurnstileBox,
  ],
  template: `
    @if (sentTo(); as address) {
      <app-auth-notice
        icon="mail"
        tone="signal"
        [heading]="i18n.t('auth.register.sentHeading')"
        [text]="i18n.t('auth.register.sentText', { email: address })"
      >
        <app-resend-button [email]="address" />
        <a spButton variant="quiet" routerLink="/login" [queryParams]="{ returnTo: returnTo() }">{{
          i18n.t('auth.toLogin')
        }}</a>
      </app-auth-notice>
    } @else if (registration() === 'open') {
      <form class="stack" (submit)="$event.preventDefault(); submit()">
        <h1>{{ i18n.t('auth.register.heading') }}</h1>
        <app-form-failure [text]="form.failure()" />
        <sp-field [label]="i18n.t('auth.email')" [error]="form.error('email')">
          <input
            spInput
            type="email"
            name="email"
            autocomplete="username"
            autocapitalize="none"
            required
            [(value)]="form.f.email"
          />
        </sp-field>
        <app-password-field
          judged
          [label]="i18n.t('auth.password')"
          [email]="form.f.email()"
          [error]="form.error('password')"
          [(value)]="form.f.password"
        />
        @if (siteKey(); as key) {
          <app-turnstile-box [siteKey]="key" [(token)]="form.f.turnstileToken" />
        }
        <button spButton variant="primary" type="submit" [busy]="form.busy()">
          {{ i18n.t('auth.register.submit') }}
        </button>
      </form>
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
  styleUrl: './auth-form.css',
})
export class Register {
  readonly returnTo = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({
    email: this.api.address(),
    password: '',
    turnstileToken: null as string | null,
  });
  protected readonly sentTo = signal<string | null>(null);
  private readonly password = viewChild(PasswordField);
  private readonly check = viewChild(TurnstileBox);
  protected readonly registration = computed(() => this.api.ways()?.registration ?? null);
  protected readonly siteKey = this.api.siteKey;

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
      const { turnstileToken, ...account } = this.form.value();
      await firstValueFrom(this.api.register(turnstileToken ? { ...account, turnstileToken } : account));
      this.api.address.set(account.email);
      this.sentTo.set(account.email);
    } catch (error) {
      this.problems.intoForm(error, this.form);
      this.check()?.reset();
    } finally {
      this.form.busy.set(false);
    }
  }
}
