import { Component, computed, inject, input, viewChild } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { Button, Field, FormModel, Input } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { returnTo, SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { refusalText } from './refusal-text';
import { TurnstileBox } from './turnstile-box';

/** Sign in with address and password or an outside provider; afterwards the page that was asked for. */
@Component({
  selector: 'app-login',
  imports: [Button, Field, FormFailure, Input, PasswordField, ProviderButtons, RouterLink, TurnstileBox],
  template: `
    <form class="stack" (submit)="$event.preventDefault(); submit()">
      <h1>{{ i18n.t('auth.login.heading') }}</h1>
      <app-form-failure [text]="form.failure() ?? refusal()" />
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
        [label]="i18n.t('auth.password')"
        [error]="form.error('password')"
        [(value)]="form.f.password"
      >
        <a fieldAside class="forgot small" routerLink="/forgot-password" (click)="api.address.set(form.f.email())">{{
          i18n.t('auth.login.forgot')
        }}</a>
      </app-password-field>
      @if (siteKey(); as key) {
        <app-turnstile-box [siteKey]="key" [(token)]="form.f.turnstileToken" />
      }
      <button spButton variant="primary" type="submit" [busy]="form.busy()">{{ i18n.t('auth.login.submit') }}</button>
    </form>
    <app-provider-buttons [returnTo]="returnTo()" />
    @switch (ways()?.registration) {
      @case ('open') {
        <p class="foot">
          {{ i18n.t('auth.login.newHere') }}
          <a
            routerLink="/register"
            [queryParams]="{ returnTo: returnTo() }"
            (click)="api.address.set(form.f.email())"
            >{{ i18n.t('auth.login.register') }}</a
          >
        </p>
      }
      @case ('invite') {
        <p class="foot">{{ i18n.t('auth.login.byInvitation') }}</p>
      }
    }
  `,
  styleUrl: './auth-form.css',
})
export class Login {
  /** Where to go afterwards, from the address. */
  readonly returnTo = input<string>();
  /** Why an outside provider did not sign somebody in, from the address. */
  readonly error = input<string>();

  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({
    email: this.api.address(),
    password: '',
    turnstileToken: null as string | null,
  });
  private readonly check = viewChild(TurnstileBox);
  protected readonly ways = this.api.ways;
  protected readonly siteKey = this.api.siteKey;
  protected readonly refusal = computed(() => {
    const code = this.error();
    if (!code || this.form.dirty()) return null;
    return refusalText(code, this.i18n);
  });

  protected async submit(): Promise<void> {
    if (this.form.busy()) return;
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      const { turnstileToken, ...given } = this.form.value();
      await firstValueFrom(this.api.login(turnstileToken ? { ...given, turnstileToken } : given));
      await this.session.load();
      await this.router.navigateByUrl(returnTo(this.returnTo() ?? null));
    } catch (error) {
      this.problems.intoForm(error, this.form);
      this.check()?.reset();
    } finally {
      this.form.busy.set(false);
    }
  }
}
