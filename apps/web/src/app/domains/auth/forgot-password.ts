import { Component, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, Field, FormModel, Input } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems } from '../../platform/problem';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';

/** Asks for the mail that sets a new password. The answer never tells whether an account exists. */
@Component({
  selector: 'app-forgot-password',
  imports: [AuthNotice, Button, Field, FormFailure, Input, RouterLink],
  template: `
    @if (sentTo(); as address) {
      <app-auth-notice
        icon="mail"
        tone="signal"
        [heading]="i18n.t('auth.forgot.sentHeading')"
        [text]="i18n.t('auth.forgot.sentText', { email: address })"
      >
        <a spButton routerLink="/login">{{ i18n.t('auth.toLogin') }}</a>
        <button spButton type="button" variant="quiet" (click)="sentTo.set(null)">
          {{ i18n.t('auth.forgot.again') }}
        </button>
      </app-auth-notice>
    } @else {
      <form class="stack" (submit)="$event.preventDefault(); submit()">
        <div class="stack tight">
          <h1>{{ i18n.t('auth.forgot.heading') }}</h1>
          <p class="muted">{{ i18n.t('auth.forgot.text') }}</p>
        </div>
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
        <button spButton variant="primary" type="submit" [busy]="form.busy()">
          {{ i18n.t('auth.forgot.submit') }}
        </button>
      </form>
      <p class="foot">
        <a routerLink="/login">{{ i18n.t('auth.toLogin') }}</a>
      </p>
    }
  `,
  styleUrl: './auth-form.css',
})
export class ForgotPassword {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(AuthApi);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({ email: this.api.address() });
  protected readonly sentTo = signal<string | null>(null);

  protected async submit(): Promise<void> {
    if (this.form.busy()) return;
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      await firstValueFrom(this.api.forgot(this.form.value()));
      this.api.address.set(this.form.f.email());
      this.sentTo.set(this.form.f.email());
    } catch (error) {
      this.problems.intoForm(error, this.form);
    } finally {
      this.form.busy.set(false);
    }
  }
}
