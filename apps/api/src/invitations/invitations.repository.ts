import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { InvitationRole } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow, rows } from '../platform/database/index.js';

/** An invitation that was neither accepted nor revoked. */
export interface InvitationRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: InvitationRole;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface InvitationRow {
  id: string;
  workspace_id: string;
  email: string;
  role: InvitationRole;
  created_at: Date;
  expires_at: Date;
}

/** What an invitation starts as. */
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

  /** The open, unexpired invitation of a token, to a workspace that is live. */
  async findByToken(
    tokenHash: Buffer,
    now: Date,
    db: EntityManager = this.source.manager,
  ): Promise<InvitationRecord | null> {
    return toInvitation(await firstRow<InvitationRow>(db, `${FIND_VALID} AND i.token_hash = $2`, [now, tokenHash]));
  }

  /** Whether the address is invited to any live workspace. */
  async hasOpenFor(email: string, now: Date, db: EntityManager = this.source.manager): Promise<boolean> {
    return (await firstRow(db, `${FIND_VALID} AND i.email = $2 LIMIT 1`, [now, email])) !== null;
  }

  /** Open, unexpired invitations of a workspace, newest first. */
  async list(workspaceId: string, now: Date, db: EntityManager = this.source.manager): Promise<InvitationRecord[]> {
    const found = await rows<InvitationRow>(db, LIST, [workspaceId, now]);
    return found.map((row) => toInvitation(row));
  }

  /** Makes an invitation in place of an expired one to the same address. Null when one is open. */
  async insert(invitation: NewInvitation, tx: EntityManager): Promise<InvitationRecord | null> {
    const { workspaceId, email, role, tokenHash, invitedBy, createdAt, expiresAt } = invitation;
    await rows(tx, CLOSE_EXPIRED, [workspaceId, email, createdAt]);
    const values = [uuidv7(), workspaceId, email, role, tokenHash, invitedBy, createdAt, expiresAt];
    return toInvitation(await firstRow<InvitationRow>(tx, INSERT, values));
  }

  /** Replaces the token of an open invitation, expired or not. */
  async renew(
    workspaceId: string,
    id: string,
    values: { tokenHash: Buffer; expiresAt: Date },
    tx: EntityManager,
  ): Promise<InvitationRecord | null> {
    const row = await firstRow<InvitationRow>(tx, RENEW, [workspaceId, id, values.tokenHash, values.expiresAt]);
    return toInvitation(row);
  }

  /** Closes an open invitation: of parallel callers, one gets it. */
  async close(workspaceId: string, id: string, now: Date, tx: EntityManager): Promise<InvitationRecord | null> {
    return toInvitation(await firstRow<InvitationRow>(tx, CLOSE, [workspaceId, id, now]));
  }
}

const COLUMNS = 'i.id, i.workspace_id, i.email, i.role, i.created_at, i.expires_at';

const FIND_VALID = `
  SELECT ${COLUMNS}
  FROM invitations i JOIN workspaces w ON w.id = i.workspace_id
  WHERE i.closed_at IS NULL AND i.expires_at > $1 AND w.deleted_at IS NULL`;

const LIST = `
  SELECT ${COLUMNS} FROM invitations i
  WHERE i.workspace_id = $1 AND i.closed_at IS NULL AND i.expires_at > $2
  ORDER BY i.created_at DESC, i.id DESC LIMIT 1000`;

const CLOSE_EXPIRED = `
  UPDATE invitations SET closed_at = $3
  WHERE workspace_id = $1 AND email = $2 AND closed_at IS NULL AND expires_at <= $3`;

const INSERT = `
  INSERT INTO invitations AS i (id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (workspace_id, email) WHERE closed_at IS NULL DO NOTHING
  RETURNING ${COLUMNS}`;

const RENEW = `
  UPDATE invitations i SET token_hash = $3, expires_at = $4
  WHERE i.workspace_id = $1 AND i.id = $2 AND i.closed_at IS NULL
  RETURNING ${COLUMNS}`;

const CLOSE = `
  UPDATE invitations i SET closed_at = $3
  WHERE i.workspace_id = $1 AND i.id = $2 AND i.closed_at IS NULL
  RETURNING ${COLUMNS}`;

function toInvitation(row: InvitationRow): InvitationRecord;
function toInvitation(row: InvitationRow | null): InvitationRecord | null;
function toInvitation(row: InvitationRow | null): InvitationRecord | null {
  if (row === null) return null;
  const { id, workspace_id, email, role, created_at, expires_at } = row;
  return { id, workspaceId: workspace_id, email, role, createdAt: created_at, expiresAt: expires_at };
}
