import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Role } from '@signpost/contracts';
import { IsNull, Not, type DataSource, type EntityManager } from 'typeorm';
import { MembershipEntity } from '../members/index.js';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { execute, firstRow, prepared, rows, wasInserted } from '../platform/database/index.js';
import { fail } from '../platform/errors/index.js';
import { WorkspaceEntity } from './workspace.entity.js';

/** A workspace with the user's role in it. */
export interface MembershipRow {
  readonly workspace: CurrentWorkspace;
  readonly role: Role;
}

/** Initial values of a workspace. */
export interface NewWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly linkPrefix: string | null;
}

/** Settings that redirect visitors to another site. */
export const DEFAULT_DESTINATIONS = ['notFoundDestination', 'expirationDestination', 'rootDestination'] as const;
/** Name of a default destination of a workspace. */
export type DefaultDestination = (typeof DEFAULT_DESTINATIONS)[number];

/** Settings that the owner can change. */
export type WorkspaceSettings = Pick<
  CurrentWorkspace,
  | 'name'
  | 'linkPrefix'
  | 'requireSecondFactor'
  | 'notFoundDestination'
  | 'expirationDestination'
  | 'rootDestination'
  | 'allowedHosts'
  | 'destinationWatch'
>;

interface WorkspaceRow {
  id: string;
  slug: string;
  name: string;
  link_prefix: string | null;
  require_second_factor: boolean;
  logo_key: string | null;
  not_found_destination: string | null;
  expiration_destination: string | null;
  root_destination: string | null;
  allowed_hosts: string[];
  destination_watch: boolean;
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

  /** Whether any live workspace of the user requires a second factor. */
  anyRequiresSecondFactor(userId: string, db = this.source.manager): Promise<boolean> {
    return db
      .getRepository(WorkspaceEntity)
      .createQueryBuilder('w')
      .innerJoin('memberships', 'm', 'm.workspace_id = w.id AND m.user_id = :userId AND m.is_active', { userId })
      .where('w.require_second_factor AND w.deleted_at IS NULL')
      .getExists();
  }

  /** The live workspace with that slug, or the only one when `slug` is null. */
  async findBySlug(slug: string | null, db = this.source.manager): Promise<CurrentWorkspace | null> {
    const row = await firstRow<WorkspaceRow>(db, FIND_BY_SLUG, [slug]);
    return row === null ? null : toWorkspace(row);
  }

  /** A workspace by its id, deleted or not. */
  async get(id: string, db: EntityManager): Promise<CurrentWorkspace> {
    const found = await db.getRepository(WorkspaceEntity).findOneBy({ id });
    return found === null ? fail('workspace_not_found') : currentOf(found);
  }

  /** The live workspace as it is now, locked against other changes until the transaction ends. */
  async lock(id: string, tx: EntityManager): Promise<CurrentWorkspace> {
    const lock = { mode: 'for_no_key_update' } as const;
    const found = await tx.getRepository(WorkspaceEntity).findOne({ where: { id, deletedAt: IsNull() }, lock });
    return found === null ? fail('workspace_not_found') : currentOf(found);
  }

  /** Whether any workspace, including deleted ones, has the slug: slugs are never reused. */
  isSlugTaken(slug: string, db: EntityManager = this.source.manager): Promise<boolean> {
    return db.getRepository(WorkspaceEntity).existsBy({ slug });
  }

  hasLive(db: EntityManager = this.source.manager): Promise<boolean> {
    return db.getRepository(WorkspaceEntity).existsBy({ deletedAt: IsNull() });
  }

  /** Whether another live workspace exists; demos do not count, since they expire by themselves. */
  hasOtherLive(id: string, db: EntityManager): Promise<boolean> {
    return db.getRepository(WorkspaceEntity).existsBy({ id: Not(id), deletedAt: IsNull(), demoExpiresAt: IsNull() });
  }

