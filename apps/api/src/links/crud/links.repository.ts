import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LinkHealth, LinkSort } from '@signpost/contracts';
import { Any, IsNull, type DataSource, type EntityManager } from 'typeorm';
import { execute, firstRow, prepared, rows } from '../../platform/database/index.js';
import { fieldsFromRow, STORED_FIELDS, toParameter, type LinkFields } from '../record/link-fields.js';
import type { LinkRecord } from '../record/link-record.js';
import { LinkEntity } from '../record/link.entity.js';
import { orderOf, type PageCut, type Selection } from '../list/link-selection.js';
import { ALIASES_OF_LINK, KEPT_PATHS_OF_LINK, TAGS_OF_LINK } from '../record/tags-and-aliases.sql.js';

/** A link's stored password; `version` changes whenever a password is set. */
export interface StoredPassword {
  readonly hash: string;
  readonly version: string;
}

@Injectable()
export class LinksRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** The links with these ids that exist in the workspace and are not deleted, in the order of `ids`. */
  async findMany(workspaceId: string, ids: readonly string[], db = this.source.manager): Promise<LinkRecord[]> {
    if (ids.length === 0) return [];
    return (await rows<LinkRow>(db, FIND_LIVE, [workspaceId, ids])).map(toRecord);
  }

  /**
   * A page of a selection and the number of all its links, read by one statement and thus from one snapshot, so that
   * both are consistent.
   */
  async findPage(
    selection: Selection,
    [sort, limit, offset]: PageCut,
  ): Promise<{ records: LinkRecord[]; total: number }> {
    const parameters = [...selection.parameters, limit, offset];
    const found = await rows<PageRow>(this.source.manager, readPage(findStatement(selection, sort)), parameters);
    return { records: found.filter(isLink).map(toRecord), total: found[0]?.total ?? 0 };
  }

  async find(workspaceId: string, id: string, db = this.source.manager): Promise<LinkRecord | null> {
    return (await this.findMany(workspaceId, [id], db))[0] ?? null;
  }

  /**
   * Locks a live link until the transaction ends, then reads it, so that concurrent writers are serialised and the
   * second one validates against the first one's result. Locking and reading are two statements, because a single one
   * would read tags and aliases as they were before it waited for the lock.
   */
  async findForUpdate(workspaceId: string, id: string, tx: EntityManager): Promise<LinkRecord | null> {
    const locked = await firstRow(tx, LOCK_LIVE, [workspaceId, id]);
    return locked === null ? null : this.find(workspaceId, id, tx);
  }

  /** Locks links in id order, then reads the existing ones in the order of `ids`: those outside the trash, or any. */
  async findManyForUpdate(
    workspaceId: string,
    ids: readonly string[],
    choice: 'live' | 'any',
    tx: EntityManager,
  ): Promise<LinkRecord[]> {
    if (ids.length === 0) return [];
    await execute(tx, LOCK_MANY, [workspaceId, ids]);
    if (choice === 'live') return this.findMany(workspaceId, ids, tx);
    return (await rows<LinkRow>(tx, FIND_ANY, [workspaceId, ids])).map(toRecord);
  }

  /** Locks a deleted link and reads it. */
  async findTrashedForUpdate(workspaceId: string, id: string, tx: EntityManager): Promise<LinkRecord | null> {
    const locked = await firstRow(tx, LOCK_TRASHED, [workspaceId, id]);
    if (locked === null) return null;
    return (await rows<LinkRow>(tx, FIND_ANY, [workspaceId, [id]])).map(toRecord)[0] ?? null;
  }

  /** Writes every field but slug and tags. The caller holds the link's lock, so nothing newer is overwritten. */
  async update(workspaceId: string, id: string, fields: LinkFields, now: Date, tx: EntityManager): Promise<void> {
    const values = STORED_FIELDS.map(({ name }) => toParameter(name, fields));
    await execute(tx, UPDATE, [workspaceId, id, now, ...values]);
  }

  /** Sets, replaces or (with null) removes the password. */
  async setPassword(
    workspaceId: string,
    id: string,
    password: StoredPassword | null,
    tx: EntityManager,
  ): Promise<void> {
    const columns = { passwordHash: password?.hash ?? null, passwordVersion: password?.version ?? null };
    await tx.getRepository(LinkEntity).update({ workspaceId, id }, columns);
  }

  async touch(workspaceId: string, id: string, now: Date, tx: EntityManager): Promise<void> {
    await tx.getRepository(LinkEntity).update({ workspaceId, id }, { updatedAt: now });
  }

  /** Moves links that the caller has locked into the trash. */
  async trash(workspaceId: string, ids: readonly string[], now: Date, tx: EntityManager): Promise<void> {
    await tx.getRepository(LinkEntity).update({ workspaceId, id: Any(ids) }, { deletedAt: now, updatedAt: now });
  }

  /** Moves a link that the caller has locked out of the trash. */
  async restore(workspaceId: string, id: string, now: Date, tx: EntityManager): Promise<void> {
    await tx.getRepository(LinkEntity).update({ workspaceId, id }, { deletedAt: null, updatedAt: now });
  }

  /**
   * Counts the live links under an advisory lock, so that concurrent writers cannot exceed a limit together. Only demo
   * workspaces have such a limit.
   */
  async countLiveLocked(workspaceId: string, tx: EntityManager): Promise<number> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtextextended('links:' || $1, 0))`, [workspaceId]);
    return tx.getRepository(LinkEntity).countBy({ workspaceId, deletedAt: IsNull() });
  }
}

/** In addition to the columns of {@link STORED_FIELDS}. */
interface LinkRow extends Record<string, unknown> {
  id: string;
  is_protected: boolean;
  is_quarantined: boolean;
  health: LinkHealth | null;
  is_trashed: boolean;
  created_at: Date;
  updated_at: Date;
  created_by: string | null;
  creator_email: string | null;
  used_visits: string;
  lifetime_clicks: string;
  tags: string[];
  aliases: string[];
  kept_paths: string[];
}

/** One row per link of a page, with the total; past the last page a single row without a link. */
type PageRow = { total: number } & (LinkRow | { id: null });

const isLink = (row: PageRow): row is PageRow & LinkRow => row.id !== null;

function toRecord(row: LinkRow): LinkRecord {
  return {
    ...fieldsFromRow(row),
    id: row.id,
    isProtected: row.is_protected,
    isQuarantined: row.is_quarantined,
    health: row.health,
    isTrashed: row.is_trashed,
    aliases: row.aliases,
    keptPaths: row.kept_paths,
    usedVisits: Number(row.used_visits),
    lifetimeClicks: Number(row.lifetime_clicks),
    creator:
      row.created_by === null || row.creator_email === null ? null : { id: row.created_by, email: row.creator_email },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A time as ISO 8601 UTC with milliseconds. */
function isoOf(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

// The worst health state among the link's destinations, in the form of the API contract.
const HEALTH = `(
  SELECT jsonb_build_object('state', d.state, 'reason', d.reason, 'checkedAt', ${isoOf('d.checked_at')}, 'since', ${isoOf('d.since')})
  FROM link_destinations ld JOIN watched_destinations d ON d.hash = ld.hash
  WHERE ld.link_id = l.id AND d.checked_at IS NOT NULL
  ORDER BY array_position(ARRAY['broken', 'unknown', 'ok'], d.state), d.since LIMIT 1)`;

const FIELDS = `
  l.id, ${STORED_FIELDS.map(({ column }) => `l.${column}`).join(', ')},
    l.password_hash IS NOT NULL AS is_protected, l.deleted_at IS NOT NULL AS is_trashed, l.created_at, l.updated_at,
    l.created_by, u.email AS creator_email, c.used_visits, c.lifetime_clicks,
    l.quarantined_at IS NOT NULL AS is_quarantined, ${HEALTH} AS health,
    ${TAGS_OF_LINK} AS tags, ${ALIASES_OF_LINK} AS aliases, ${KEPT_PATHS_OF_LINK} AS kept_paths`;

/** Links of workspace `$1` by an array of ids, joined with counters and creator. */
const linksOf = (ids: string): string => `
  unnest(${ids}) WITH ORDINALITY AS wanted (id, position)
  JOIN links l ON l.id = wanted.id AND l.workspace_id = $1
  JOIN link_counters c ON c.link_id = l.id
  LEFT JOIN users u ON u.id = l.created_by`;

const FIND_ANY = `SELECT ${FIELDS} FROM ${linksOf('$2::uuid[]')} ORDER BY wanted.position`;
const FIND_LIVE = prepared(
  'find-links',
  `SELECT ${FIELDS} FROM ${linksOf('$2::uuid[]')} WHERE l.deleted_at IS NULL ORDER BY wanted.position`,
);

/**
 * Statement that finds the ids of a page and the total. Limit and offset are the last two parameters, after those of
 * the selection.
 */
export function findStatement(selection: Selection, sort: LinkSort): string {
  const { prelude, where, whereAll, total, isCounted, isCostly, parameters } = selection;
  const { join, key, by } = orderOf(sort);
  const [limit, offset] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`];
  // Page and count share one scan: each would otherwise read the same links again, and sorting by clicks would join
  // every counter of the workspace twice.
  if (isCounted && (isCostly || join !== '')) {
    return `
      ${prelude === '' ? 'WITH' : `${prelude},`}
      found AS MATERIALIZED (SELECT l.id, ${key} AS key FROM links l ${join} WHERE ${whereAll})
      SELECT
        ARRAY(SELECT id FROM found ORDER BY ${by('key', 'id')} LIMIT ${limit} OFFSET ${offset}) AS ids,
        (SELECT count(*)::int FROM found) AS total`;
  }
  return `
    ${prelude}
    SELECT
      ARRAY(SELECT l.id FROM links l ${join} WHERE ${where} ORDER BY ${by()} LIMIT ${limit} OFFSET ${offset}) AS ids,
      ${total} AS total`;
}

/** Reads the links of a page; the first parameter of its statement is the workspace. */
const readPage = (page: string): string => `
  WITH page AS MATERIALIZED (${page})
  SELECT page.total, ${FIELDS} FROM page LEFT JOIN (${linksOf('page.ids')}) ON true
  ORDER BY wanted.position`;

// Writers keep a link's key, and `FOR UPDATE` would stop inserts that refer to it: checks of foreign keys that wait until the
// commit come after the lock of the activity log, so that two writers could otherwise wait for each other.
const LOCK_LIVE = `
  SELECT id FROM links WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`;
const LOCK_MANY = `
  SELECT id FROM links WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
const LOCK_TRASHED = `
  SELECT id FROM links WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NOT NULL FOR NO KEY UPDATE`;

const SET = STORED_FIELDS.map(({ column, kind }, index) => {
  const value = `$${index + 4}`;
  return `${column} = ${kind === 'archived' ? `CASE WHEN ${value} THEN COALESCE(archived_at, $3) END` : value}`;
}).join(', ');
const UPDATE = `UPDATE links SET updated_at = $3, ${SET} WHERE workspace_id = $1 AND id = $2`;
