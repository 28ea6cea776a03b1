import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, rows } from '../../platform/database/index.js';

/** A slug that a new link asks for. */
export interface SlugClaim {
  readonly slug: string;
  readonly linkId: string;
}

/**
 * The one address space of a workspace. An address is claimed by inserting it; what is there already stays with whom
 * it belongs to, so no race can hand one address to two links. Callers hold the lock of the link that they change.
 */
@Injectable()
export class LinkAddresses {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Claims aliases for new links, which have them in the order of the claims; answers the claims that were free. */
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

  /** Gives back what links of this transaction claimed that are not made after all. */
  async release(workspaceId: string, linkIds: readonly string[], tx: EntityManager): Promise<void> {
    if (linkIds.length === 0) return;
    await affected(tx, `DELETE FROM addresses WHERE workspace_id = $1 AND link_id = ANY($2::uuid[])`, [
      workspaceId,
      linkIds,
    ]);
    await affected(tx, `DELETE FROM kept_paths WHERE workspace_id = $1 AND link_id = ANY($2::uuid[])`, [
      workspaceId,
      linkIds,
    ]);
  }

  /** Claims slugs for new links; answers the ids of the links that got theirs. */
  async claim(workspaceId: string, claims: readonly SlugClaim[], tx: EntityManager): Promise<Set<string>> {
    // In one order for everybody: two batches that ask for the same slugs must not wait for each other in a circle.
    const sorted = [...claims].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const claimed = await rows<{ link_id: string }>(tx, CLAIM, [
      workspaceId,
      sorted.map((claim) => claim.slug),
      sorted.map((claim) => claim.linkId),
    ]);
    return new Set(claimed.map((row) => row.link_id));
  }

  /** Whether the link got the address as its slug or alias: a free one, or a former one of its own. */
  async take(
    workspaceId: string,
    linkId: string,
    slug: string,
    kind: 'slug' | 'alias',
    tx: EntityManager,
  ): Promise<boolean> {
    return (await rows(tx, TAKE, [workspaceId, slug, kind, linkId])).length > 0;
  }

  /** Turns a live address of the link into an alias, or keeps it from others for good. */
  async demote(
    workspaceId: string,
    linkId: string,
    slug: string,
    kind: 'alias' | 'revoked',
    tx: EntityManager,
  ): Promise<void> {
    await affected(tx, DEMOTE, [workspaceId, slug, linkId, kind]);
  }

  /** Which of these addresses are taken, and the link that has each; null for a prefix. */
  async findTaken(
    workspaceId: string,
    slugs: readonly string[],
    db = this.source.manager,
  ): Promise<Map<string, string | null>> {
    const found = await rows<{ slug: string; link_id: string | null }>(db, FIND_TAKEN, [workspaceId, slugs]);
    return new Map(found.map((row) => [row.slug, row.link_id]));
  }

  /** Prefixes besides the current one under which every slug works; the bare root is the empty text. */
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

// What belongs to another is looked at without its lock: links that ask for each other's slugs would wait in a circle,
// each holding its own.
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
