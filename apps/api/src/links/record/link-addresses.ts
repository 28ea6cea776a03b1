import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@signpost/contracts';
import { generateSlug, ROOT_PREFIX } from '@signpost/domain';
import { Any, type DataSource, type EntityManager } from 'typeorm';
import type { CurrentWorkspace } from '../../platform/access/index.js';
import { rows } from '../../platform/database/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { AddressEntity } from './address.entity.js';
import { KeptPathEntity } from './kept-path.entity.js';
import type { LinkFields } from './link-fields.js';

/** A new link: without a slug in its fields it gets a random one. */
interface UnclaimedLink {
  readonly id: string;
  readonly fields: LinkFields;
}

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
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly views: WorkspaceViews,
  ) {}

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
    await tx.getRepository(AddressEntity).delete({ workspaceId, linkId: Any(linkIds) });
    await tx.getRepository(KeptPathEntity).delete({ workspaceId, linkId: Any(linkIds) });
  }

  /**
   * Claims the slug that each new link asks for, or a random one. Returns the links that got a slug, by id; links whose
   * slug is taken are missing.
   */
  async claimSlugs<Link extends UnclaimedLink>(
    workspaceId: string,
    links: readonly Link[],
    tx: EntityManager,
  ): Promise<Map<string, Link>> {
    const claimed = new Map<string, Link>();
    let open = links;
    for (let tries = 0; open.length > 0; tries += 1) {
      const candidates = open.map((link) =>
        link.fields.slug === '' ? { ...link, fields: { ...link.fields, slug: freshSlug(tries) } } : link,
      );
      const claims = candidates.map((link) => ({ slug: link.fields.slug, linkId: link.id }));
      const got = await this.claim(workspaceId, claims, tx);
      for (const link of candidates) if (got.has(link.id)) claimed.set(link.id, link);
      // Only links without a requested slug try again.
      open = open.filter((link) => link.fields.slug === '' && !claimed.has(link.id));
    }
    return claimed;
  }

  /** A random slug that is not taken yet. */
  async unusedSlug(workspaceId: string, tx: EntityManager): Promise<string> {
    for (let tries = 0; ; tries += 1) {
      const slug = freshSlug(tries);
      if ((await this.findTaken(workspaceId, [slug], tx)).size === 0) return slug;
    }
  }

  /** Claims slugs for new links. Returns the ids of the links that got theirs. */
  private async claim(workspaceId: string, claims: readonly SlugClaim[], tx: EntityManager): Promise<Set<string>> {
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
    const createdAt = () => 'clock_timestamp()';
    await tx.getRepository(AddressEntity).update({ workspaceId, slug, linkId }, { kind, createdAt });
  }

  /** The taken ones among these addresses, with their links; null for a prefix. */
  async findTaken(
    workspaceId: string,
    slugs: readonly string[],
    db = this.source.manager,
  ): Promise<Map<string, string | null>> {
    const found = await db.getRepository(AddressEntity).findBy({ workspaceId, slug: Any(slugs) });
    return new Map(found.map(({ slug, linkId }) => [slug, linkId]));
  }

  /** Former prefixes under which every slug still works; the empty string is the root without prefix. */
  async listRetainedPrefixes(workspaceId: string, db = this.source.manager): Promise<string[]> {
    const found = await db
      .getRepository(AddressEntity)
      .find({ where: { workspaceId, kind: 'retained' }, order: { slug: 'ASC' }, take: 1000 });
    return found.map(({ slug }) => (slug === ROOT_PREFIX ? '' : slug));
  }

  /** Every URL under which links with these addresses can be reached: on both origins, under each active prefix. */
  async ownUrls(
    workspace: CurrentWorkspace,
    addresses: readonly string[],
    db: EntityManager = this.source.manager,
  ): Promise<string[]> {
    const retained = await this.listRetainedPrefixes(workspace.id, db);
    const origins = new Set([this.views.shortUrlBase(workspace.slug, null), this.views.dashboardUrl(workspace.slug)]);
    const prefixes = [workspace.linkPrefix ?? '', ...retained].map((prefix) => (prefix === '' ? '' : `/${prefix}`));
    return [...origins].flatMap((origin) =>
      prefixes.flatMap((prefix) => addresses.map((address) => `${origin}${prefix}/${address}`)),
    );
  }
}

/** Collisions in a row that only a broken random source can cause. */
const MOST_COLLISIONS = 20;

/**
 * A random slug; from the third collision on, each one adds a character (decisions 3).
 * @param collisions number of slugs in a row that were taken.
 */
function freshSlug(collisions: number): string {
  if (collisions >= MOST_COLLISIONS) throw new Error(`${collisions} fresh slugs in a row were all taken`);
  return generateSlug(LIMITS.generatedSlugLength + Math.max(0, collisions - 2), randomBytes);
}

// SQL, because these insert many rows at once and skip the taken ones, or take back a former one of the same link.

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
