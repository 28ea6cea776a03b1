import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { IsNull, Not, type DataSource, type EntityManager } from 'typeorm';
import { execute, firstRow, rows } from '../../platform/database/index.js';
import { fail } from '../../platform/errors/index.js';
import { ImportEntity } from './import.entity.js';

/** A previewed file. */
export type StoredImport = Readonly<Pick<ImportEntity, 'id' | 'fileHash' | 'rowCount'>>;

/** What a row has become: a live link, a link in the trash that stays there, or one whose place the row may take. */
export interface DoneRow {
  readonly linkId: string;
  readonly state: 'live' | 'trashed' | 'replaceable';
}

/** A link in the trash that was created by an import. */
export interface TrashedOwner {
  readonly linkId: string;
  readonly isReplaceable: boolean;
}

/** A link of an import that is not in the trash. */
export interface ImportedLink {
  readonly id: string;
  readonly isVisited: boolean;
  readonly isChanged: boolean;
}

/** Stores previewed files and which of their rows have become links. */
@Injectable()
export class ImportsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Records a previewed file. @returns its id; the same file in a workspace keeps its id. */
  async note(
    workspaceId: string,
    userId: string | null,
    file: StoredImport,
    db: EntityManager = this.source.manager,
  ): Promise<string> {
    const noted = await firstRow<{ id: string }>(db, NOTE, [
      file.id,
      workspaceId,
      file.fileHash,
      file.rowCount,
      userId,
    ]);
    return noted?.id ?? file.id;
  }

  /** Locks an import until the transaction ends, so that requests for one file are serialised. */
  lock(workspaceId: string, id: string, tx: EntityManager): Promise<StoredImport | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return tx.getRepository(ImportEntity).findOne({ where: { workspaceId, id }, lock });
  }

  /** The import with this file hash, or null. */
  async findByHash(workspaceId: string, fileHash: string): Promise<string | null> {
    return (await this.source.getRepository(ImportEntity).findOneBy({ workspaceId, fileHash }))?.id ?? null;
  }

  /** Whether a request has already imported rows of it; false for an unknown id. */
  isStarted(workspaceId: string, id: string): Promise<boolean> {
    return this.source.getRepository(ImportEntity).existsBy({ workspaceId, id, startedAt: Not(IsNull()) });
  }

  /** Marks the import as started. */
  async start(workspaceId: string, id: string, tx: EntityManager): Promise<void> {
    const unstarted = { workspaceId, id, startedAt: IsNull() };
    await tx.getRepository(ImportEntity).update(unstarted, { startedAt: () => 'now()' });
  }

  /** Links that rows of the import have become, by row. */
  async listDone(
    workspaceId: string,
    importId: string,
    db: EntityManager = this.source.manager,
  ): Promise<Map<number, DoneRow>> {
    const done = await rows<DoneRow & { row: number }>(db, LIST_DONE, [workspaceId, importId]);
    return new Map(done.map(({ row, linkId, state }) => [row, { linkId, state }]));
  }

  /**
   * The links of an import that are not in the trash, locked in id order, with whether each was visited or changed
   * since.
   */
  async lockLinks(workspaceId: string, importId: string, tx: EntityManager): Promise<ImportedLink[]> {
    await execute(tx, LOCK_LINKS, [workspaceId, importId]);
    return rows<ImportedLink>(tx, LIST_LINKS, [workspaceId, importId]);
  }

  /** The addresses among these that belong to imported links in the trash; kept paths begin with a slash. */
  async findTrashed(
    workspaceId: string,
    addresses: readonly string[],
    db: EntityManager = this.source.manager,
  ): Promise<Map<string, TrashedOwner>> {
    if (addresses.length === 0) return new Map();
    const found = await rows<TrashedOwner & { address: string }>(db, FIND_TRASHED, [
      workspaceId,
      addresses.filter((address) => !address.startsWith('/')),
      addresses.filter((address) => address.startsWith('/')).map((path) => path.slice(1)),
    ]);
    return new Map(found.map(({ address, linkId, isReplaceable }) => [address, { linkId, isReplaceable }]));
  }

  /**
   * Runs ANALYZE on the tables that imports fill if PostgreSQL's statistics know fewer links than one call has just
   * created. Until autovacuum does so, about a minute later, foreign keys are checked with a plan for an empty table:
   * each new row scans all links.
   */
  async analyzeGrown(made: number): Promise<void> {
    // SQL, because the catalogue and ANALYZE are specific to PostgreSQL.
    const known = await firstRow<{ isGrown: boolean }>(
      this.source.manager,
      `SELECT reltuples < $1 AS "isGrown" FROM pg_class WHERE oid = 'links'::regclass`,
      [made],
    );
    if (known?.isGrown !== true) return;
    await this.source.query('ANALYZE links, addresses, link_tags, tags, link_history, kept_paths, import_rows');
  }

  /**
   * Permanently deletes replaceable links from the trash. @returns their former addresses.
   * @throws ApiError `conflict` when one of them was visited, stopped or taken out of the trash meanwhile.
   */
  async erase(workspaceId: string, linkIds: readonly string[], tx: EntityManager): Promise<string[]> {
    if (linkIds.length === 0) return [];
    await execute(tx, LOCK_ERASED, [workspaceId, linkIds]);
    const addresses = await rows<{ slug: string }>(tx, ADDRESSES_OF, [workspaceId, linkIds]);
    const erased = await rows(tx, ERASE, [workspaceId, linkIds]);
    return erased.length === linkIds.length ? addresses.map(({ slug }) => slug) : fail('conflict');
  }

  async recordDone(importId: string, done: ReadonlyMap<number, string>, tx: EntityManager): Promise<void> {
    await execute(tx, RECORD_DONE, [importId, [...done.keys()], [...done.values()]]);
  }
}

