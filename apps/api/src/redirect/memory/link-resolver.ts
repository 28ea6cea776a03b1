import { foldCase, ROOT_PREFIX } from '@signpost/domain';
import type pg from 'pg';
import { HOT_QUERY_TIMEOUT_MS } from '../../platform/database/timed-query.js';
import { KEPT_LINK_SQL, LINK_SQL, linkFromRow, type CachedLink, type LinkRow } from './cached-link.js';
import { LinkTable, type LinkTableLimits } from './link-table.js';
import {
  workspaceFromRow,
  workspaceQuery,
  WorkspaceTable,
  type KeyedWorkspace,
  type WorkspaceRow,
} from './workspace-table.js';

/** The database is unavailable and memory does not know where an address leads. */
export class ResolverUnavailable extends Error {}

/** Runs the statements of the redirect: the hot pool. */
export interface Database {
  query<Row extends pg.QueryResultRow>(
    config: pg.QueryConfig & { query_timeout?: number },
  ): Promise<pg.QueryResult<Row>>;
}

/** What the resolver reads from and how much it may remember. */
export interface ResolverOptions {
  readonly database: Database;
  readonly limits: LinkTableLimits;
  readonly now: () => number;
}

interface Miss {
  readonly workspaceId: string;
  readonly slug: string;
  readonly address: string;
  readonly waiting: { resolve: (link: CachedLink | null) => void; reject: (error: Error) => void }[];
}

const SLASH = 47;
/** Kept paths begin with a slash. */
const isSlug = ({ slug }: Miss): boolean => !slug.startsWith('/');

const BATCH = 500;
/** Statements running at once; further misses are collected for the next one. */
const PARALLEL = 2;
const WAITING_MAXIMUM = 20_000;
/** After a failure, known addresses are answered from memory at once and the database is queried again at this interval. */
const PROBE_INTERVAL_MS = 500;

/**
 * Finds the link behind an address: in memory, otherwise with one statement for all addresses missed at the same time.
 *
 * A change that arrives while a statement is running invalidates its result: only the requests made before the change get
 * it, and it is not cached. While the database is unavailable, the last known value is the answer.
 */
export class LinkResolver {
  readonly table: LinkTable;
  readonly workspaces = new WorkspaceTable();
  private readonly misses = new Map<string, Miss>();
  private readonly queue: Miss[] = [];
  private waiting = 0;
  private running = 0;
  private scheduled = false;
  private changes = 0;
  private retryAt = 0;
  private readonly workspaceLoads = new Map<string, Promise<KeyedWorkspace | null>>();

  constructor(private readonly options: ResolverOptions) {
    this.table = new LinkTable(options.limits);
  }

  /** The cached workspace; null when it is known not to exist, undefined when {@link loadWorkspace} must be called. */
  workspace(label: string): KeyedWorkspace | null | undefined {
    const known = this.workspaces.find(label, this.table.trustedFrom, this.options.now());
    if (known !== undefined || !this.isDatabaseUnavailable()) return known;
    return this.workspaces.findStale(label);
  }

  /** @throws ResolverUnavailable when neither the database nor memory knows. */
  async loadWorkspace(label: string): Promise<KeyedWorkspace | null> {
    let load = this.workspaceLoads.get(label);
    if (load === undefined) {
      load = this.readWorkspace(label).finally(() => {
        if (this.workspaceLoads.get(label) === load) this.workspaceLoads.delete(label);
      });
      this.workspaceLoads.set(label, load);
    }
    return load;
  }

  /** The cached link; null when it is known not to exist, undefined when {@link load} must be called. */
  find(workspace: KeyedWorkspace, slug: string): CachedLink | null | undefined {
    const address = workspace.key + packedForm(slug);
    const link = this.table.find(address);
    if (link !== undefined) {
      if (this.table.isCertain(link)) return link;
      if (this.isDatabaseUnavailable()) {
        this.probe(workspace.id, slug, address);
        return link;
      }
      return undefined;
    }
    return this.table.isUnknown(address, this.options.now()) ? null : undefined;
  }

