import { Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, FormModel } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { Visits } from '../../platform/visits';
import { AuthApi } from './auth-api';
import { AuthForm, PersonCheck } from './auth-form';
import { AuthNotice } from './auth-notice';
import { EmailField } from './email-field';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';

/**
 * Where the link of an invitation leads. Signed in, one press joins; otherwise a new account with the invited address
 * joins at once, and whoever has an account signs in and comes back.
 */
@Component({
  selector: 'app-accept-invitation',
  imports: [AuthForm, AuthNotice, Button, EmailField, FormFailure, PasswordField, ProviderButtons, RouterLink],
  template: `
    @if (!token()) {
      <app-auth-notice
        icon="circle-alert"
        tone="stop"
        [heading]="i18n.t('auth.invite.incompleteHeading')"
        [text]="i18n.t('auth.invite.incompleteText')"
      >
        <a spButton variant="primary" routerLink="/">{{ i18n.t(session.user() ? 'auth.continue' : 'auth.toLogin') }}</a>
      </app-auth-notice>
    } @else if (refused(); as code) {
      <app-auth-notice
        icon="circle-alert"
        tone="stop"
        [heading]="i18n.t('auth.invite.' + code + 'Heading')"
        [text]="i18n.t('auth.invite.' + code + 'Text', { email: session.user()?.email ?? '' })"
      >
        @if (code === 'mismatch') {
          <app-form-failure [text]="form.failure()" />
          <button spButton variant="primary" type="button" [busy]="form.busy()" (click)="useAnother()">
            {{ i18n.t('auth.invite.useAnother') }}
          </button>
        }
        <a spButton [variant]="code === 'mismatch' ? 'quiet' : 'primary'" routerLink="/">{{
          i18n.t(session.user() ? 'auth.continue' : 'auth.toLogin')
        }}</a>
      </app-auth-notice>
    } @else if (session.user(); as user) {
      <app-auth-notice
        icon="user-plus"
        tone="signal"
        [heading]="i18n.t('auth.invite.heading')"
        [text]="i18n.t('auth.invite.signedInText', { email: user.email })"
      >
        <app-form-failure [text]="form.failure()" />
        <button spButton variant="primary" type="button" [busy]="form.busy()" (click)="accept()">
          {{ i18n.t('auth.invite.join') }}
        </button>
        <button spButton variant="quiet" type="button" [busy]="form.busy()" (click)="useAnother()">
          {{ i18n.t('auth.invite.useAnother') }}
        </button>
      </app-auth-notice>
    } @else {
      <app-auth-form
        forPeople
        [model]="form"
        [heading]="i18n.t('auth.invite.heading')"
        [text]="i18n.t('auth.invite.text')"
        [action]="i18n.t('auth.invite.submit')"
        [fieldOfCode]="{ invitation_mismatch: 'email' }"
        [send]="register"
      >
        <app-email-field
          [hint]="i18n.t('auth.invite.emailHint')"
          [error]="form.error('email')"
          [(value)]="form.f.email"
        />
        <app-password-field
          validated
          [label]="i18n.t('auth.password')"
          [email]="form.f.email()"
          [error]="form.error('password')"
          [(value)]="form.f.password"
        />
      </app-auth-form>
      <app-provider-buttons [returnTo]="here()" />
      <p class="foot">
        {{ i18n.t('auth.register.known') }}
        <a routerLink="/login" [queryParams]="{ returnTo: here() }">{{ i18n.t('auth.invite.signIn') }}</a>
      </p>
    }
  `,
  styleUrl: './auth-screen.css',
})
export class AcceptInvitation {
  /** From the mail; without one the address was cut off on its way here. */
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(AuthApi);
  private readonly visits = inject(Visits);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({ email: this.api.address(), password: '' });
  /** A refusal that no other input on this page can mend. */
  protected readonly refused = signal<'spent' | 'mismatch' | 'unverified' | null>(null);
  protected readonly here = computed(() => `/invite?token=${encodeURIComponent(this.token() ?? '')}`);

  protected readonly register = async (check: PersonCheck): Promise<void> => {
    try {
      await firstValueFrom(this.api.register({ ...this.form.value(), invitationToken: this.token() ?? '', ...check }));
    } catch (error) {
      if (toProblem(error).code !== 'token_invalid') throw error;
      this.refused.set('spent');
      return;
    }
    await this.session.load();
    await this.join();
  };

  protected async accept(): Promise<void> {
    if (this.form.busy()) return;
    this.form.busy.set(true);
    this.form.clearErrors();
    await this.join();
    this.form.busy.set(false);
  }

  /** Signs out and comes back here as nobody. */
  protected async useAnother(): Promise<void> {
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      await this.session.signOut();
      this.refused.set(null);
    } catch (error) {
      this.problems.intoForm(error, this.form);
    } finally {
      this.form.busy.set(false);
    }
  }

  private async join(): Promise<void> {
    try {
      const { workspace } = await firstValueFrom(this.api.acceptInvitation({ token: this.token() ?? '' }));
      await this.visits.to(workspace.url);
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    switch (toProblem(error).code) {
      case 'token_invalid':
      case 'invitation_not_found':
      case 'validation_failed':
        this.refused.set('spent');
        break;
      case 'invitation_mismatch':
        this.refused.set('mismatch');
        break;
      case 'email_unverified':
        this.refused.set('unverified');
        break;
      default:
        this.problems.intoForm(error, this.form);
    }
  }
}
