import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { InvitationRole } from '@signpost/contracts';
import { IsNull, LessThanOrEqual, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { wasInserted } from '../platform/database/index.js';
import { InvitationEntity } from './invitation.entity.js';

/** An invitation without its token. */
export type InvitationRecord = Readonly<
  Pick<InvitationEntity, 'id' | 'workspaceId' | 'email' | 'role' | 'createdAt' | 'expiresAt'>
>;

/** Initial values of an invitation. */
export interface NewInvitation {
  readonly workspaceId: string;
  readonly email: string;
  readonly role: InvitationRole;
  readonly tokenHash: Buffer;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

@Injectable()
export class InvitationsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** The open, unexpired invitation of a token, if its workspace is live. */
  findByToken(tokenHash: Buffer, now: Date, db: EntityManager = this.source.manager): Promise<InvitationRecord | null> {
    return db.getRepository(InvitationEntity).findOneBy({ tokenHash, ...VALID_AT(now), workspace: LIVE });
  }

  /** Like {@link findByToken}, with the workspace and the inviting account. */
  findWithNames(tokenHash: Buffer, now: Date): Promise<InvitationEntity | null> {
    return this.source.getRepository(InvitationEntity).findOne({
      where: { tokenHash, ...VALID_AT(now), workspace: LIVE },
      relations: { workspace: true, inviter: true },
    });
  }

  /** Whether the address is invited to any live workspace. */
  hasOpenFor(email: string, now: Date, db: EntityManager = this.source.manager): Promise<boolean> {
    return db.getRepository(InvitationEntity).existsBy({ email, ...VALID_AT(now), workspace: LIVE });
  }

  /** Open, unexpired invitations of a workspace, newest first. */
  list(workspaceId: string, now: Date, db: EntityManager = this.source.manager): Promise<InvitationRecord[]> {
    return db.getRepository(InvitationEntity).find({
      where: { workspaceId, ...VALID_AT(now) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: LISTED,
    });
  }

  /** Creates an invitation, replacing an expired one to the same address. Null when one is open. */
  async insert(invitation: NewInvitation, tx: EntityManager): Promise<InvitationRecord | null> {
    const { workspaceId, email, role, tokenHash, invitedBy, createdAt, expiresAt } = invitation;
    await tx
      .getRepository(InvitationEntity)
      .update({ workspaceId, email, ...OPEN, expiresAt: LessThanOrEqual(createdAt) }, { closedAt: createdAt });
    const made = { id: uuidv7(), workspaceId, email, role, tokenHash, invitedBy, createdAt, expiresAt };
    const insert = tx.createQueryBuilder().insert().into(InvitationEntity).values(made).orIgnore();
    return wasInserted(await insert.returning('id').execute()) ? made : null;
  }

  /** Replaces the token of an open invitation, expired or not. */
  renew(
    workspaceId: string,
    id: string,
    { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
    tx: EntityManager,
  ): Promise<InvitationRecord | null> {
    return this.change(workspaceId, id, { tokenHash, expiresAt }, tx);
  }

  /** Closes an open invitation; only one of any parallel calls gets it. */
  close(workspaceId: string, id: string, now: Date, tx: EntityManager): Promise<InvitationRecord | null> {
    return this.change(workspaceId, id, { closedAt: now }, tx);
  }

  private async change(
    workspaceId: string,
    id: string,
    values: Partial<Pick<InvitationEntity, 'tokenHash' | 'expiresAt' | 'closedAt'>>,
    tx: EntityManager,
  ): Promise<InvitationRecord | null> {
    const invitations = tx.getRepository(InvitationEntity);
    const { affected } = await invitations.update({ workspaceId, id, ...OPEN }, values);
    return affected === 1 ? invitations.findOneBy({ workspaceId, id }) : null;
  }
}

/** Maximum number of listed open invitations. */
const LISTED = 1000;

const OPEN = { closedAt: IsNull() };
const LIVE = { deletedAt: IsNull() };
const VALID_AT = (now: Date) => ({ ...OPEN, expiresAt: MoreThan(now) });
