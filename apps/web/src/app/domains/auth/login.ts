import { Component, inject, input } from '@angular/core';
import { Router } from '@angular/router';
import { Button } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { firstValueFrom } from 'rxjs';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { returnTo, SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { FormFailure } from '../../platform/form-failure';

/** Sign in with address and password; afterwards the page that was asked for. */
@Component({
  selector: 'app-login',
  imports: [Button, Field, FormFailure, Input],
  template: `
    <form class="stack" (submit)="$event.preventDefault(); submit()">
      <h1>{{ i18n.t('auth.login.heading') }}</h1>
      <app-form-failure [text]="form.failure()" />
      <sp-field [label]="i18n.t('auth.email')" [error]="form.error('email')">
        <input spInput type="email" name="email" autocomplete="username" required autofocus [(value)]="form.f.email" />
      </sp-field>
      <sp-field [label]="i18n.t('auth.password')" [error]="form.error('password')">
        <input
          spInput
          type="password"
          name="password"
          autocomplete="current-password"
          required
          [(value)]="form.f.password"
        />
      </sp-field>
      <button spButton variant="primary" type="submit" [busy]="form.busy()">{{ i18n.t('auth.login.submit') }}</button>
    </form>
  `,
})
export class Login {
  /** Where to go afterwards, from the address. */
  readonly returnTo = input<string>();

  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({ email: '', password: '' });

  protected async submit(): Promise<void> {
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      await firstValueFrom(this.api.login(this.form.value()));
      await this.session.load();
      await this.router.navigateByUrl(returnTo(this.returnTo() ?? null));
    } catch (error) {
      this.problems.intoForm(error, this.form);
    } finally {
      this.form.busy.set(false);
    }
  }
}
