import { Injectable } from '@nestjs/common';
import { hashToken } from '../platform/security/index.js';
import { Clock } from '../platform/time/index.js';
import { InvitationsRepository, type OpenInvitation } from './invitations.repository.js';

@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly clock: Clock,
  ) {}

  /** The open invitation of a mailed token, or null. */
  findOpen(token: string): Promise<OpenInvitation | null> {
    return this.invitations.findOpenByToken(hashToken(token), this.clock.date());
  }

  /** Whether the address is invited anywhere. */
  hasOpenFor(email: string): Promise<boolean> {
    return this.invitations.hasOpenFor(email, this.clock.date());
  }
}
