import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { execute, rows } from '../../platform/database/index.js';

/** A slug requested for a new link. */
export interface SlugClaim {
  readonly slug: string;
  readonly linkId: string;
}

/**
 * The address namespace of a workspace. An address is claimed by inserting it under a unique key, so no race can give
 * one address to two links. The caller must hold the lock of the link that it changes.
 */
@Injectable()
export class LinkAddresses {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Claims aliases for new links, stored in the order of the claims. Returns the claims that succeeded. */
  async claimAliases(workspaceId: string, claims: readonly SlugClaim[], tx: EntityManager): Promise<Set<SlugClaim>> {
    if (claims.length === 0) return new Set();
    const sorted = claims.map((claim, position) => ({ ...claim, position })).sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const claimed = await rows<{ slug: string; link_id: string }>(tx, CLAIM_ALIASES, [
      workspaceId,
      sorted.map((claim) => claim.slug),
      sorted.map((claim) => claim.linkId),
      sorted.map((claim) => claim.position),
    ]);
    const keys = new Set(claimed.map(({ slug, link_id }) => `${link_id}/${slug}`));
    return new Set(claims.filter(({ slug, linkId }) => keys.has(`${linkId}/${slug}`)));
  }

  /** Releases addresses claimed in this transaction by links that are not created after all. */
  async release(workspaceId: string, linkIds: readonly string[], tx: EntityManager): Promise<void> {
    if (linkIds.length === 0) return;
    await execute(tx, `DELETE FROM addresses WHERE workspace_id = $1 AND link_id = ANY($2::uuid[])`, [
      workspaceId,
      linkIds,
    ]);
    await execute(tx, `DELETE FROM kept_paths WHERE workspace_id = $1 AND link_id = ANY($2::uuid[])`, [
      workspaceId,
      linkIds,
    ]);
  }

  /** Claims slugs for new links. Returns the ids of the links that got theirs. */
  async claim(workspaceId: string, claims: readonly SlugClaim[], tx: EntityManager): Promise<Set<string>> {
    // Inserted in sorted order: two batches that claim the same slugs could otherwise deadlock.
    const sorted = [...claims].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const claimed = await rows<{ link_id: string }>(tx, CLAIM, [
      workspaceId,
      sorted.map((claim) => claim.slug),
      sorted.map((claim) => claim.linkId),
    ]);
    return new Set(claimed.map((row) => row.link_id));
  }

  /**
   * Claims an address as the link's slug or alias: a free one, or a former one of its own. @returns whether it
   * succeeded.
   */
  async take(
    workspaceId: string,
    linkId: string,
    slug: string,
    kind: 'slug' | 'alias',
    tx: EntityManager,
  ): Promise<boolean> {
    return (await rows(tx, TAKE, [workspaceId, slug, kind, linkId])).length > 0;
  }

  /** Turns a live address of the link into an alias, or revokes it. */
  async demote(
    workspaceId: string,
    linkId: string,
    slug: string,
    kind: 'alias' | 'revoked',
    tx: EntityManager,
  ): Promise<void> {
    await execute(tx, DEMOTE, [workspaceId, slug, linkId, kind]);
  }

  /** The taken ones among these addresses, with their links; null for a prefix. */
  async findTaken(
    workspaceId: string,
    slugs: readonly string[],
    db = this.source.manager,
  ): Promise<Map<string, string | null>> {
    const found = await rows<{ slug: string; link_id: string | null }>(db, FIND_TAKEN, [workspaceId, slugs]);
    return new Map(found.map((row) => [row.slug, row.link_id]));
  }

  /** Former prefixes under which every slug still works; the empty string is the root without prefix. */
  async listRetainedPrefixes(workspaceId: string, db = this.source.manager): Promise<string[]> {
    const found = await rows<{ slug: string }>(db, LIST_RETAINED, [workspaceId]);
    return found.map((row) => (row.slug === '_root_' ? '' : row.slug));
  }
}

const CLAIM = `
  INSERT INTO addresses (workspace_id, slug, kind, link_id)
  SELECT $1, wanted.slug, 'slug', wanted.link_id FROM unnest($2::text[], $3::uuid[]) AS wanted (slug, link_id)
  ON CONFLICT (workspace_id, slug) DO NOTHING
  RETURNING link_id`;

const CLAIM_ALIASES = `
  INSERT INTO addresses (workspace_id, slug, kind, link_id, created_at)
  SELECT $1, wanted.slug, 'alias', wanted.link_id, now() + wanted.position * interval '1 microsecond'
  FROM unnest($2::text[], $3::uuid[], $4::int[]) AS wanted (slug, link_id, position)
  ON CONFLICT (workspace_id, slug) DO NOTHING
  RETURNING slug, link_id`;

// Addresses of other links are checked without locking them: two links that claim each other's slugs, each holding its
// own lock, could otherwise deadlock.
const TAKE = `
  INSERT INTO addresses (workspace_id, slug, kind, link_id, created_at)
  SELECT $1, $2, $3, $4, clock_timestamp()
  WHERE NOT EXISTS (SELECT FROM addresses WHERE workspace_id = $1 AND slug = $2 AND link_id IS DISTINCT FROM $4)
  ON CONFLICT (workspace_id, slug) DO UPDATE SET kind = EXCLUDED.kind, created_at = EXCLUDED.created_at
  WHERE addresses.link_id = EXCLUDED.link_id
  RETURNING slug`;

const DEMOTE = `
  UPDATE addresses SET kind = $4, created_at = clock_timestamp()
  WHERE workspace_id = $1 AND slug = $2 AND link_id = $3`;

const FIND_TAKEN = `SELECT slug, link_id FROM addresses WHERE workspace_id = $1 AND slug = ANY($2::text[])`;

const LIST_RETAINED = `
  SELECT slug FROM addresses WHERE workspace_id = $1 AND kind = 'retained' ORDER BY slug LIMIT 1000`;
