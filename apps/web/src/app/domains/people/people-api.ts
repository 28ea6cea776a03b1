import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { CreateInvitationInput, Invitation, Member, Ok, UpdateMemberInput } from '@signpost/contracts';
import { Observable } from 'rxjs';

/** The routes of members and invitations that change something. */
@Injectable({ providedIn: 'root' })
export class PeopleApi {
  private readonly http = inject(HttpClient);

  update(userId: string, input: UpdateMemberInput): Observable<Member> {
    return this.http.patch<Member>(`/api/workspaces/members/${userId}`, input);
  }

  remove(userId: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/workspaces/members/${userId}`);
  }

  invite(input: CreateInvitationInput): Observable<Invitation> {
    return this.http.post<Invitation>('/api/workspaces/invitations', input);
  }

  /** Sends a new mail with a new link; the previous link stops working. */
  resend(id: string): Observable<Invitation> {
    return this.http.post<Invitation>(`/api/workspaces/invitations/${id}/resend`, {});
  }

  revoke(id: string): Observable<Ok> {
    return this.http.delete<Ok>(`/api/workspaces/invitations/${id}`);
  }
}
