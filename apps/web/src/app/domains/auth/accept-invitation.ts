import { Component, computed, inject, input, signal, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Button, Field, FormModel, Input } from '@signpost/ui/light';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { Problems, toProblem } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { Visits } from '../../platform/visits';
import { AuthApi } from './auth-api';
import { AuthNotice } from './auth-notice';
import { PasswordField } from './password-field';
import { TurnstileBox } from './turnstile-box';

/**
 * Where the link of an invitation leads. Signed in, one press joins; otherwise a new account with the invited address
 * joins at once, and whoever has an account signs in and comes back.
 */
@Component({
  selector: 'app-accept-invitation',
  imports: [AuthNotice, Button, Field, FormFailure, Input, PasswordField, RouterLink, TurnstileBox],
  template: `
    @if (refused(); as code) {
      <app-auth-notice
        icon="circle-alert"
        tone="stop"
        [heading]="i18n.t('auth.invite.' + code + 'Heading')"
        [text]="i18n.t('auth.invite.' + code + 'Text', { email: session.user()?.email ?? '' })"
      >
        @if (code === 'mismatch') {
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
        <button spButton variant="quiet" type="button" (click)="useAnother()">
          {{ i18n.t('auth.invite.useAnother') }}
        </button>
      </app-auth-notice>
    } @else {
      <form class="stack" (submit)="$event.preventDefault(); register()">
        <div class="stack tight">
          <h1>{{ i18n.t('auth.invite.heading') }}</h1>
          <p class="muted">{{ i18n.t('auth.invite.text') }}</p>
        </div>
        <app-form-failure [text]="form.failure()" />
        <sp-field [label]="i18n.t('auth.email')" [hint]="i18n.t('auth.invite.emailHint')" [error]="form.error('email')">
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
          {{ i18n.t('auth.invite.submit') }}
        </button>
      </form>
      <p class="foot">
        {{ i18n.t('auth.register.known') }}
        <a routerLink="/login" [queryParams]="{ returnTo: here() }">{{ i18n.t('auth.invite.signIn') }}</a>
      </p>
    }
  `,
  styleUrl: './auth-form.css',
})
export class AcceptInvitation {
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(AuthApi);
  private readonly visits = inject(Visits);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({
    email: this.api.address(),
    password: '',
    turnstileToken: null as string | null,
  });
  /** A refusal that no other input on this page can mend. */
  protected readonly refused = signal<'spent' | 'mismatch' | 'unverified' | null>(null);
  private readonly password = viewChild(PasswordField);
  private readonly check = viewChild(TurnstileBox);
  protected readonly siteKey = this.api.siteKey;
  protected readonly here = computed(() => `/invite?token=${encodeURIComponent(this.token() ?? '')}`);

  protected async register(): Promise<void> {
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
      const invitationToken = this.token() ?? '';
      await firstValueFrom(
        this.api.register({ ...account, invitationToken, ...(turnstileToken ? { turnstileToken } : {}) }),
      );
      await this.session.load();
      this.form.busy.set(false);
      await this.accept();
    } catch (error) {
      if (toProblem(error).code === 'token_invalid') this.refused.set('spent');
      else this.problems.intoForm(error, this.form, { invitation_mismatch: 'email' });
      this.check()?.reset();
    } finally {
      this.form.busy.set(false);
    }
  }

  protected async accept(): Promise<void> {
    if (this.form.busy()) return;
    this.form.busy.set(true);
    this.form.clearErrors();
    try {
      const { workspace } = await firstValueFrom(this.api.acceptInvitation({ token: this.token() ?? '' }));
      await this.visits.to(workspace.url);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.form.busy.set(false);
    }
  }

  /** Signs out and comes back here as nobody. */
  protected async useAnother(): Promise<void> {
    await this.session.signOut();
    this.refused.set(null);
    this.form.clearErrors();
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
