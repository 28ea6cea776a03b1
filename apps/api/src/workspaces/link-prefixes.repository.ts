import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, rows } from '../platform/database/index.js';

/** How the bare root stands among the retained prefixes. */
export const ROOT_PREFIX = '_root_';

/** Link prefixes share the one address space of a workspace with slugs and aliases. */
@Injectable()
export class LinkPrefixesRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Makes the prefix the current one; false when a link has that address. A retained prefix may be taken back. */
  async claim(workspaceId: string, prefix: string, tx: EntityManager): Promise<boolean> {
    return (await rows(tx, CLAIM, [workspaceId, prefix])).length > 0;
  }

  /** Keeps a former prefix working, the bare root too. */
  async retain(workspaceId: string, prefix: string, tx: EntityManager): Promise<void> {
    await rows(tx, RETAIN, [workspaceId, prefix]);
  }

  /** Takes a prefix away, whether current or retained. @returns whether there was one. */
  async release(workspaceId: string, prefix: string, kind: 'prefix' | 'retained', tx: EntityManager): Promise<boolean> {
    return (await affected(tx, RELEASE, [workspaceId, prefix, kind])) > 0;
  }

  /** Prefixes that were current before and still work, oldest first. */
  async listRetained(
    workspaceId: string,
    db: EntityManager = this.source.manager,
  ): Promise<{ prefix: string; createdAt: Date }[]> {
    const found = await rows<{ slug: string; created_at: Date }>(db, LIST, [workspaceId]);
    return found.map(({ slug, created_at }) => ({ prefix: slug, createdAt: created_at }));
  }
}

const CLAIM = `
  INSERT INTO addresses (workspace_id, slug, kind) VALUES ($1, $2, 'prefix')
  ON CONFLICT (workspace_id, slug) DO UPDATE SET kind = 'prefix', created_at = now() WHERE addresses.link_id IS NULL
  RETURNING slug`;

const RETAIN = `
  INSERT INTO addresses (workspace_id, slug, kind) VALUES ($1, $2, 'retained')
  ON CONFLICT (workspace_id, slug) DO UPDATE SET kind = 'retained', created_at = now() WHERE addresses.link_id IS NULL`;

const RELEASE = 'DELETE FROM addresses WHERE workspace_id = $1 AND slug = $2 AND kind = $3';

const LIST = `
  SELECT slug, created_at FROM addresses
  WHERE workspace_id = $1 AND kind = 'retained' ORDER BY created_at, slug LIMIT 1000`;
