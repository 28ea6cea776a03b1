import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LISTED, type Role } from '@signpost/contracts';
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

/** Settings that the owner can change, in the order in which changes are listed. */
export const SETTINGS = [
  'name',
  'linkPrefix',
  'requireSecondFactor',
  ...DEFAULT_DESTINATIONS,
  'allowedHosts',
  'destinationWatch',
] as const satisfies readonly (keyof CurrentWorkspace)[];
/** Values of the settings. */
export type WorkspaceSettings = Pick<CurrentWorkspace, (typeof SETTINGS)[number]>;

@Injectable()
export class WorkspacesRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** The user's active membership in the live workspace with that slug, or in the only one when `slug` is null. */
  async findMembership(userId: string, slug: string | null, db = this.source.manager): Promise<MembershipRow | null> {
    const row = await firstRow<RowWithRole>(db, FIND_MEMBERSHIP, [userId, slug]);
    return row === null ? null : toMembership(row);
  }

  /** Every live workspace that the user is an active member of, by name. */
  async listMemberships(userId: string, db = this.source.manager): Promise<MembershipRow[]> {
    return (await rows<RowWithRole>(db, LIST_MEMBERSHIPS, [userId])).map(toMembership);
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
  findBySlug(slug: string | null, db = this.source.manager): Promise<CurrentWorkspace | null> {
    return firstRow<CurrentWorkspace>(db, FIND_BY_SLUG, [slug]);
  }

  /** A workspace by its id, deleted or not. */
  async get(id: string, db: EntityManager): Promise<CurrentWorkspace> {
    const found = await db.getRepository(WorkspaceEntity).findOne({ where: { id }, select: CURRENT });
    return found ?? fail('workspace_not_found');
  }

  /** The live workspace as it is now, locked against other changes until the transaction ends. */
  async lock(id: string, tx: EntityManager): Promise<CurrentWorkspace> {
    const lock = { mode: 'for_no_key_update' } as const;
    const where = { id, deletedAt: IsNull() };
    const found = await tx.getRepository(WorkspaceEntity).findOne({ where, select: CURRENT, lock });
    return found ?? fail('workspace_not_found');
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
  listWithDefaults(db = this.source.manager): Promise<CurrentWorkspace[]> {
    const where = DEFAULT_DESTINATIONS.map((field) => ({ deletedAt: IsNull(), [field]: Not(IsNull()) }));
    return db.getRepository(WorkspaceEntity).find({ where, select: CURRENT, order: { id: 'ASC' } });
  }

  /** Clears default destinations. */
  async clearDefaults(id: string, fields: readonly DefaultDestination[], tx: EntityManager): Promise<void> {
    const none = Object.fromEntries(fields.map((field) => [field, null]));
    await tx.getRepository(WorkspaceEntity).update({ id }, { ...none, updatedAt: () => 'now()' });
  }

  /** Mail address of the owner; null for a demo, whose mail nobody reads. */
  async findOwnerEmail(workspaceId: string, db: EntityManager): Promise<string | null> {
    const where = { workspaceId, role: 'OWNER', isActive: true, user: { isDemo: false } } as const;
    const owner = await db.getRepository(MembershipEntity).findOne({ where, relations: { user: true } });
    return owner?.user?.email ?? null;
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

/** Column of each field of a {@link CurrentWorkspace}. */
const COLUMN_OF: Readonly<Record<keyof CurrentWorkspace, string>> = {
  id: 'id',
  slug: 'slug',
  name: 'name',
  linkPrefix: 'link_prefix',
  requireSecondFactor: 'require_second_factor',
  logoKey: 'logo_key',
  notFoundDestination: 'not_found_destination',
  expirationDestination: 'expiration_destination',
  rootDestination: 'root_destination',
  allowedHosts: 'allowed_hosts',
  destinationWatch: 'destination_watch',
  createdAt: 'created_at',
  demoExpiresAt: 'demo_expires_at',
};
const COLUMNS = Object.entries(COLUMN_OF)
  .map(([field, column]) => `w.${column} AS "${field}"`)
  .join(', ');
const CURRENT = Object.fromEntries(Object.keys(COLUMN_OF).map((field) => [field, true]));

type RowWithRole = CurrentWorkspace & { readonly role: Role };

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
  LIMIT ${LISTED.workspaces}`;

const FIND_BY_SLUG = `
  SELECT ${COLUMNS} FROM workspaces w
  WHERE ${LIVE} AND CASE WHEN $1::text IS NULL THEN w.id = (${FIND_SINGLE}) ELSE w.slug = $1 END`;

function toMembership({ role, ...workspace }: RowWithRole): MembershipRow {
  return { workspace, role };
}
