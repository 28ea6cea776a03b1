import { inject, Injectable } from '@angular/core';
import type {
  AccountInput,
  ChangeEmailInput,
  ChangePasswordInput,
  EmailChange,
  Ok,
  SessionUser,
} from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

/** Requests that change the user's own account. */
@Injectable({ providedIn: 'root' })
export class AccountApi {
  private readonly client = inject(ApiClient);

  /** Ends every other session. */
  changePassword(input: ChangePasswordInput): Promise<Ok> {
    return this.client.post<Ok>('/api/auth/password', input);
  }

  /** Requests a change of email address; mails go to both addresses. */
  changeEmail(input: ChangeEmailInput): Promise<EmailChange> {
    return this.client.post<EmailChange>('/api/auth/email-change', input);
  }

  /** Cancels a pending change of email address. */
  cancelEmailChange(): Promise<Ok> {
    return this.client.delete<Ok>('/api/auth/email-change');
  }

  update(input: AccountInput): Promise<SessionUser> {
    return this.client.patch<SessionUser>('/api/auth/account', input);
  }

  removeIdentity(id: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/auth/identities/${id}`);
  }

  endSession(id: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/auth/sessions/${id}`);
  }

  endOtherSessions(): Promise<Ok> {
    return this.client.delete<Ok>('/api/auth/sessions');
  }
}
