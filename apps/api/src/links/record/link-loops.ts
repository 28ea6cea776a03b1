import { domainToUnicode } from 'node:url';
import { Injectable } from '@nestjs/common';
import { problem, type FieldError, type LinkInput } from '@signpost/contracts';
import { isLoop, ROOT_PREFIX } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import type { CurrentWorkspace } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { execute, firstRow } from '../../platform/database/index.js';
import { HostTargets } from '../../platform/http/index.js';
import { shortPathsIn, type ShortPath } from '../../redirect/index.js';
import { LinkAddresses } from './link-addresses.js';
import { DESTINATION_FIELDS, type LinkFields } from './link-fields.js';
import { touchedDestinations, validateFields } from './link-rules.js';

/** A destination to check: the field to name in an error, and the URL. */
export interface CheckedDestination {
  readonly field: string;
  readonly url: string;
}

/** A short address of this instance. */
interface ShortAddress extends ShortPath {
  /** Label of the workspace; null in single mode. */
  readonly label: string | null;
}

interface NextRow {
  destination_url: string;
  workspace_id: string;
  is_protected: boolean;
}

/** Maximum length of a chain (decisions 5, "Loops"): a longer one is not created by mistake. */
const STEPS = 10;

/** Detects destinations that lead back to the link itself through short addresses of this instance. */
@Injectable()
export class LinkLoops {
  constructor(
    private readonly config: Config,
    private readonly hosts: HostTargets,
    private readonly addresses: LinkAddresses,
  ) {}

  /**
   * Errors of a link's fields: rules that involve several of them, and destinations that lead back to the link.
   * @param addresses slugs and kept paths of the link after the change.
   */
  async validate(
    workspace: CurrentWorkspace,
    fields: LinkFields,
    input: LinkInput,
    addresses: readonly string[],
    tx: EntityManager,
  ): Promise<FieldError[]> {
    const ownUrls = await this.addresses.ownUrls(workspace, addresses, tx);
    const loops = await this.check(workspace, touchedDestinations(fields, input), ownUrls, tx);
    return [...validateFields(fields, input, ownUrls), ...loops];
  }

  /**
   * Errors for destinations that lead back to the link, with the chain of URLs. Destinations that are one of the link's
   * own addresses are reported by `validateFields`. Changes that point to short addresses are serialised, so that two
   * concurrent ones cannot close a loop together.
   * @param ownUrls every short URL of the link after the change.
   * @param planned main destinations of links that the same transaction is about to create, by slug.
   */
  async check(
    workspace: CurrentWorkspace,
    destinations: readonly CheckedDestination[],
    ownUrls: readonly string[],
    tx: EntityManager,
    planned: ReadonlyMap<string, string> = new Map(),
  ): Promise<FieldError[]> {
    const leading = destinations.filter(({ url }) => this.shortAddressesOf(url).length > 0);
    if (leading.length === 0) return [];
    await execute(tx, LOCK, []);
    const own = new Set(ownUrls.flatMap((url) => this.shortAddressesOf(url).map(keyOf)));
    const errors: FieldError[] = [];
    for (const { field, url } of leading) {
      const way = await this.wayBack(workspace, url, own, planned, tx);
      if (way === null || isLoop(url, ownUrls)) continue;
      errors.push(problem(field, 'url_circle', { way: way.map(withoutScheme).join(' → ') }));
    }
    return errors;
  }

  /**
   * Serialises changes that may point to short addresses, until the transaction ends. Callers that lock a link or tags
   * before {@link check} must call it first.
   * @param input whose URLs are inspected as entered.
   */
  async begin(input: LinkInput, tx: EntityManager): Promise<void> {
    const text = JSON.stringify([...DESTINATION_FIELDS.map((field) => input[field]), input.targeting]);
    const { publicUrl, shortUrl } = this.config;
    const isLeading = [publicUrl, shortUrl]
      .flatMap(({ hostname }) => [hostname, domainToUnicode(hostname)])
      .some((name) => text.toLowerCase().includes(name));
    if (isLeading) await execute(tx, LOCK, []);
  }

