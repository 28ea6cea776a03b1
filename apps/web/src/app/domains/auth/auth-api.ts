import { computed, inject, Injectable, resource, signal } from '@angular/core';
import type {
  CodeInput,
  Demo,
  DemoInput,
  EmailChangeAnswer,
  EmailChangeConfirmed,
  EmailChangeInspected,
  EmailInput,
  InvitationAccepted,
  InvitationInspected,
  LoggedIn,
  LoginInput,
  Ok,
  Providers,
  Registered,
  RegisterInput,
  ResendInput,
  ResetInput,
  TokenInput,
  VerificationInspected,
  VerifyInput,
} from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';
import { Connection } from '../../platform/requests/connection';
import { SessionStore } from '../../platform/session';

/** The account routes that need no session, and state shared by the sign-in screens. */
@Injectable({ providedIn: 'root' })
export class AuthApi {
  private readonly client = inject(ApiClient);
  private readonly connection = inject(Connection);
  private readonly session = inject(SessionStore);
  /** Sign-in methods of this instance. */
  readonly providers = resource<Providers, string>({
    // Reloaded when the server is back and on sign-in or sign-out: the first account ends the set-up.
    params: () => `${String(this.connection.recovered())} ${this.session.user()?.id ?? ''}`,
    loader: () => this.session.providers(),
  });
  /** The same, or null until loaded. */
  readonly ways = computed(() => (this.providers.hasValue() ? this.providers.value() : null));
  /** Whether the instance delivers mail; assumed until it is known. */
  readonly mail = computed(() => this.ways()?.mail ?? true);
  /** Site key of the bot check; null where none is configured. */
  readonly siteKey = computed(() => this.ways()?.turnstileSiteKey ?? null);
  /** The email address typed on one of the screens, which prefills the next one. */
  readonly address = signal('');

  login(input: LoginInput): Promise<LoggedIn> {
    return this.client.post<LoggedIn>('/api/auth/login', input);
  }

  /** Completes a sign-in whose password was correct with a code. */
  finishLogin(input: CodeInput): Promise<LoggedIn> {
    return this.client.post<LoggedIn>('/api/auth/login/second-factor', input);
  }

  register(input: RegisterInput): Promise<Registered> {
    return this.client.post<Registered>('/api/auth/register', input);
  }

  /** Returns what a verification token is about; changes nothing. */
  inspectVerification(input: TokenInput): Promise<VerificationInspected> {
    return this.client.post<VerificationInspected>('/api/auth/verify/inspect', input);
  }

  /** Confirms the address, or with `reject` deletes the account. */
  verify(input: VerifyInput): Promise<Ok> {
    return this.client.post<Ok>('/api/auth/verify', input);
  }

  /** Sends the verification mail again: to the address, or to the session's account without one. */
  resend(input: ResendInput): Promise<Ok> {
    return this.client.post<Ok>('/api/auth/verify/resend', input);
  }

  forgot(input: EmailInput): Promise<Ok> {
    return this.client.post<Ok>('/api/auth/forgot', input);
  }

  reset(input: ResetInput): Promise<Ok> {
    return this.client.post<Ok>('/api/auth/reset', input);
  }

  demo(input: DemoInput): Promise<Demo> {
    return this.client.post<Demo>('/api/auth/demo', input);
  }

  /** Returns workspace and sender of an invitation; changes nothing. */
  inspectInvitation(input: TokenInput): Promise<InvitationInspected> {
    return this.client.post<InvitationInspected>('/api/workspaces/invitations/inspect', input);
  }

  /** Returns which change of address a mail's token is about; changes nothing. */
  inspectEmailChange(input: TokenInput): Promise<EmailChangeInspected> {
    return this.client.post<EmailChangeInspected>('/api/auth/email-change/inspect', input);
  }

  /** Confirms the address that the token was mailed to, or with `reject` cancels the change. */
  answerEmailChange(input: EmailChangeAnswer): Promise<EmailChangeConfirmed> {
    return this.client.post<EmailChangeConfirmed>('/api/auth/email-change/confirm', input);
  }

  acceptInvitation(input: TokenInput): Promise<InvitationAccepted> {
    return this.client.post<InvitationAccepted>('/api/workspaces/invitations/accept', input);
  }
}
