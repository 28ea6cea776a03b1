import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LinkSort } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { LinkColumns } from './link-columns.js';
import {
  LinkColumnsRepository,
  type Asked,
  type Cursor,
  type LinksRead,
  type Moment,
} from './link-columns.repository.js';
import { BEGINNING, LINK_ORDERS, type LinkOrder } from './link-orders.js';
import { cutPage, findPlaces, ORDER_OF, type Named } from './link-question.js';
import type { SelectionScope } from './link-selection.js';
import type { LinkFilterDto } from './links-list.dto.js';
import { NO_CLICKS, NO_LINKS, NO_TAGS, type PackedFacts, type PackedLinks } from './packed-facts.js';

/** Links from which on a workspace is kept: fewer are found by the database in no time. */
const LEAST_LINKS = 5_000;
/** Links of all workspaces together, some 300 bytes each. Of larger workspaces, and of those not asked for, nothing is kept. */
const MOST_LINKS = 500_000;
/** Links that are taken over at once, each of these within some milliseconds of the thread; redirects are waiting. */
const READ_AT_ONCE = 500;
const CLICKED_AT_ONCE = 5_000;
const PLACES_AT_ONCE = 25_000;
/**
 * Changes up to which they are looked up while somebody waits; beyond, everything is read anew beside. Clicks are noted in
 * workspaces of half of LEAST_LINKS and more (click-lifetime.ts): with no more changes than this it never was a smaller one.
 */
const MOST_CHANGED = LEAST_LINKS / 2;
const MOST_CLICKED = 20_000;
/** Links whose places in an order are looked up one by one; beyond, the order is read anew. */
const MOST_MISSING = 1_000;
/** Far less than housekeeping leaves `link_changes`. */
const IDLE_MS = 30 * 60_000;

const NOTHING_ASKED: Asked = { q: '', tags: [], needsMembers: false };
const NOTHING_CHANGED: PackedFacts = { links: NO_LINKS, tags: NO_TAGS, clicks: NO_CLICKS };

/** Which part of which order. */
export type PageCut = readonly [sort: LinkSort, limit: number, offset: number];

/** A page, and how many links there are of which it is one. */
export interface FoundLinks<Link> {
  readonly records: Link[];
  readonly total: number;
}

/** Reads the links with these ids in the snapshot of a transaction. */
export type ReadLinks<Link> = (ids: readonly string[], tx: EntityManager) => Promise<Link[]>;

/** A workspace's links as they were at a moment. */
interface Kept {
  readonly columns: LinkColumns;
  moment: Moment;
  /** Ends when nobody is at the columns: they follow one snapshot after the other. */
  turn: Promise<undefined>;
  readonly idle: NodeJS.Timeout;
}

/**
 * Finds pages of links in memory. Of large workspaces it keeps what lists ask of each link, and before every answer takes
 * over what the database has changed since, in the snapshot in which the page itself is then read: an answer is as exact as
 * one of the database alone, whichever process made the change.
 */
