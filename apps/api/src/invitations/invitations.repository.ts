import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { InvitationRole } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { firstRow } from '../platform/database/index.js';

/** An open invitation to a live workspace. */
export interface OpenInvitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: InvitationRole;
}

interface InvitationRow {
  id: string;
  workspace_id: string;
  email: string;
  role: InvitationRole;
}

@Injectable()
export class InvitationsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  async findOpenByToken(
    tokenHash: Buffer,
    now: Date,
    db: EntityManager = this.source.manager,
  ): Promise<OpenInvitation | null> {
    return toInvitation(await firstRow<InvitationRow>(db, `${FIND_OPEN} AND i.token_hash = $2`, [now, tokenHash]));
  }

  async hasOpenFor(email: string, now: Date, db: EntityManager = this.source.manager): Promise<boolean> {
    return (await firstRow(db, `${FIND_OPEN} AND i.email = $2 LIMIT 1`, [now, email])) !== null;
  }
}

const FIND_OPEN = `
  SELECT i.id, i.workspace_id, i.email, i.role
  FROM invitations i JOIN workspaces w ON w.id = i.workspace_id
  WHERE i.closed_at IS NULL AND i.expires_at > $1 AND w.deleted_at IS NULL`;

function toInvitation(row: InvitationRow | null): OpenInvitation | null {
  return row === null ? null : { id: row.id, workspaceId: row.workspace_id, email: row.email, role: row.role };
}