// SQL, because these insert many rows or on conflict, lock links in id order, or read what several tables know of a link.

const NOTE = `
  INSERT INTO imports (id, workspace_id, file_hash, row_count, created_by) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (workspace_id, file_hash) DO UPDATE SET row_count = EXCLUDED.row_count
  RETURNING id`;

const VISITED = `(c.used_visits > 0 OR c.lifetime_clicks > 0)`;

// A quarantine, and what visitors reported, would go with the link: importing it again must not lift either.
const REPLACEABLE = `(NOT ${VISITED} AND l.quarantined_at IS NULL
  AND NOT EXISTS (SELECT FROM abuse_reports a WHERE a.workspace_id = l.workspace_id AND a.link_id = l.id))`;

const LIST_DONE = `
  SELECT r.row, r.link_id AS "linkId",
    CASE WHEN l.deleted_at IS NULL THEN 'live' WHEN ${REPLACEABLE} THEN 'replaceable' ELSE 'trashed' END AS state
  FROM import_rows r JOIN links l ON l.id = r.link_id JOIN link_counters c ON c.link_id = l.id
  WHERE l.workspace_id = $1 AND r.import_id = $2`;

const LOCK_LINKS = `
  SELECT l.id FROM links l
  WHERE l.workspace_id = $1 AND l.deleted_at IS NULL AND l.id IN (SELECT link_id FROM import_rows WHERE import_id = $2)
  ORDER BY l.id FOR NO KEY UPDATE`;

// The first history entry of a link is its creation.
const LIST_LINKS = `
  SELECT l.id, ${VISITED} AS "isVisited",
    EXISTS (SELECT FROM link_history h WHERE h.link_id = l.id AND h.action <> 'created') AS "isChanged"
  FROM import_rows r JOIN links l ON l.id = r.link_id JOIN link_counters c ON c.link_id = l.id
  WHERE r.import_id = $2 AND l.workspace_id = $1 AND l.deleted_at IS NULL ORDER BY r.row`;

const FIND_TRASHED = `
  SELECT owned.address, l.id AS "linkId", ${REPLACEABLE} AS "isReplaceable"
  FROM (
    SELECT slug AS address, link_id FROM addresses WHERE workspace_id = $1 AND slug = ANY($2::text[])
    UNION ALL SELECT '/' || path, link_id FROM kept_paths WHERE workspace_id = $1 AND path = ANY($3::text[])) owned
  JOIN links l ON l.id = owned.link_id AND l.deleted_at IS NOT NULL
  JOIN link_counters c ON c.link_id = l.id
  WHERE EXISTS (SELECT FROM import_rows r WHERE r.link_id = l.id)`;

// In the order of ids, in which the click writer locks the counters too.
const LOCK_ERASED = `
  SELECT FROM links l JOIN link_counters c ON c.link_id = l.id WHERE l.workspace_id = $1 AND l.id = ANY($2::uuid[])
  ORDER BY l.id FOR UPDATE`;

const ERASE = `
  DELETE FROM links l USING link_counters c
  WHERE l.workspace_id = $1 AND l.id = ANY($2::uuid[]) AND c.link_id = l.id AND l.deleted_at IS NOT NULL AND ${REPLACEABLE}
  RETURNING l.id`;

const ADDRESSES_OF = `
  SELECT slug FROM addresses WHERE workspace_id = $1 AND link_id = ANY($2::uuid[])
  UNION ALL SELECT '/' || path FROM kept_paths WHERE workspace_id = $1 AND link_id = ANY($2::uuid[])`;

const RECORD_DONE = `
  INSERT INTO import_rows (import_id, row, link_id)
  SELECT $1, done.row, done.link_id FROM unnest($2::integer[], $3::uuid[]) AS done (row, link_id)`;