@Injectable()
export class LinkColumnsService implements OnModuleDestroy {
  protected readonly leastLinks: number = LEAST_LINKS;
  protected readonly mostLinks: number = MOST_LINKS;
  private readonly logger = new Logger(LinkColumnsService.name);
  /** The one that was not asked for the longest comes first. */
  private readonly kept = new Map<string, Kept>();
  private readonly reading = new Map<string, Promise<void>>();
  /** One workspace is read after the other. */
  private last: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly repository: LinkColumnsRepository,
  ) {}

  onModuleDestroy(): void {
    this.isClosed = true;
    for (const workspaceId of this.kept.keys()) this.forget(workspaceId);
  }

  /** Links that are kept, of all workspaces. */
  get size(): number {
    let links = 0;
    for (const { columns } of this.kept.values()) links += columns.count;
    return links;
  }

  /** A page of the links that a filter means, in one snapshot; null where the database has to be asked. */
  async page<Link>(
    scope: SelectionScope,
    filter: LinkFilterDto,
    cut: PageCut,
    read: ReadLinks<Link>,
  ): Promise<FoundLinks<Link> | null> {
    if (filter.trashed === 'true') return null;
    return this.ask(
      scope.workspaceId,
      (kept, tx) => this.find(kept, scope, filter, cut, tx),
      async ({ ids, total }, tx) => ({ records: await read(ids, tx), total }),
    );
  }

  /**
   * Hands over how many links each tag has, for what is read in the same snapshot; null where the database has to be asked.
   */
  countByTag<Answer>(
    workspaceId: string,
    read: (linksOf: (tagId: string) => number, tx: EntityManager) => Promise<Answer>,
  ): Promise<Answer | null> {
    return this.ask(
      workspaceId,
      async (kept, tx) =>
        (await this.follow(kept, workspaceId, NOTHING_ASKED, tx)) === null ? null : kept.columns.linksOfTags(),
      read,
    );
  }

  /** Reads a workspace with so many links for those who ask next, if it is worth it. */
  read(workspaceId: string, links: number): Promise<void> {
    if (links < this.leastLinks || links > this.mostLinks || this.kept.has(workspaceId)) return Promise.resolve();
    const known = this.reading.get(workspaceId);
    if (known !== undefined) return known;
    const reading = this.last
      .then(() => this.readAll(workspaceId))
      .catch((error: unknown) => {
        if (this.isClosed) return;
        this.logger.warn(
          `links were not read into memory, the database finds lists: ${error instanceof Error ? error.name : 'unknown error'}`,
        );
      })
      .finally(() => this.reading.delete(workspaceId));
    this.reading.set(workspaceId, reading);
    this.last = reading;
    return reading;
  }

  private use(workspaceId: string): Kept | undefined {
    const kept = this.kept.get(workspaceId);
    if (kept === undefined) return undefined;
    kept.idle.refresh();
    this.kept.delete(workspaceId);
    this.kept.set(workspaceId, kept);
    return kept;
  }

  private forget(workspaceId: string): void {
    clearTimeout(this.kept.get(workspaceId)?.idle);
    this.kept.delete(workspaceId);
  }

  /** Finds something in what is kept of a workspace, and reads what else it takes to answer in the same snapshot. */
  private async ask<Found, Answer>(
    workspaceId: string,
    find: (kept: Kept, tx: EntityManager) => Promise<Found | null>,
    read: (found: Found, tx: EntityManager) => Promise<Answer>,
  ): Promise<Answer | null> {
    const kept = this.use(workspaceId);
    if (kept === undefined) return null;
    return this.source.transaction('REPEATABLE READ', async (tx) => {
      // The snapshot is taken by the first statement, when it is its turn: an older one must not follow a newer one.
      const before = kept.turn;
      const turn = Promise.withResolvers<undefined>();
      kept.turn = turn.promise;
      await before;
      const found = await find(kept, tx).finally(() => turn.resolve(undefined));
      if (found !== null) return read(found, tx);
      if (this.kept.get(workspaceId) === kept) this.forget(workspaceId);
      return null;
    });
  }

  private async find(
    kept: Kept,
    scope: SelectionScope,
    filter: LinkFilterDto,
    [sort, limit, offset]: PageCut,
    tx: EntityManager,
  ): Promise<{ ids: string[]; total: number } | null> {
    const { workspaceId } = scope;
    const asked = { q: filter.q ?? '', tags: filter.tags ?? [], needsMembers: filter.needsReview === 'true' };
    const named = await this.follow(kept, workspaceId, asked, tx);
    if (named === null) return null;
    const [order, end] = ORDER_OF[sort];
    const places = await this.order(kept.columns, workspaceId, order, tx);
    const found = await findPlaces(kept.columns, scope, filter, named);
    const page = cutPage(places, end, found, limit, offset);
    return { ids: page.map((place) => kept.columns.idAt(place)), total: found.total };
  }

  /** Brings what is kept to the snapshot of a transaction, in which names are looked up; null where that is not worth it. */
  private async follow(
    kept: Pick<Kept, 'columns' | 'moment'>,
    workspaceId: string,
    asked: Asked,
    tx: EntityManager,
  ): Promise<Named | null> {
    const { columns } = kept;
    const { changed, tagged, clicked, moment, named } = await this.repository.news(workspaceId, kept.moment, asked, tx);
    const isWorthIt = Math.max(changed.length, tagged.length) <= MOST_CHANGED && clicked.length <= MOST_CLICKED;
    if (moment.server !== kept.moment.server || !isWorthIt) return null;
    // A link that is not kept yet is taken over as a whole.
    const isKept = (no: number): boolean => columns.placeOf(no) !== undefined;
    const [tagsOf, clicksOf] = [tagged.filter(isKept), clicked.filter(isKept)];
    // Should it fail half way, whoever comes next takes everything over again.
    for (const nos of inParts(changed, READ_AT_ONCE)) {
      columns.apply(
        nos,
        await this.withNew(columns, workspaceId, await this.repository.links(workspaceId, nos, tx), tx),
      );
    }
    for (const nos of inParts(tagsOf, READ_AT_ONCE)) {
      columns.apply([], { ...NOTHING_CHANGED, tags: await this.repository.tags(workspaceId, nos, tx) });
    }
    for (const nos of inParts(clicksOf, CLICKED_AT_ONCE)) {
      columns.apply([], { ...NOTHING_CHANGED, clicks: await this.repository.clicks(workspaceId, nos, tx) });
    }
    kept.moment = moment;
    return columns.count < this.leastLinks ? null : named;
  }

  /** Adds the tags and clicks of links that are not kept yet. */
  private async withNew(
    columns: LinkColumns,
    workspaceId: string,
    links: PackedLinks,
    db: EntityManager,
  ): Promise<PackedFacts> {
    const nos = columns.unknown(links);
    const tags = await this.repository.tags(workspaceId, nos, db);
    return { links, tags, clicks: await this.repository.clicks(workspaceId, nos, db) };
  }

  private async order(
    columns: LinkColumns,
    workspaceId: string,
    order: LinkOrder,
    tx: EntityManager,
  ): Promise<Int32Array> {
    const { orders } = columns;
    const missing = orders.missingFrom(order);
    if (missing.length > 0 && missing.length <= MOST_MISSING) {
      const nos = missing.map((place) => columns.noAt(place));
      const before = await this.repository.beforeByTitle(workspaceId, nos, tx);
      const places = before.map((no) => (no === null ? BEGINNING : (columns.placeOf(no) ?? BEGINNING)));
      orders.insert(order, new Map(missing.map((place, n) => [places[n] ?? BEGINNING, place])));
    }
    const known = orders.get(order);
    if (known !== undefined) return known;
    const nos = await this.repository.order(workspaceId, order, tx);
    const places = new Int32Array(nos.length / 4);
    for (let n = 0; n < places.length; n += 1) {
      if (n % PLACES_AT_ONCE === 0) await setImmediate();
      places[n] = columns.placeOf(nos.readInt32BE(n * 4)) ?? -1;
    }
    orders.set(order, places);
    return places;
  }

  private async readAll(workspaceId: string): Promise<void> {
    const { manager } = this.source;
    // Whatever changes while the links are read, page by page, is read again below.
    const read = { columns: new LinkColumns(), moment: await this.repository.moment(manager) };
    for (let cursor: Cursor | null = null; ;) {
      if (this.isClosed) return;
      const { links, next }: LinksRead = await this.repository.page(workspaceId, cursor, READ_AT_ONCE, manager);
      read.columns.apply([], await this.withNew(read.columns, workspaceId, links, manager));
      if (next === null) break;
      cursor = next;
      await setImmediate();
    }
    await this.source.transaction('REPEATABLE READ', async (tx) => {
      const isRead = (await this.follow(read, workspaceId, NOTHING_ASKED, tx)) !== null;
      // Whoever is the first to ask for an order shall not have to wait for it.
      if (isRead) for (const order of LINK_ORDERS) await this.order(read.columns, workspaceId, order, tx);
      if (isRead) this.keep(workspaceId, read);
    });
  }

  private keep(workspaceId: string, read: Pick<Kept, 'columns' | 'moment'>): void {
    for (const other of this.kept.keys()) {
      if (this.size + read.columns.count <= this.mostLinks) break;
      this.forget(other);
    }
    if (this.isClosed || read.columns.count > this.mostLinks) return;
    const idle = setTimeout(() => this.forget(workspaceId), IDLE_MS).unref();
    this.kept.set(workspaceId, { ...read, turn: Promise.resolve(undefined), idle });
  }
}

function* inParts<T>(values: readonly T[], size: number): Generator<readonly T[], void, undefined> {
  for (let from = 0; from < values.length; from += size) yield values.slice(from, from + size);
}
