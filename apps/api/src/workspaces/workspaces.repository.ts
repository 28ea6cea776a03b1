import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Role } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { firstRow, rows } from '../platform/database/index.js';

/** A workspace and what the asking user is in it. */
export interface MembershipRow {
  readonly workspace: CurrentWorkspace;
  readonly role: Role;
}

interface WorkspaceRow {
  id: string;
  slug: string;
  name: string;
  link_prefix: string | null;
  logo_key: string | null;
  created_at: Date;
  demo_expires_at: Date | null;
  role: Role;
}

@Injectable()
export class WorkspacesRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** The user's active membership in the live workspace with that slug, or in the only one when `slug` is null. */
  async findMembership(userId: string, slug: string | null, db = this.source.manager): Promise<MembershipRow | null> {
    const row = await firstRow<WorkspaceRow>(db, FIND_MEMBERSHIP, [userId, slug]);
    return row === null ? null : toMembership(row);
  }

  /** Every live workspace that the user is an active member of, by name. */
  async listMemberships(userId: string, db = this.source.manager): Promise<MembershipRow[]> {
    return (await rows<WorkspaceRow>(db, LIST_MEMBERSHIPS, [userId])).map(toMembership);
  }

  /** The live workspace with that slug, or the only one when `slug` is null. */
  async findBySlug(slug: string | null, db = this.source.manager): Promise<CurrentWorkspace | null> {
    const row = await firstRow<WorkspaceRow>(db, FIND_BY_SLUG, [slug]);
    return row === null ? null : toWorkspace(row);
  }

  async insert(id: string, slug: string, name: string, linkPrefix: string | null, db: EntityManager): Promise<void> {
    await rows(db, `INSERT INTO workspaces (id, slug, name, link_prefix) VALUES ($1, $2, $3, $4)`, [
      id,
      slug,
      name,
      linkPrefix,
    ]);
  }

  async insertMember(workspaceId: string, userId: string, role: Role, db: EntityManager): Promise<void> {
    await rows(db, `INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, $3)`, [
      workspaceId,
      userId,
      role,
    ]);
  }
}

const COLUMNS = 'w.id, w.slug, w.name, w.link_prefix, w.logo_key, w.created_at, w.demo_expires_at';

const FIND_MEMBERSHIP = `
  SELECT ${COLUMNS}, m.role
  FROM workspaces w JOIN memberships m ON m.workspace_id = w.id
  WHERE m.user_id = $1 AND m.is_active AND w.deleted_at IS NULL AND ($2::text IS NULL OR w.slug = $2)
  LIMIT 1`;

const LIST_MEMBERSHIPS = `
  SELECT ${COLUMNS}, m.role
  FROM workspaces w JOIN memberships m ON m.workspace_id = w.id
  WHERE m.user_id = $1 AND m.is_active AND w.deleted_at IS NULL
  ORDER BY lower(w.name), w.id
  LIMIT 500`;

const FIND_BY_SLUG = `
  SELECT ${COLUMNS} FROM workspaces w
  WHERE w.deleted_at IS NULL AND ($1::text IS NULL OR w.slug = $1)
  ORDER BY w.created_at LIMIT 1`;

function toMembership(row: WorkspaceRow): MembershipRow {
  return { workspace: toWorkspace(row), role: row.role };
}

function toWorkspace(row: WorkspaceRow): CurrentWorkspace {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    linkPrefix: row.link_prefix,
    logoKey: row.logo_key,
    createdAt: row.created_at,
    demoExpiresAt: row.demo_expires_at,
  };
}