  /** Serialises the creation and deletion of workspaces until the transaction ends. */
  async lockAll(tx: EntityManager): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('signpost-workspaces'))`);
  }

  /** Creates a workspace unless the slug is taken. @returns whether it was created. */
  async insert({ id, slug, name, linkPrefix }: NewWorkspace, tx: EntityManager): Promise<boolean> {
    const workspace = { id, slug, name, linkPrefix };
    const insert = tx.createQueryBuilder().insert().into(WorkspaceEntity).values(workspace).orIgnore();
    return wasInserted(await insert.returning('id').execute());
  }

  async update(id: string, values: WorkspaceSettings, tx: EntityManager): Promise<void> {
    await tx
      .getRepository(WorkspaceEntity)
      .update({ id }, { ...values, allowedHosts: [...values.allowedHosts], updatedAt: () => 'now()' });
  }

  /** Every live workspace of the instance with a default destination. */
  async listWithDefaults(db = this.source.manager): Promise<CurrentWorkspace[]> {
    const where = DEFAULT_DESTINATIONS.map((field) => ({ deletedAt: IsNull(), [field]: Not(IsNull()) }));
    return (await db.getRepository(WorkspaceEntity).find({ where, order: { id: 'ASC' } })).map(currentOf);
  }

  /** Clears default destinations. */
  async clearDefaults(id: string, fields: readonly DefaultDestination[], tx: EntityManager): Promise<void> {
    const none = Object.fromEntries(fields.map((field) => [field, null]));
    await tx.getRepository(WorkspaceEntity).update({ id }, { ...none, updatedAt: () => 'now()' });
  }

  /** Mail address of the owner; null for a demo, whose mail nobody reads. */
  async findOwnerEmail(workspaceId: string, db: EntityManager): Promise<string | null> {
    return (await firstRow<{ email: string }>(db, FIND_OWNER, [workspaceId]))?.email ?? null;
  }

  /** Soft-deletes a live workspace. */
  async markDeleted(id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(WorkspaceEntity).update({ id }, { deletedAt: () => 'now()' });
  }

  async setLogo(id: string, logoKey: string | null, tx: EntityManager): Promise<void> {
    await tx.getRepository(WorkspaceEntity).update({ id }, { logoKey, updatedAt: () => 'now()' });
  }

  async insertMember(workspaceId: string, userId: string, role: Role, db: EntityManager): Promise<void> {
    await db.getRepository(MembershipEntity).insert({ workspaceId, userId, role });
  }
}

const COLUMNS = `w.id, w.slug, w.name, w.link_prefix, w.require_second_factor, w.logo_key, w.not_found_destination,
  w.expiration_destination, w.root_destination, w.allowed_hosts, w.destination_watch, w.created_at, w.demo_expires_at`;

// SQL, because these run on every request and read workspace and role together.

/** An expired demo counts as deleted immediately, even before it is cleaned up. */
const LIVE = 'w.deleted_at IS NULL AND (w.demo_expires_at IS NULL OR w.demo_expires_at > now())';

/**
 * The workspace of single mode, for redirects too: the first one that is not a demo, in case the instance was switched
 * from multi mode.
 */
const FIND_SINGLE =
  'SELECT id FROM workspaces WHERE deleted_at IS NULL AND demo_expires_at IS NULL ORDER BY no LIMIT 1';

const FIND_MEMBERSHIP = prepared(
  'find-membership',
  `SELECT ${COLUMNS}, m.role
   FROM workspaces w JOIN memberships m ON m.workspace_id = w.id
   WHERE m.user_id = $1 AND m.is_active AND ${LIVE}
     AND CASE WHEN $2::text IS NULL THEN w.id = (${FIND_SINGLE}) ELSE w.slug = $2 END`,
);

const LIST_MEMBERSHIPS = `
  SELECT ${COLUMNS}, m.role
  FROM workspaces w JOIN memberships m ON m.workspace_id = w.id
  WHERE m.user_id = $1 AND m.is_active AND ${LIVE}
  ORDER BY lower(w.name), w.id
  LIMIT 500`;

const FIND_BY_SLUG = `
  SELECT ${COLUMNS} FROM workspaces w
  WHERE ${LIVE} AND CASE WHEN $1::text IS NULL THEN w.id = (${FIND_SINGLE}) ELSE w.slug = $1 END`;

const FIND_OWNER = `
  SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = $1 AND m.role = 'OWNER' AND m.is_active AND NOT u.is_demo`;

function toMembership(row: WorkspaceRow): MembershipRow {
  return { workspace: toWorkspace(row), role: row.role };
}

function toWorkspace(row: WorkspaceRow): CurrentWorkspace {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    linkPrefix: row.link_prefix,
    requireSecondFactor: row.require_second_factor,
    logoKey: row.logo_key,
    notFoundDestination: row.not_found_destination,
    expirationDestination: row.expiration_destination,
    rootDestination: row.root_destination,
    allowedHosts: row.allowed_hosts,
    destinationWatch: row.destination_watch,
    createdAt: row.created_at,
    demoExpiresAt: row.demo_expires_at,
  };
}

function currentOf(workspace: WorkspaceEntity): CurrentWorkspace {
  const { id, slug, createdAt, demoExpiresAt, logoKey, ...settings } = workspace;
  const { name, linkPrefix, requireSecondFactor, notFoundDestination, expirationDestination, rootDestination } =
    settings;
  const { allowedHosts, destinationWatch } = settings;
  const destinations = { notFoundDestination, expirationDestination, rootDestination, allowedHosts, destinationWatch };
  return { id, slug, name, linkPrefix, requireSecondFactor, logoKey, ...destinations, createdAt, demoExpiresAt };
}
