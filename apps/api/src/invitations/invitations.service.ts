import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  LIMITS,
  type CreateInvitationInput,
  type Invitation,
  type InvitationAccepted,
  type InvitationInspected,
  type InvitationList,
} from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { MembersRepository } from '../members/index.js';
import type { Member, SessionInfo } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail } from '../platform/errors/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { Mailer } from '../mails/index.js';
import { hashToken, newToken } from '../platform/security/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';
import { InvitationsRepository, type InvitationRecord } from './invitations.repository.js';

/** Invitations to a workspace by mail. */
@Injectable()
export class InvitationsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspacesRepository,
    private readonly views: WorkspaceViews,
    private readonly audit: AuditService,
    private readonly mailer: Mailer,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The open invitation of a mailed token, or null. */
  findOpen(token: string): Promise<InvitationRecord | null> {
    return this.invitations.findByToken(hashToken(token), this.clock.date());
  }

  /** What a token is about, without using it. @throws ApiError `token_invalid` */
  async inspect(token: string): Promise<InvitationInspected> {
    const found = await this.invitations.findWithNames(hashToken(token), this.clock.date());
    const { email, role, workspace, inviter } = found ?? fail('token_invalid');
    const invitedBy = inviter ? { email: inviter.email, displayName: inviter.displayName } : null;
    return { workspaceName: workspace?.name ?? '', invitedBy, email, role };
  }

  /** Whether the address has an open invitation to any workspace. */
  hasOpenFor(email: string): Promise<boolean> {
    return this.invitations.hasOpenFor(email, this.clock.date());
  }

  async list(member: Member): Promise<InvitationList> {
    return { items: (await this.invitations.list(member.workspaceId, this.clock.date())).map(toView) };
  }

  /** @throws ApiError `demo_restricted`, `rate_limited`, `already_member`, `invitation_open` */
  async create(member: Member, input: CreateInvitationInput): Promise<Invitation> {
    await this.requireMayInvite(member);
    const token = newToken();
    return this.source.transaction(async (tx) => {
      // Serializes with joining: an account with that address may be accepting an invitation now.
      await this.workspaces.lock(member.workspaceId, tx);
      if (await this.members.hasEmail(member.workspaceId, input.email, tx)) fail('already_member');
      const invitation = await this.invitations.insert(
        {
          workspaceId: member.workspaceId,
          email: input.email,
          role: input.role ?? 'MEMBER',
          tokenHash: hashToken(token),
          invitedBy: member.userId,
          createdAt: this.clock.date(),
          expiresAt: this.expiry(),
        },
        tx,
      );
      if (invitation === null) fail('invitation_open');
      const url = await this.mail(member, invitation, token, tx);
      await this.audit.record(member, 'invitation_sent', { detail: factsOf(invitation) }, tx);
      return this.sentView(invitation, url);
    });
  }

  /** Replaces the token and mails it again: the former link stops working. @throws ApiError `invitation_not_found` */
  async resend(member: Member, id: string): Promise<Invitation> {
    await this.requireMayInvite(member);
    const token = newToken();
    return this.source.transaction(async (tx) => {
      const values = { tokenHash: hashToken(token), expiresAt: this.expiry() };
      const invitation =
        (await this.invitations.renew(member.workspaceId, id, values, tx)) ?? fail('invitation_not_found');
      const url = await this.mail(member, invitation, token, tx);
      await this.audit.record(member, 'invitation_resent', { detail: factsOf(invitation) }, tx);
      return this.sentView(invitation, url);
    });
  }

  /** @throws ApiError `invitation_not_found` */
  async revoke(member: Member, id: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const invitation = await this.invitations.close(member.workspaceId, id, this.clock.date(), tx);
      if (invitation === null) fail('invitation_not_found');
      await this.audit.record(member, 'invitation_revoked', { detail: factsOf(invitation) }, tx);
    });
  }

  /**
   * Joins the workspace of the token, on any host.
   * @throws ApiError `token_invalid`, `invitation_mismatch`, `email_unverified`
   */
  async accept(session: SessionInfo, token: string): Promise<InvitationAccepted['workspace']> {
    const found = (await this.findOpen(token)) ?? fail('token_invalid');
    if (found.email !== session.email) fail('invitation_mismatch');
    if (!session.verified) fail('email_unverified');
    return this.source.transaction(async (tx) => {
      const workspace = await this.workspaces.lock(found.workspaceId, tx);
      const closed = await this.invitations.close(found.workspaceId, found.id, this.clock.date(), tx);
      // It was accepted or revoked in the meantime. If it was renewed, the new token went to the same address, so
      // accepting is fine.
      if (closed === null) fail('token_invalid');
      await this.members.insert(workspace.id, session.userId, closed.role, tx);
      const actor = { workspaceId: workspace.id, userId: session.userId };
      await this.audit.record(actor, 'invitation_accepted', { detail: factsOf(closed) }, tx);
      const { slug, name } = workspace;
      return { slug, name, url: this.views.dashboardUrl(slug) };
    });
  }

  private async requireMayInvite(member: Member): Promise<void> {
    if (member.workspace.demoExpiresAt !== null) fail('demo_restricted');
    await this.limits.consume('INVITATIONS', member.workspaceId, member);
  }

  private expiry(): Date {
    return new Date(this.clock.now() + LIMITS.invitationSeconds * 1000);
  }

  /** Mails the invitation. @returns the link in the mail. */
  private async mail(member: Member, invitation: InvitationRecord, token: string, tx: EntityManager): Promise<string> {
    const url = `${this.config.publicOrigin}/invite?token=${token}`;
    const { email: to, role } = invitation;
    const facts = { workspaceName: member.workspace.name, invitedBy: member.email, role };
    await this.mailer.enqueue({ kind: 'invitation', to, url, ...facts }, tx);
    return url;
  }

  /** If the instance sends no mails, the response contains the link, so that the inviting member can pass it on. */
  private sentView(invitation: InvitationRecord, inviteUrl: string): Invitation {
    return this.config.smtpUrl === null ? { ...toView(invitation), inviteUrl } : toView(invitation);
  }
}

function factsOf({ id, email, role }: InvitationRecord) {
  return { invitationId: id, email, role };
}

function toView({ id, email, role, createdAt, expiresAt }: InvitationRecord): Invitation {
  return { id, email, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
