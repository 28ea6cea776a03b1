import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type {
  AccountInput,
  ChangeEmailInput,
  ChangePasswordInput,
  EmailChange,
  Ok,
  SessionUser,
} from '@signpost/contracts';
import { Observable } from 'rxjs';

/** Requests that change the user's own account. */
@Injectable({ providedIn: 'root' })
export class AccountApi {
  private readonly http = inject(HttpClient);

  /** Ends every other session. */
  changePassword(input: ChangePasswordInput): Observable<Ok> {
    return this.http.post<Ok>('/api/auth/password', input);
  }

  /** Requests a change of email address; mails go to both addresses. */
  changeEmail(input: ChangeEmailInput): Observable<EmailChange> {
    return this.http.post<EmailChange>('/api/auth/email-change', input);
  }

  /** Cancels a pending change of email address. */
  cancelEmailChange(): Observable<Ok> {
    return this.http.delete<Ok>('/api/auth/email-change');
  }

  update(input: AccountInput): Observable<SessionUser> {
    return this.http.patch<SessionUser>('/api/auth/account', input);
  }

  removeIdentity(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/auth/identities/${id}`);
  }

  endSession(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/auth/sessions/${id}`);
  }

  endOtherSessions(): Observable<Ok> {
    return this.http.delete<Ok>('/api/auth/sessions');
  }
}
