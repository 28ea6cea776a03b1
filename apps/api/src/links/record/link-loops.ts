import { Injectable } from '@nestjs/common';
import { problem, type FieldError, type LinkInput } from '@signpost/contracts';
import { isLoop } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import type { CurrentWorkspace } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { execute, firstRow } from '../../platform/database/index.js';
import { shortPathsIn, type ShortPath } from '../../redirect/index.js';

/** A destination as a person entered it: the field that names it in an error, and where it leads. */
export interface CheckedDestination {
  readonly field: string;
  readonly url: string;
}

/** A short address of this instance. */
interface ShortAddress extends ShortPath {
  /** Label of the workspace; null for the one of an instance in single mode. */
  readonly label: string | null;
}

interface NextRow {
  destination_url: string;
  workspace_id: string;
  is_protected: boolean;
}

const FALLBACKS = ['scheduledDestination', 'expirationDestination', 'limitDestination'] as const;
/** Decisions 5, "Loops": longer ways are no mistake of a person any more. */
const STEPS = 10;

/** Ways that lead from a destination through short addresses of this instance back to the link itself. */
@Injectable()
export class LinkLoops {
  constructor(private readonly config: Config) {}

  /**
   * Errors for destinations that lead back to the link, naming the way. Those that are one of its addresses themselves are
   * `validateFields`' to name. Changes that lead to short addresses wait for each other, so that no two close a ring together.
   * @param ownUrls every short URL of the link as it would become.
   * @param planned main destinations of links that the same transaction is about to make, by slug.
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
   * Lets changes that may lead to short addresses go on one by one, until the transaction ends. Callers that lock
   * a link or tags before {@link check} call it first.
   * @param input of which the texts are looked at, as they were entered.
   */
  async begin(input: LinkInput, tx: EntityManager): Promise<void> {
    const text = JSON.stringify([input.destinationUrl, ...FALLBACKS.map((field) => input[field]), input.targeting]);
    const { publicUrl, shortUrl } = this.config;
    const isLeading = [publicUrl, shortUrl].some(({ hostname }) => text.toLowerCase().includes(hostname));
    if (isLeading) await execute(tx, LOCK, []);
  }

  /** The addresses from a destination back to the link, the destination first; null when it does not lead there. */
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

  /** Where the first of the addresses that is a link leads; null when none is, or when its way is nobody else's to know. */
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

  /** The short addresses that a URL may be, as the redirect would try them; none for a URL of somebody else. */
  private shortAddressesOf(url: string): ShortAddress[] {
    if (!URL.canParse(url)) return [];
    const { host, pathname, search } = new URL(url);
    const name = host.replace(/\.(?=:|$)/, '');
    const label = this.labelOf(name);
    return label === undefined ? [] : shortPathsIn(`${pathname}${search}`).map((path) => ({ ...path, label }));
  }

  /** Label of the workspace whose links a host serves, null in single mode; undefined for a host that serves none. */
  private labelOf(host: string): string | null | undefined {
    const bases = [this.config.shortUrl.host, this.config.publicUrl.host];
    if (this.config.mode === 'single') return bases.includes(host) ? null : undefined;
    const dot = host.indexOf('.');
    return bases.includes(host.slice(dot + 1)) ? host.slice(0, dot) : undefined;
  }
}

function keyOf({ label, prefix, slug }: ShortAddress): string {
  return `${label ?? ''} ${prefix} ${slug}`;
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/[?#].*$/, '');
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('signpost link loops', 0))`;

// The way of a redirect, across workspaces: the one statement that looks into another's links, and only by their address.
// Links in the trash stand in the way like others, so that none closes a ring when it is restored.
const FIND_NEXT = `
  SELECT l.destination_url, l.workspace_id, l.password_hash IS NOT NULL AS is_protected
  FROM workspaces w
  JOIN addresses a ON a.workspace_id = w.id AND a.slug = $4 AND a.kind IN ('slug', 'alias')
  JOIN links l ON l.workspace_id = w.id AND l.id = a.link_id
  WHERE w.deleted_at IS NULL AND (w.id = $1::uuid OR ($1::uuid IS NULL AND w.slug = $2))
    AND (coalesce(w.link_prefix, '') = $3 OR EXISTS (
      SELECT FROM addresses r
      WHERE r.workspace_id = w.id AND r.kind = 'retained' AND r.slug = coalesce(nullif($3, ''), '_root_')))`;

// The same for a kept path, `/path`; or `//PATH` without regard to case, where no two differ by case alone.
const FIND_KEPT = `
  SELECT l.destination_url, l.workspace_id, l.password_hash IS NOT NULL AS is_protected
  FROM workspaces w
  JOIN kept_paths k ON k.workspace_id = w.id AND k.is_live AND (
    (k.path = substr($3, 2) AND $3 NOT LIKE '//%') OR (k.folded = substr($3, 3) AND $3 LIKE '//%' AND NOT EXISTS (
      SELECT FROM kept_paths o
      WHERE o.workspace_id = w.id AND o.folded = k.folded AND o.is_live AND o.path <> k.path)))
  JOIN links l ON l.workspace_id = w.id AND l.id = k.link_id
  WHERE w.deleted_at IS NULL AND (w.id = $1::uuid OR ($1::uuid IS NULL AND w.slug = $2))`;
