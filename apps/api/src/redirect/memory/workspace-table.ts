import { ROOT_PREFIX } from '@signpost/domain';
import type pg from 'pg';

/** What the redirect knows of a workspace. */
export interface RedirectWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly logoKey: string | null;
  /** Destination of unknown addresses; null: a page. */
  readonly notFoundDestination: string | null;
  /** Destination of expired links without a fallback; null: a page. */
  readonly expirationDestination: string | null;
  /** Destination of `/` on a short domain; null: the dashboard. */
  readonly rootDestination: string | null;
  /** Prefix of its short URLs; empty when it has none. */
  readonly prefix: string;
  /** Prefixes under which its links resolve: the current one and the retained ones; empty stands for the bare root. */
  readonly prefixes: ReadonlySet<string>;
  /** Whether it may have addresses of a former shortener (kept paths); if not, none are looked up. */
  hasKeptPaths: boolean;
}

/** A workspace with the short key that its addresses have in memory. */
export interface KeyedWorkspace extends RedirectWorkspace {
  /** Prefix of a slug in the keys of {@link LinkTable}; empty for the first workspace, which is often the only one. */
  readonly key: string;
}

/** A row of {@link workspaceQuery}. */
export interface WorkspaceRow {
  id: string;
  slug: string;
  name: string;
  logo_key: string | null;
  not_found_destination: string | null;
  expiration_destination: string | null;
  root_destination: string | null;
  link_prefix: string | null;
  retained: string[];
  has_kept_paths: boolean;
  /** Milliseconds until a demo workspace ends; null when it does not end. */
  lasts_ms: number | null;
}

const SELECT = `
  SELECT w.id, w.slug, w.name, w.logo_key, w.link_prefix,
         w.not_found_destination, w.expiration_destination, w.root_destination,
         (extract(epoch FROM w.demo_expires_at - now()) * 1000)::float8 AS lasts_ms,
         ARRAY(SELECT a.slug FROM addresses a WHERE a.workspace_id = w.id AND a.kind = 'retained') AS retained,
         EXISTS (SELECT FROM kept_paths k WHERE k.workspace_id = w.id AND k.is_live) AS has_kept_paths
  FROM workspaces w
  WHERE w.deleted_at IS NULL`;
// Two statements, because one for both cases, planned for any slug, would scan all workspaces.
const BY_SLUG = `${SELECT} AND w.slug = $1 AND (w.demo_expires_at IS NULL OR w.demo_expires_at > now())`;
const FIRST = `${SELECT} AND w.demo_expires_at IS NULL ORDER BY w.no LIMIT 1`;

/** Reads the live workspace with a slug; null reads the one workspace of an instance in single mode, which is never a demo. */
export function workspaceQuery(slug: string | null): pg.QueryConfig {
  if (slug === null) return { name: 'redirect-first-workspace', text: FIRST };
  return { name: 'redirect-workspace', text: BY_SLUG, values: [slug] };
}

/** The workspace of a row. */
export function workspaceFromRow(row: WorkspaceRow): RedirectWorkspace {
  const prefixes = new Set(row.retained.map((prefix) => (prefix === ROOT_PREFIX ? '' : prefix)));
  prefixes.add(row.link_prefix ?? '');
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    logoKey: row.logo_key,
    notFoundDestination: row.not_found_destination,
    expirationDestination: row.expiration_destination,
    rootDestination: row.root_destination,
    prefix: row.link_prefix ?? '',
    prefixes,
    hasKeptPaths: row.has_kept_paths,
  };
}

interface WorkspaceEntry {
  readonly workspace: KeyedWorkspace | null;
  epoch: number;
  readonly until: number;
}

const UNKNOWN_LIFETIME_MS = 5_000;
const UNKNOWN_MAXIMUM = 10_000;

/** Workspaces in memory by label; the key of the one workspace in single mode is the empty string. */
export class WorkspaceTable {
  private readonly byLabel = new Map<string, WorkspaceEntry>();
  private readonly labels = new Map<string, string>();
  /** Short keys by id. Never evicted, because the link table still holds entries of evicted workspaces. */
  private readonly keys = new Map<string, string>();
  private unknown = 0;

  /**
   * Undefined when nothing is known, null when there is no such workspace.
   * @param trustedFrom the first epoch that is trusted.
   */
  find(label: string, trustedFrom: number, now: number): KeyedWorkspace | null | undefined {
    const entry = this.byLabel.get(label);
    if (entry === undefined || entry.epoch < trustedFrom) return undefined;
    return entry.until <= now ? undefined : entry.workspace;
  }

  /** The last known value, however old; used while the database is unavailable. */
  findStale(label: string): KeyedWorkspace | null | undefined {
    return this.byLabel.get(label)?.workspace;
  }

  /** @param lastsMs milliseconds after which the workspace is read again: a demo ends without a change that would notify. */
  put(label: string, workspace: KeyedWorkspace | null, epoch: number, now: number, lastsMs = Infinity): void {
    if (workspace === null && (this.unknown += 1) > UNKNOWN_MAXIMUM) this.clearUnknown();
    this.byLabel.set(label, { workspace, epoch, until: now + (workspace === null ? UNKNOWN_LIFETIME_MS : lastsMs) });
    if (workspace !== null) this.labels.set(workspace.id, label);
  }

  /** The short key of a workspace. No slug contains a slash, so that keys of different workspaces never collide. */
  keyOf(id: string): string {
    let key = this.keys.get(id);
    if (key === undefined) {
      key = this.keys.size === 0 ? '' : `${this.keys.size.toString(36)}/`;
      this.keys.set(id, key);
    }
    return key;
  }

  /**
   * Evicts a workspace, and all labels cached as unknown, because one of them may belong to a workspace just created.
   * @returns the label of the evicted workspace
   */
  evict(id: string): string | undefined {
    const label = this.labels.get(id);
    if (label !== undefined) this.byLabel.delete(label);
    this.labels.delete(id);
    this.clearUnknown();
    return label;
  }

  /** Notes that a cached workspace may have kept paths from now on. */
  noteKeptPath(id: string): void {
    const label = this.labels.get(id);
    const workspace = label === undefined ? undefined : this.byLabel.get(label)?.workspace;
    if (workspace != null) workspace.hasKeptPaths = true;
  }

  /** Whether the address is one of a known workspace's prefixes. */
  hasPrefix(id: string, address: string): boolean {
    const label = this.labels.get(id);
    const workspace = label === undefined ? undefined : this.byLabel.get(label)?.workspace;
    return workspace?.prefixes.has(address === ROOT_PREFIX ? '' : address) ?? false;
  }

  private clearUnknown(): void {
    this.unknown = 0;
    for (const [label, entry] of this.byLabel) if (entry.workspace === null) this.byLabel.delete(label);
  }
}