  /** @throws ResolverUnavailable when neither the database nor memory knows. */
  load(workspaceId: string, slug: string): Promise<CachedLink | null> {
    if (this.waiting >= WAITING_MAXIMUM) return Promise.reject(new ResolverUnavailable('too many misses'));
    const address = this.addressOf(workspaceId, slug);
    let miss = this.misses.get(address);
    if (miss === undefined && this.options.now() < this.retryAt) {
      return Promise.reject(new ResolverUnavailable('the database is unavailable'));
    }
    if (miss === undefined) {
      miss = { workspaceId, slug, address, waiting: [] };
      this.misses.set(address, miss);
      this.queue.push(miss);
      this.schedule();
    }
    const { waiting } = miss;
    this.waiting += 1;
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
  }

  /** A link's own fields changed. */
  linkChanged(id: string): void {
    this.table.evictLink(id);
    this.noteChange();
  }

  /** An address was added, removed or assigned to another link; it may be a link prefix or, with a leading slash, a kept path. */
  addressChanged(workspaceId: string, slug: string): void {
    this.table.evict(this.addressOf(workspaceId, slug));
    // Whether a kept path matches without regard to case depends on every address that differs from it by case alone.
    this.table.evict(this.addressOf(workspaceId, `//${foldCase(slug.replace(/^\//, ''))}`));
    if (slug.startsWith('/')) this.workspaces.noteKeptPath(workspaceId);
    if (slug === ROOT_PREFIX || this.workspaces.hasPrefix(workspaceId, slug)) this.evictWorkspace(workspaceId);
    this.noteChange();
  }

  /** A workspace was created or deleted, or its prefixes, name or logo changed. */
  workspaceChanged(id: string): void {
    this.evictWorkspace(id);
    this.noteChange();
  }

  /** A campaign's UTM values changed. */
  campaignChanged(id: string): void {
    this.table.evictCampaign(id);
    this.noteChange();
  }

  /** Changes may have been missed: a new epoch begins, and every entry is read again before it counts as certain. */
  everythingSuspect(): void {
    this.table.advanceEpoch();
    this.noteChange();
  }

  /** See {@link everythingSuspect}. */
  get epoch(): number {
    return this.table.epoch;
  }

  /** No change was missed since that epoch: entries that were suspect for this reason alone are certain again. */
  nothingMissedSince(epoch: number): void {
    this.table.trustFrom(epoch);
  }

  /** Whether the last statement failed because the database was unavailable. */
  isDatabaseUnavailable(): boolean {
    return this.retryAt > 0;
  }

  /** The database has answered. */
  databaseIsBack(): void {
    this.retryAt = 0;
  }

  /**
   * Evicts a workspace and loads it again at once: no link redirects without its workspace, and the database may be
   * unavailable when the next visitor comes.
   */
  private evictWorkspace(id: string): void {
    const label = this.workspaces.evict(id);
    if (label === undefined) return;
    // Only after the change is noted, because a read that began before it would not be cached.
    setImmediate(() => {
      this.loadWorkspace(label).catch(() => undefined);
    });
  }

  /** Keeps the results of running statements from requests that arrive after this change. */
  private noteChange(): void {
    this.changes += 1;
    this.misses.clear();
    this.workspaceLoads.clear();
  }

