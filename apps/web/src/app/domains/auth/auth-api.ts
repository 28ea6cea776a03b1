import { HttpClient } from '@angular/common/http';
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
import { Observable } from 'rxjs';
import { Connection } from '../../platform/requests/connection';
import { SessionStore } from '../../platform/session';

/** The account routes that need no session, and state shared by the sign-in screens. */
@Injectable({ providedIn: 'root' })
export class AuthApi {
  private readonly http = inject(HttpClient);
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

  login(input: LoginInput): Observable<LoggedIn> {
    return this.http.post<LoggedIn>('/api/auth/login', input);
  }

  /** Completes a sign-in whose password was correct with a code. */
  finishLogin(input: CodeInput): Observable<LoggedIn> {
    return this.http.post<LoggedIn>('/api/auth/login/second-factor', input);
  }

  register(input: RegisterInput): Observable<Registered> {
    return this.http.post<Registered>('/api/auth/register', input);
  }

  /** Returns what a verification token is about; changes nothing. */
  inspectVerification(input: TokenInput): Observable<VerificationInspected> {
    return this.http.post<VerificationInspected>('/api/auth/verify/inspect', input);
  }

  /** Confirms the address, or with `reject` deletes the account. */
  verify(input: VerifyInput): Observable<Ok> {
    return this.http.post<Ok>('/api/auth/verify', input);
  }

  /** Sends the verification mail again: to the address, or to the session's account without one. */
  resend(input: ResendInput): Observable<Ok> {
    return this.http.post<Ok>('/api/auth/verify/resend', input);
  }

  forgot(input: EmailInput): Observable<Ok> {
    return this.http.post<Ok>('/api/auth/forgot', input);
  }

  reset(input: ResetInput): Observable<Ok> {
    return this.http.post<Ok>('/api/auth/reset', input);
  }

  demo(input: DemoInput): Observable<Demo> {
    return this.http.post<Demo>('/api/auth/demo', input);
  }

  /** Returns workspace and sender of an invitation; changes nothing. */
  inspectInvitation(input: TokenInput): Observable<InvitationInspected> {
    return this.http.post<InvitationInspected>('/api/workspaces/invitations/inspect', input);
  }

  /** Returns which change of address a mail's token is about; changes nothing. */
  inspectEmailChange(input: TokenInput): Observable<EmailChangeInspected> {
    return this.http.post<EmailChangeInspected>('/api/auth/email-change/inspect', input);
  }

  /** Confirms the address that the token was mailed to, or with `reject` cancels the change. */
  answerEmailChange(input: EmailChangeAnswer): Observable<EmailChangeConfirmed> {
    return this.http.post<EmailChangeConfirmed>('/api/auth/email-change/confirm', input);
  }

  acceptInvitation(input: TokenInput): Observable<InvitationAccepted> {
    return this.http.post<InvitationAccepted>('/api/workspaces/invitations/accept', input);
  }
}