  /** The chain of URLs from a destination back to the link, the destination first; null when it does not lead there. */
  private async wayBack(
    workspace: CurrentWorkspace,
    destination: string,
    own: ReadonlySet<string>,
    planned: ReadonlyMap<string, string>,
    tx: EntityManager,
  ): Promise<string[] | null> {
    const way: string[] = [];
    let url: string | null = destination;
    for (let step = 0; url !== null && step < STEPS; step += 1) {
      way.push(url);
      const addresses = this.shortAddressesOf(url);
      if (addresses.some((address) => own.has(keyOf(address)))) return way;
      url = await this.nextOf(workspace, addresses, planned, tx);
    }
    return null;
  }

  /**
   * The destination of the first address that is a link; null when none is, or when it is a protected link of another
   * workspace, whose destination must not be revealed.
   */
  private async nextOf(
    workspace: CurrentWorkspace,
    addresses: readonly ShortAddress[],
    planned: ReadonlyMap<string, string>,
    tx: EntityManager,
  ): Promise<string | null> {
    for (const { label, prefix, slug } of addresses) {
      const isOwn = label === null || label === workspace.slug;
      const where = isOwn ? workspace.id : null;
      const next = slug.startsWith('/')
        ? await firstRow<NextRow>(tx, FIND_KEPT, [where, label, slug])
        : await firstRow<NextRow>(tx, FIND_NEXT, [where, label, prefix, slug]);
      if (next !== null) return next.is_protected && next.workspace_id !== workspace.id ? null : next.destination_url;
      const made = isOwn ? planned.get(slug) : undefined;
      if (made !== undefined) return made;
    }
    return null;
  }

  /**
   * The short addresses that a URL may represent, in the order in which the redirect would try them; empty for other
   * hosts.
   */
  private shortAddressesOf(url: string): ShortAddress[] {
    if (!URL.canParse(url)) return [];
    const parsed = new URL(url);
    const target = this.hosts.ofUrl(parsed);
    if (target?.kind !== 'single' && target?.kind !== 'workspace') return [];
    const label = target.kind === 'workspace' ? target.label : null;
    return shortPathsIn(`${parsed.pathname}${parsed.search}`).map((path) => ({ ...path, label }));
  }
}

function keyOf({ label, prefix, slug }: ShortAddress): string {
  return `${label ?? ''} ${prefix} ${slug}`;
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/[?#].*$/, '');
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('signpost link loops', 0))`;

// Follows a redirect across workspaces: the only statement that reads links of other workspaces, and only by their
// address. Links in the trash are included, so that restoring one cannot close a loop.
const FIND_NEXT = `
  SELECT l.destination_url, l.workspace_id, l.password_hash IS NOT NULL AS is_protected
  FROM workspaces w
  JOIN addresses a ON a.workspace_id = w.id AND a.slug = $4 AND a.kind IN ('slug', 'alias')
  JOIN links l ON l.workspace_id = w.id AND l.id = a.link_id
  WHERE w.deleted_at IS NULL AND (w.id = $1::uuid OR ($1::uuid IS NULL AND w.slug = $2))
    AND (coalesce(w.link_prefix, '') = $3 OR EXISTS (
      SELECT FROM addresses r
      WHERE r.workspace_id = w.id AND r.kind = 'retained' AND r.slug = coalesce(nullif($3, ''), '${ROOT_PREFIX}')))`;

// The same for a kept path: `/path` exactly, or `//PATH` case-folded if only one live path folds to it.
const FIND_KEPT = `
  SELECT l.destination_url, l.workspace_id, l.password_hash IS NOT NULL AS is_protected
  FROM workspaces w
  JOIN kept_paths k ON k.workspace_id = w.id AND k.is_live AND (
    (k.path = substr($3, 2) AND $3 NOT LIKE '//%') OR (k.folded = substr($3, 3) AND $3 LIKE '//%' AND NOT EXISTS (
      SELECT FROM kept_paths o
      WHERE o.workspace_id = w.id AND o.folded = k.folded AND o.is_live AND o.path <> k.path)))
  JOIN links l ON l.workspace_id = w.id AND l.id = k.link_id
  WHERE w.deleted_at IS NULL AND (w.id = $1::uuid OR ($1::uuid IS NULL AND w.slug = $2))`;
