import { inject, Injectable } from '@angular/core';
import type { CreateInvitationInput, Invitation, Member, Ok, UpdateMemberInput } from '@signpost/contracts';
import { ApiClient } from '../../platform/requests/api-client';

/** The routes of members and invitations that change something. */
@Injectable({ providedIn: 'root' })
export class PeopleApi {
  private readonly client = inject(ApiClient);

  update(userId: string, input: UpdateMemberInput): Promise<Member> {
    return this.client.patch<Member>(`/api/workspaces/members/${userId}`, input);
  }

  remove(userId: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/workspaces/members/${userId}`);
  }

  invite(input: CreateInvitationInput): Promise<Invitation> {
    return this.client.post<Invitation>('/api/workspaces/invitations', input);
  }

  /** Sends a new mail with a new link; the previous link stops working. */
  resend(id: string): Promise<Invitation> {
    return this.client.post<Invitation>(`/api/workspaces/invitations/${id}/resend`);
  }

  revoke(id: string): Promise<Ok> {
    return this.client.delete<Ok>(`/api/workspaces/invitations/${id}`);
  }
}
