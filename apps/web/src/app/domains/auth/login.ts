import { Component, computed, inject, input } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { FormModel } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { returnTo, SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthForm, PersonCheck } from './auth-form';
import { EmailField } from './email-field';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { refusalText } from './refusal-text';

/** Sign in with address and password or an outside provider; afterwards the page that was asked for. */
@Component({
  selector: 'app-login',
  imports: [AuthForm, EmailField, PasswordField, ProviderButtons, RouterLink],
  template: `
    <app-auth-form
      forPeople
      [model]="form"
      [heading]="i18n.t('auth.login.heading')"
      [refusal]="refusal()"
      [action]="i18n.t('auth.login.submit')"
      [send]="signIn"
    >
      <app-email-field [error]="form.error('email')" [(value)]="form.f.email" />
      <app-password-field
        [label]="i18n.t('auth.password')"
        [error]="form.error('password')"
        [(value)]="form.f.password"
      >
        <a fieldAside class="forgot small" routerLink="/forgot-password" (click)="api.address.set(form.f.email())">{{
          i18n.t('auth.login.forgot')
        }}</a>
      </app-password-field>
    </app-auth-form>
    <app-provider-buttons [returnTo]="returnTo()" />
    @switch (api.ways()?.registration) {
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
  styleUrl: './auth-screen.css',
})
export class Login {
  /** Where to go afterwards, from the address. */
  readonly returnTo = input<string>();
  /** Why an outside provider did not sign somebody in, from the address. */
  readonly error = input<string>();
  /** Whether somebody comes here because their session has ended, from the address. */
  readonly ended = input<string>();

  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  protected readonly form = new FormModel({ email: this.api.address(), password: '' });
  protected readonly refusal = computed(() => {
    const code = this.error();
    if (this.form.dirty()) return null;
    if (code) return refusalText(code, this.i18n);
    return this.ended() ? this.i18n.t('auth.login.ended') : null;
  });

  protected readonly signIn = async (check: PersonCheck): Promise<void> => {
    await firstValueFrom(this.api.login({ ...this.form.value(), ...check }));
    await this.session.load();
    // Back leads to where one was before, not to a form that is done with.
    await this.router.navigateByUrl(returnTo(this.returnTo() ?? null), { replaceUrl: true });
  };
}
