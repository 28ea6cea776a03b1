import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { foldCase, parseSlug } from '@signpost/domain';
import { Any, In, type DataSource, type EntityManager } from 'typeorm';
import { execute, rows } from '../../platform/database/index.js';
import { WorkspaceEntity } from '../../workspaces/index.js';
import { AddressEntity } from './address.entity.js';
import { KeptPathEntity } from './kept-path.entity.js';

/** A path requested for a new link. */
export interface PathClaim {
  readonly path: string;
  readonly linkId: string;
}

/**
 * Kept paths: paths of other shorteners, in the same namespace as the workspace's slugs. The caller must hold the lock
 * of the link. Under an active link prefix, `prefix/slug` addresses the link with that slug, so claiming such a path
 * also reserves the slug for its link.
 */
@Injectable()
export class KeptPaths {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /**
   * Locks the workspace's link prefixes against changes until the transaction ends, if any path could be an address
   * under one. Call it before addresses are claimed.
   */
  async holdPrefixes(workspaceId: string, paths: readonly string[], tx: EntityManager): Promise<void> {
    if (firstWords(paths).length === 0) return;
    // Changing a prefix takes a conflicting lock on the workspace.
    const lock = { mode: 'pessimistic_read' } as const;
    await tx.getRepository(WorkspaceEntity).findOne({ where: { id: workspaceId }, lock });
  }

  /**
   * Claims paths for new links, stored in the order of the claims, after {@link holdPrefixes}. Returns the claims that
   * succeeded.
   */
  async claim(workspaceId: string, claims: readonly PathClaim[], tx: EntityManager): Promise<Set<PathClaim>> {
    if (claims.length === 0) return new Set();
    // Inserted in sorted order, to avoid deadlocks.
    const sorted = claims.map((claim, position) => ({ ...claim, position })).sort((a, b) => (a.path < b.path ? -1 : 1));
    const got = await rows<{ path: string; link_id: string }>(tx, CLAIM, [
      workspaceId,
      sorted.map(({ path }) => path),
      sorted.map(({ path }) => foldCase(path)),
      sorted.map(({ linkId }) => linkId),
      sorted.map(({ position }) => position),
    ]);
    const keys = new Set(got.map(({ path, link_id }) => `${link_id}/${path}`));
    const free = claims.filter(({ path, linkId }) => keys.has(`${linkId}/${path}`));
    const lost = await this.reserve(workspaceId, free, tx);
    return new Set(free.filter((claim) => !lost.has(claim)));
  }

  /** Claims a path for an existing link: a free one, or a former one of its own. @returns whether it succeeded. */
  async take(workspaceId: string, linkId: string, path: string, tx: EntityManager): Promise<boolean> {
    await this.holdPrefixes(workspaceId, [path], tx);
    const got = await rows(tx, TAKE, [workspaceId, path, foldCase(path), linkId]);
    return got.length > 0 && (await this.reserve(workspaceId, [{ path, linkId }], tx)).size === 0;
  }

  /** Revokes a live path of the link: it stops working and stays reserved. */
  async revoke(workspaceId: string, linkId: string, path: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(KeptPathEntity).update({ workspaceId, linkId, path }, { isLive: false });
  }

  /** The taken ones among these paths, with their links. */
  async findTaken(
    workspaceId: string,
    paths: readonly string[],
    db: EntityManager = this.source.manager,
  ): Promise<Map<string, string>> {
    if (paths.length === 0) return new Map();
    const found = await db.getRepository(KeptPathEntity).findBy({ workspaceId, path: Any(paths) });
    return new Map(found.map(({ path, linkId }) => [path, linkId]));
  }

  /** The active link prefixes among these words. */
  async findPrefixes(
    workspaceId: string,
    words: readonly string[],
    db: EntityManager = this.source.manager,
  ): Promise<Set<string>> {
    if (words.length === 0) return new Set();
    const active = { workspaceId, slug: Any(words), kind: In(['prefix', 'retained']) };
    return new Set((await db.getRepository(AddressEntity).findBy(active)).map(({ slug }) => slug));
  }

  /**
   * Reserves the slugs that claimed paths represent under a prefix. @returns the claims whose slug belongs to another
   * link.
   */
  private async reserve(workspaceId: string, claims: readonly PathClaim[], tx: EntityManager): Promise<Set<PathClaim>> {
    const prefixes = await this.findPrefixes(workspaceId, firstWords(claims.map(({ path }) => path)), tx);
    const wanted = claims.flatMap((claim) => {
      const slug = prefixedSlugOf(claim.path, prefixes);
      return slug === null ? [] : [{ slug, claim }];
    });
    if (wanted.length === 0) return new Set();
    wanted.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const slugs = wanted.map(({ slug }) => slug);
    await execute(tx, RESERVE, [workspaceId, slugs, wanted.map(({ claim }) => claim.linkId)]);
    const found = await tx.getRepository(AddressEntity).findBy({ workspaceId, slug: Any(slugs) });
    const owners = new Map(found.map(({ slug, linkId }) => [slug, linkId]));
    return new Set(wanted.flatMap(({ slug, claim }) => (owners.get(slug) === claim.linkId ? [] : [claim])));
  }
}

/** The slug that a path addresses under one of the prefixes, however it is written; null when there is none. */
export function prefixedSlugOf(path: string, prefixes: ReadonlySet<string>): string | null {
  const [prefix = '', word = '', ...more] = path.split('/');
  if (more.length > 0 || !prefixes.has(prefix.toLowerCase())) return null;
  const slug = parseSlug(word);
  return slug.ok ? slug.slug : null;
}

/** The first segments of two-segment paths, in the stored form of a prefix. */
export function firstWords(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => /^([\w-]+)\/[^/]+$/.exec(path)?.[1]?.toLowerCase() ?? []))];
}

// SQL, because it inserts many rows at once and skips the taken ones.
const CLAIM = `
  INSERT INTO kept_paths (workspace_id, path, folded, link_id, created_at)
  SELECT $1, wanted.path, wanted.folded, wanted.link_id, now() + wanted.position * interval '1 microsecond'
  FROM unnest($2::text[], $3::text[], $4::uuid[], $5::int[]) AS wanted (path, folded, link_id, position)
  ON CONFLICT (workspace_id, path) DO NOTHING
  RETURNING path, link_id`;

// SQL, because a former path of the same link is reactivated through the conflict clause.
const TAKE = `
  INSERT INTO kept_paths (workspace_id, path, folded, link_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (workspace_id, path) DO UPDATE SET is_live = true, created_at = clock_timestamp()
  WHERE kept_paths.link_id = EXCLUDED.link_id
  RETURNING path`;

// SQL, because it inserts many rows at once and skips the taken ones.
const RESERVE = `
  INSERT INTO addresses (workspace_id, slug, kind, link_id, created_at)
  SELECT $1, wanted.slug, 'revoked', wanted.link_id, clock_timestamp()
  FROM unnest($2::text[], $3::uuid[]) AS wanted (slug, link_id)
  ON CONFLICT (workspace_id, slug) DO NOTHING`;
