import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { foldCase, parseSlug } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, rows } from '../../platform/database/index.js';

/** A path that a new link asks for. */
export interface PathClaim {
  readonly path: string;
  readonly linkId: string;
}

/**
 * Addresses of former shorteners, in the workspace's address space beside slugs. Callers hold the lock of their link.
 * Under a link prefix that works, `prefix/slug` is an address of the link with that slug: whoever keeps such a path keeps
 * the slug from others too, as a former address of its own.
 */
@Injectable()
export class KeptPaths {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /**
   * Keeps link prefixes what they are until the transaction ends, where paths could be addresses under one. Call it before
   * addresses are claimed.
   */
  async holdPrefixes(workspaceId: string, paths: readonly string[], tx: EntityManager): Promise<void> {
    if (firstWords(paths).length > 0) await rows(tx, HOLD_PREFIXES, [workspaceId]);
  }

  /**
   * Claims paths for new links, which have them in the order of the claims, after {@link holdPrefixes}; answers those that
   * were free, as they were asked for.
   */
  async claim(workspaceId: string, claims: readonly PathClaim[], tx: EntityManager): Promise<Set<PathClaim>> {
    if (claims.length === 0) return new Set();
    // In one order for everybody, as for slugs.
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

  /** Whether the link got the path: a free one, or one that was its own. */
  async take(workspaceId: string, linkId: string, path: string, tx: EntityManager): Promise<boolean> {
    await this.holdPrefixes(workspaceId, [path], tx);
    const got = await rows(tx, TAKE, [workspaceId, path, foldCase(path), linkId]);
    return got.length > 0 && (await this.reserve(workspaceId, [{ path, linkId }], tx)).size === 0;
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

  /** Those of these words that are link prefixes and work. */
  async findPrefixes(
    workspaceId: string,
    words: readonly string[],
    db: EntityManager = this.source.manager,
  ): Promise<Set<string>> {
    if (words.length === 0) return new Set();
    return new Set((await rows<{ slug: string }>(db, FIND_PREFIXES, [workspaceId, words])).map(({ slug }) => slug));
  }

  /** Keeps the slugs that claimed paths say under a prefix. @returns the claims whose slug is another link's. */
  private async reserve(workspaceId: string, claims: readonly PathClaim[], tx: EntityManager): Promise<Set<PathClaim>> {
    const prefixes = await this.findPrefixes(workspaceId, firstWords(claims.map(({ path }) => path)), tx);
    const wanted = claims.flatMap((claim) => {
      const slug = prefixedSlugOf(claim.path, prefixes);
      return slug === null ? [] : [{ slug, claim }];
    });
    if (wanted.length === 0) return new Set();
    wanted.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const slugs = wanted.map(({ slug }) => slug);
    await rows(tx, RESERVE, [workspaceId, slugs, wanted.map(({ claim }) => claim.linkId)]);
    const found = await rows<{ slug: string; link_id: string | null }>(tx, FIND_OWNERS, [workspaceId, slugs]);
    const owners = new Map(found.map(({ slug, link_id }) => [slug, link_id]));
    return new Set(wanted.flatMap(({ slug, claim }) => (owners.get(slug) === claim.linkId ? [] : [claim])));
  }
}

/** The slug whose address under one of the prefixes a path is, however it is written; null when it is none. */
export function prefixedSlugOf(path: string, prefixes: ReadonlySet<string>): string | null {
  const [prefix = '', word = '', ...more] = path.split('/');
  if (more.length > 0 || !prefixes.has(prefix.toLowerCase())) return null;
  const slug = parseSlug(word);
  return slug.ok ? slug.slug : null;
}

/** What stands before the slash of paths that have one, as a prefix would be stored. */
export function firstWords(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => /^([\w-]+)\/[^/]+$/.exec(path)?.[1]?.toLowerCase() ?? []))];
}

// SQL text, as it inserts what is free of many rows at once.
const CLAIM = `
  INSERT INTO kept_paths (workspace_id, path, folded, link_id, created_at)
  SELECT $1, wanted.path, wanted.folded, wanted.link_id, now() + wanted.position * interval '1 microsecond'
  FROM unnest($2::text[], $3::text[], $4::uuid[], $5::int[]) AS wanted (path, folded, link_id, position)
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

// Whoever changes a prefix locks the workspace against this.
const HOLD_PREFIXES = `SELECT id FROM workspaces WHERE id = $1 FOR SHARE`;

const FIND_PREFIXES = `
  SELECT slug FROM addresses WHERE workspace_id = $1 AND slug = ANY($2::text[]) AND kind IN ('prefix', 'retained')`;

// SQL text, as it inserts what is free of many rows at once.
const RESERVE = `
  INSERT INTO addresses (workspace_id, slug, kind, link_id, created_at)
  SELECT $1, wanted.slug, 'revoked', wanted.link_id, clock_timestamp()
  FROM unnest($2::text[], $3::uuid[]) AS wanted (slug, link_id)
  ON CONFLICT (workspace_id, slug) DO NOTHING`;

const FIND_OWNERS = `SELECT slug, link_id FROM addresses WHERE workspace_id = $1 AND slug = ANY($2::text[])`;
