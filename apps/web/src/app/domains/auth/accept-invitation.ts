import { Component, computed, inject, input, OnInit, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { InvitationInspected } from '@signpost/contracts';
import { Button, Failed, FormModel, Skeleton } from '@signpost/ui/light';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Visits } from '../../platform/navigation/visits';
import { AuthApi } from './auth-api';
import { AuthForm, PersonCheck } from './auth-form';
import { AuthNotice } from './auth-notice';
import { EmailField } from './email-field';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';

/**
 * The page of an invitation link. A signed-in user joins with one click; a new account with the invited address joins
 * at once; a user with an account signs in and returns.
 */
@Component({
  selector: 'app-accept-invitation',
  imports: [
    AuthForm,
    AuthNotice,
    Button,
    EmailField,
    Failed,
    FormFailure,
    PasswordField,
    ProviderButtons,
    RouterLink,
    Skeleton,
  ],
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
        [text]="refusedText(code)"
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
    } @else if (failure(); as text) {
      <sp-failed [text]="text" (retry)="inspect()" />
    } @else if (!invitation()) {
      <h1 class="sr-only">{{ i18n.t('auth.invite.title') }}</h1>
      <sp-skeleton [count]="3" />
    } @else if (session.user(); as user) {
      <app-auth-notice
        icon="user-plus"
        tone="signal"
        [heading]="heading()"
        [text]="text() + ' ' + i18n.t('auth.invite.signedInText', { email: user.email })"
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
        [heading]="heading()"
        [text]="text()"
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
        <a routerLink="/login" [queryParams]="{ returnTo: here() }" (click)="api.address.set(form.f.email())">{{
          i18n.t('auth.invite.signIn')
        }}</a>
      </p>
    }
  `,
  styleUrl: './auth-screen.css',
})
export class AcceptInvitation implements OnInit {
  /** From the mail's URL; missing when the URL was truncated. */
  readonly token = input<string>();
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly api = inject(AuthApi);
  private readonly visits = inject(Visits);
  private readonly problems = inject(Problems);
  protected readonly form = new FormModel({ email: this.api.address(), password: '' });
  /** Workspace and sender of the invitation; null until it has loaded. */
  protected readonly invitation = signal<InvitationInspected | null>(null);
  /** Why the invitation could not be loaded. */
  protected readonly failure = signal('');
  protected readonly heading = computed(() =>
    this.i18n.t('auth.invite.toHeading', { workspace: this.invitation()?.workspaceName ?? '' }),
  );
  protected readonly text = computed(() => {
    const { invitedBy = null, workspaceName: workspace = '', role = 'MEMBER' } = this.invitation() ?? {};
    const name = invitedBy?.displayName ? `${invitedBy.displayName} (${invitedBy.email})` : (invitedBy?.email ?? '');
    const first = this.i18n.t(invitedBy ? 'auth.invite.from' : 'auth.invite.somebody', { name, workspace });
    return `${first} ${this.i18n.t(role === 'VIEWER' ? 'auth.invite.asViewer' : 'auth.invite.asMember')}`;
  });
  /** An error that no other input on this page can resolve. */
  protected readonly refused = signal<'spent' | 'mismatch' | 'unverified' | null>(null);
  protected readonly here = computed(() => `/invite?token=${encodeURIComponent(this.token() ?? '')}`);

  ngOnInit(): void {
    if (this.token()) void this.inspect();
  }

  protected async inspect(): Promise<void> {
    this.failure.set('');
    try {
      const invitation = await this.api.inspectInvitation({ token: this.token() ?? '' });
      this.invitation.set(invitation);
      this.form.reset({ email: invitation.email, password: '' });
      // A user signed in with another address is told at once, not only after a click.
      const user = this.session.user();
      if (user && user.email !== invitation.email) this.refused.set('mismatch');
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'token_invalid' || problem.status === 422) this.refused.set('spent');
      else this.failure.set(this.problems.text(problem));
    }
  }

  protected refusedText(code: 'spent' | 'mismatch' | 'unverified'): string {
    const invited = this.invitation()?.email;
    const email = this.session.user()?.email ?? '';
    if (code === 'mismatch' && invited) return this.i18n.t('auth.invite.mismatchToText', { invited, email });
    if (code === 'unverified' && !this.session.mails())
      return this.i18n.t('auth.invite.unverifiedTextNoMail', { email });
    return this.i18n.t(`auth.invite.${code}Text`, { email });
  }

  protected readonly register = async (check: PersonCheck): Promise<void> => {
    try {
      await this.api.register({ ...this.form.value(), invitationToken: this.token() ?? '', ...check });
    } catch (error) {
      if (toProblem(error).code !== 'token_invalid') throw error;
      this.refused.set('spent');
      return;
    }
    await this.session.load();
    await this.join().catch((error: unknown) => {
      this.refuse(error);
    });
  };

  protected async accept(): Promise<void> {
    await this.form.send(
      () => this.join(),
      (error) => this.refuse(error),
    );
  }

  /** Signs out and returns to this page. */
  protected async useAnother(): Promise<void> {
    await this.form.send(
      async () => {
        await this.session.signOut();
        this.refused.set(null);
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }

  private async join(): Promise<void> {
    const { workspace } = await this.api.acceptInvitation({ token: this.token() ?? '' });
    await this.visits.to(workspace.url);
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