  private probe(workspaceId: string, slug: string, address: string): void {
    const now = this.options.now();
    if (now < this.retryAt || this.misses.has(address)) return;
    this.load(workspaceId, slug).catch(() => undefined);
    this.retryAt = now + PROBE_INTERVAL_MS;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.pump();
    });
  }

  private pump(): void {
    while (this.running < PARALLEL && this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH);
      this.running += 1;
      void this.runBatch(batch).finally(() => {
        this.running -= 1;
        if (this.queue.length > 0) this.pump();
      });
    }
  }

  private async runBatch(batch: Miss[]): Promise<void> {
    const changes = this.changes;
    let found: Map<string, LinkRow>;
    try {
      found = await this.readLinks(batch);
      this.retryAt = 0;
    } catch (error) {
      this.retryAt = this.options.now() + PROBE_INTERVAL_MS;
      for (const miss of batch) this.answerFromMemory(miss, error);
      return;
    }
    const isCurrent = changes === this.changes;
    const now = this.options.now();
    for (const miss of batch) {
      if (this.misses.get(miss.address) === miss) this.misses.delete(miss.address);
      const row = found.get(miss.address);
      const link = row === undefined ? null : linkFromRow(row, miss.workspaceId, this.stampOf(row));
      if (isCurrent) {
        if (link === null) this.table.putUnknown(miss.address, now);
        else this.table.put(miss.address, link);
      }
      this.waiting -= miss.waiting.length;
      for (const waiter of miss.waiting) waiter.resolve(link);
    }
  }

  private async readLinks(batch: Miss[]): Promise<Map<string, LinkRow>> {
    const kept = batch.filter(({ slug }) => slug.startsWith('/'));
    const rows = [
      ...(await this.queryLinks('redirect-links', LINK_SQL, kept.length === 0 ? batch : batch.filter(isSlug))),
      ...(await this.queryLinks('redirect-kept-paths', KEPT_LINK_SQL, kept)),
    ];
    return new Map(rows.map((row) => [this.addressOf(row.workspace_id, row.address), row]));
  }

  private async queryLinks(name: string, text: string, batch: readonly Miss[]): Promise<LinkRow[]> {
    if (batch.length === 0) return [];
    const result = await this.options.database.query<LinkRow>({
      name,
      text,
      values: [batch.map((miss) => miss.workspaceId), batch.map((miss) => miss.slug)],
      query_timeout: HOT_QUERY_TIMEOUT_MS,
    });
    return result.rows;
  }

  private answerFromMemory(miss: Miss, cause: unknown): void {
    if (this.misses.get(miss.address) === miss) this.misses.delete(miss.address);
    this.waiting -= miss.waiting.length;
    const known = this.table.find(miss.address);
    for (const waiter of miss.waiting) {
      if (known !== undefined) waiter.resolve(known);
      else waiter.reject(new ResolverUnavailable('the database is unavailable', { cause }));
    }
  }

  private async readWorkspace(label: string): Promise<KeyedWorkspace | null> {
    const changes = this.changes;
    try {
      const result = await this.options.database.query<WorkspaceRow>({
        ...workspaceQuery(label === '' ? null : label),
        query_timeout: HOT_QUERY_TIMEOUT_MS,
      });
      const row = result.rows[0];
      const workspace = row === undefined ? null : { ...workspaceFromRow(row), key: this.workspaces.keyOf(row.id) };
      if (changes === this.changes) {
        this.workspaces.put(label, workspace, this.table.epoch, this.options.now(), row?.lasts_ms ?? undefined);
      }
      this.retryAt = 0;
      return workspace;
    } catch (cause) {
      this.retryAt = this.options.now() + PROBE_INTERVAL_MS;
      const known = this.workspaces.findStale(label);
      if (known !== undefined) return known;
      throw new ResolverUnavailable('the database is unavailable', { cause });
    }
  }

  private stampOf(row: LinkRow): ReturnType<LinkTable['campaignStamp']> | null {
    return row.campaign_id === null ? null : this.table.campaignStamp(row.campaign_id);
  }

  /** Key of an address in memory. */
  private addressOf(workspaceId: string, slug: string): string {
    return this.workspaces.keyOf(workspaceId) + packedForm(slug);
  }
}

/** Keys in the table are ASCII, so kept paths are percent-encoded, which maps different paths to different keys. */
function packedForm(slug: string): string {
  return slug.charCodeAt(0) === SLASH ? encodeURI(slug) : slug;
}
