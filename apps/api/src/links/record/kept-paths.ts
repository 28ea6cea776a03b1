import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { foldCase } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, firstRow, rows } from '../../platform/database/index.js';

/** A path that a new link asks for. */
export interface PathClaim {
  readonly path: string;
  readonly linkId: string;
}

/** Addresses of former shorteners, in the workspace's address space beside slugs. Callers hold the lock of their link. */
@Injectable()
export class KeptPaths {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Claims paths for new links; answers those that were free, as they were asked for. */
  async claim(workspaceId: string, claims: readonly PathClaim[], tx: EntityManager): Promise<Set<PathClaim>> {
    if (claims.length === 0) return new Set();
    // In one order for everybody, as for slugs.
    const sorted = [...claims].sort((a, b) => (a.path < b.path ? -1 : 1));
    const got = await rows<{ path: string; link_id: string }>(tx, CLAIM, [
      workspaceId,
      sorted.map(({ path }) => path),
      sorted.map(({ path }) => foldCase(path)),
      sorted.map(({ linkId }) => linkId),
    ]);
    const keys = new Set(got.map(({ path, link_id }) => `${link_id}/${path}`));
    return new Set(claims.filter(({ path, linkId }) => keys.has(`${linkId}/${path}`)));
  }

  /** Whether the link got the path: a free one, or one that was its own. */
  async take(workspaceId: string, linkId: string, path: string, tx: EntityManager): Promise<boolean> {
    return (await rows(tx, TAKE, [workspaceId, path, foldCase(path), linkId])).length > 0;
  }

  /** Keeps a live path of the link from leading anywhere, and from everybody else. */
  async revoke(workspaceId: string, linkId: string, path: string, tx: EntityManager): Promise<void> {
    await affected(tx, REVOKE, [workspaceId, linkId, path]);
  }

  /** Which of these paths are taken, and the link that has each. */
  async findTaken(
    workspaceId: string,
    paths: readonly string[],
    db: EntityManager = this.source.manager,
  ): Promise<Map<string, string>> {
    if (paths.length === 0) return new Map();
    const found = await rows<{ path: string; link_id: string }>(db, FIND_TAKEN, [workspaceId, paths]);
    return new Map(found.map(({ path, link_id }) => [path, link_id]));
  }

  /** The link whose address under a prefix that works these words are, `prefix/slug`; null when it is none's. */
  async findPrefixed(
    workspaceId: string,
    path: string,
    db: EntityManager = this.source.manager,
  ): Promise<string | null> {
    const [prefix = '', slug = '', ...more] = path.split('/');
    if (slug === '' || more.length > 0) return null;
    return (await firstRow<{ link_id: string }>(db, FIND_PREFIXED, [workspaceId, prefix, slug]))?.link_id ?? null;
  }
}

// SQL text, as it inserts what is free of many rows at once.
const CLAIM = `
  INSERT INTO kept_paths (workspace_id, path, folded, link_id)
  SELECT $1, wanted.path, wanted.folded, wanted.link_id
  FROM unnest($2::text[], $3::text[], $4::uuid[]) AS wanted (path, folded, link_id)
  ON CONFLICT (workspace_id, path) DO NOTHING
  RETURNING path, link_id`;

// SQL text, as a former one of the link's own comes back by the conflict.
const TAKE = `
  INSERT INTO kept_paths (workspace_id, path, folded, link_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, path) DO UPDATE SET is_live = true, created_at = clock_timestamp()
  WHERE kept_paths.link_id = EXCLUDED.link_id
  RETURNING path`;

const REVOKE = `UPDATE kept_paths SET is_live = false WHERE workspace_id = $1 AND link_id = $2 AND path = $3`;

const FIND_TAKEN = `SELECT path, link_id FROM kept_paths WHERE workspace_id = $1 AND path = ANY($2::text[])`;

const FIND_PREFIXED = `
  SELECT a.link_id FROM addresses a
  WHERE a.workspace_id = $1 AND a.slug = $3 AND a.kind IN ('slug', 'alias', 'revoked')
    AND EXISTS (SELECT FROM addresses p WHERE p.workspace_id = $1 AND p.slug = $2 AND p.kind IN ('prefix', 'retained'))`;
