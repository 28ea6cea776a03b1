import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, execute, rows } from '../platform/database/index.js';

/** Link prefixes, which share a workspace's address namespace with slugs and aliases. */
@Injectable()
export class LinkPrefixesRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /**
   * Makes the prefix the current one; false when a link has that address. A retained prefix may become current again.
   */
  async claim(workspaceId: string, prefix: string, tx: EntityManager): Promise<boolean> {
    return (await rows(tx, CLAIM, [workspaceId, prefix])).length > 0;
  }

  /**
   * Reserves for their links the slugs that kept paths address under the prefix (`prefix/slug`). The caller must hold
   * the workspace's lock.
   * @returns false when one of them belongs to another link.
   */
  async reserveKept(workspaceId: string, prefix: string, tx: EntityManager): Promise<boolean> {
    await execute(tx, RESERVE_KEPT, [workspaceId, prefix]);
    return (await rows(tx, FIND_FOREIGN, [workspaceId, prefix])).length === 0;
  }

  /** Retains a former prefix (or the root), so that it keeps working. */
  async retain(workspaceId: string, prefix: string, tx: EntityManager): Promise<void> {
    await execute(tx, RETAIN, [workspaceId, prefix]);
  }

  /** Deletes a prefix, whether current or retained. @returns whether there was one. */
  async release(workspaceId: string, prefix: string, kind: 'prefix' | 'retained', tx: EntityManager): Promise<boolean> {
    return (await affected(tx, RELEASE, [workspaceId, prefix, kind])) > 0;
  }

  /** Former prefixes that still work, oldest first. */
  async listRetained(
    workspaceId: string,
    db: EntityManager = this.source.manager,
  ): Promise<{ prefix: string; createdAt: Date }[]> {
    const found = await rows<{ slug: string; created_at: Date }>(db, LIST, [workspaceId]);
    return found.map(({ slug, created_at }) => ({ prefix: slug, createdAt: created_at }));
  }
}

// SQL, because these insert on a condition or many rows at once, and the entity of addresses belongs to links, which
// depend on workspaces.

const CLAIM = `
  INSERT INTO addresses (workspace_id, slug, kind) VALUES ($1, $2, 'prefix')
  ON CONFLICT (workspace_id, slug) DO UPDATE SET kind = 'prefix', created_at = now() WHERE addresses.link_id IS NULL
  RETURNING slug`;

/** Kept paths that are an address under the prefix, in any spelling. */
const KEPT_UNDER = `
  SELECT DISTINCT split_part(lower(path), '/', 2) AS slug, link_id FROM kept_paths
  WHERE workspace_id = $1 AND lower(path) ~ ('^' || $2 || '/[a-z0-9_]([a-z0-9_-]{0,62}[a-z0-9_])?$')`;

const RESERVE_KEPT = `
  INSERT INTO addresses (workspace_id, slug, kind, link_id, created_at)
  SELECT $1, kept.slug, 'revoked', kept.link_id, clock_timestamp() FROM (${KEPT_UNDER}) kept ORDER BY kept.slug
  ON CONFLICT (workspace_id, slug) DO NOTHING`;

const FIND_FOREIGN = `
  SELECT kept.slug FROM (${KEPT_UNDER}) kept JOIN addresses a ON a.workspace_id = $1 AND a.slug = kept.slug
  WHERE a.link_id IS DISTINCT FROM kept.link_id LIMIT 1`;

const RETAIN = `
  INSERT INTO addresses (workspace_id, slug, kind) VALUES ($1, $2, 'retained')
  ON CONFLICT (workspace_id, slug) DO UPDATE SET kind = 'retained', created_at = now() WHERE addresses.link_id IS NULL`;

const RELEASE = 'DELETE FROM addresses WHERE workspace_id = $1 AND slug = $2 AND kind = $3';

const LIST = `
  SELECT slug, created_at FROM addresses
  WHERE workspace_id = $1 AND kind = 'retained' ORDER BY created_at, slug LIMIT 1000`;
