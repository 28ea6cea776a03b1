import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, FormModel } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';
import { SessionStore } from '../../platform/session';
import { AuthApi } from './auth-api';
import { AuthForm } from './auth-form';
import { AuthNotice } from './auth-notice';
import { EmailField } from './email-field';

/** Requests the mail for setting a new password. The response never reveals whether an account exists. */
@Component({
  selector: 'app-forgot-password',
  imports: [AuthForm, AuthNotice, Button, EmailField, RouterLink],
  template: `
    @if (sentTo(); as address) {
      <app-auth-notice
        icon="mail"
        tone="signal"
        [heading]="i18n.t(api.mail() ? 'auth.forgot.sentHeading' : 'auth.noMailHeading')"
        [text]="i18n.t(api.mail() ? 'auth.forgot.sentText' : 'auth.forgot.noMailSent', { email: address })"
      >
        <a spButton [routerLink]="back().path">{{ i18n.t(back().label) }}</a>
        <button spButton type="button" variant="quiet" (click)="sentTo.set(null)">
          {{ i18n.t('auth.forgot.again') }}
        </button>
      </app-auth-notice>
    } @else {
      <app-auth-form
        [model]="form"
        [heading]="i18n.t('auth.forgot.heading')"
        [text]="i18n.t(api.mail() ? 'auth.forgot.text' : 'auth.forgot.noMail')"
        [action]="i18n.t(api.mail() ? 'auth.forgot.submit' : 'auth.forgot.submitNoMail')"
        [send]="requestMail"
      >
        <app-email-field [error]="form.error('email')" [(value)]="form.f.email" />
      </app-auth-form>
      <p class="foot">
        <a [routerLink]="back().path">{{ i18n.t(back().label) }}</a>
      </p>
    }
  `,
  styleUrl: './auth-screen.css',
})
export class ForgotPassword {
  protected readonly i18n = inject(I18n);
  protected readonly api = inject(AuthApi);
  private readonly session = inject(SessionStore);
  protected readonly back = computed(() =>
    this.session.user() ? { path: '/account', label: 'auth.toAccount' } : { path: '/login', label: 'auth.toLogin' },
  );
  protected readonly form = new FormModel({ email: this.api.address() || (this.session.user()?.email ?? '') });
  protected readonly sentTo = signal<string | null>(null);

  protected readonly requestMail = async (): Promise<void> => {
    const { email } = this.form.value();
    await this.api.forgot({ email });
    this.api.address.set(email);
    this.sentTo.set(email);
  };
}
