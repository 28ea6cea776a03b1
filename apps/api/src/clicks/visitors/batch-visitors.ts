import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from '../event/click-codes.js';
import { giveWay } from '../writer/core-turns.js';
import {
  compareScopes,
  dayOf,
  hourOf,
  SCOPE_KIND,
  scopeNumber,
  SCOPES_OF_EVENT,
  scopesOf,
  type Scope,
} from '../rollup/scope.js';
import { VisitorNumbers } from './visitor-numbers.js';

/** A scope on one UTC day, counted from 1970-01-01. */
export interface ScopeDay extends Scope {
  readonly day: number;
}

/** Where the visitors of a link on one day are noted. */
interface Noted {
  readonly day: number;
  readonly campaignNo: number;
  readonly places: readonly number[];
}

/** The visitors of a batch's clicks, each once per scope and day. */
export class BatchVisitors {
  private readonly visitors = new VisitorNumbers();
  private readonly scopes: ScopeDay[] = [];
  /** By day and scope: its place in `scopes`. */
  private readonly days = new Map<number, Map<number, number>>();
  /** By link: events of one mostly have the same day and campaign as the one before. */
  private readonly latest = new Map<number, Noted>();
  // One entry for each click and scope.
  private entries = 0;
  private readonly scopeOf: Int32Array;
  private readonly visitorOf: Int32Array;
  private readonly hourOf: Uint8Array;

  /** @param events how many there will be, at most. */
  constructor(events: number) {
    const room = events * SCOPES_OF_EVENT;
    this.scopeOf = new Int32Array(room);
    this.visitorOf = new Int32Array(room);
    this.hourOf = new Uint8Array(room);
  }

  add(event: CodedEvent): void {
    if (trafficClass(event) !== TRAFFIC_CLASS.click) return;
    const day = dayOf(event.at);
    const hour = hourOf(event.at);
    const visitor = this.visitors.add(event.visitor);
    const { linkNo, campaignNo } = event;
    let noted = this.latest.get(linkNo);
    if (noted === undefined || noted.day !== day || noted.campaignNo !== campaignNo) {
      noted = { day, campaignNo, places: scopesOf(event).map((scope) => this.placeOf(scope, day)) };
      this.latest.set(linkNo, noted);
    }
    for (const place of noted.places) {
      this.scopeOf[this.entries] = place;
      this.visitorOf[this.entries] = visitor;
      this.hourOf[this.entries] = hour;
      this.entries += 1;
    }
  }

  /** A row for each visitor of each scope and day. */
  rows(): VisitorRows {
    const { visitors, rankOf } = this.visitors.ranked();
    const order = this.scopes.map((_, place) => place).sort((a, b) => compareDays(this.scopes[a], this.scopes[b]));
    const scopes = order.map((place) => this.scopes[place]).filter((scope) => scope !== undefined);
    const sorted = new Int32Array(order.length);
    order.forEach((place, scope) => (sorted[place] = scope));
    // Sorted by their visitors, then by their scopes, which leaves them sorted by both.
    const ranks = this.visitorOf.subarray(0, this.entries).map((visitor) => rankOf[visitor] ?? 0);
    const places = this.scopeOf.subarray(0, this.entries).map((place) => sorted[place] ?? 0);
    const byVisitor = sortedBy(ranks, visitors.length);
    const inOrder = sortedBy(places, scopes.length, byVisitor);
    const find = (visitor: bigint): number => rankOf[this.visitors.find(visitor)] ?? -1;
    return new VisitorRows(scopes, visitors, { inOrder, ranks, places, hours: this.hourOf }, find);
  }

  private placeOf(scope: Scope, day: number): number {
    let scopes = this.days.get(day);
    if (scopes === undefined) this.days.set(day, (scopes = new Map<number, number>()));
    const key = scopeNumber(scope);
    let place = scopes.get(key);
    if (place === undefined) {
      scopes.set(key, (place = this.scopes.length));
      this.scopes.push({ ...scope, day });
    }
    return place;
  }
}

/**
 * Places of entries in rising order of their keys, from 0 to below `keys`; equal ones stay as they are. By counting, in
 * small steps: a sort of all of them would keep the core for milliseconds.
 * @param before the order that they are in.
 */
function sortedBy(keyOf: Int32Array, keys: number, before?: Int32Array): Int32Array {
  const next = new Int32Array(keys + 1);
  for (const key of keyOf) {
    next[key + 1] = (next[key + 1] ?? 0) + 1;
    giveWay();
  }
  for (let key = 0; key < keys; key += 1) next[key + 1] = (next[key + 1] ?? 0) + (next[key] ?? 0);
  const order = new Int32Array(keyOf.length);
  for (let at = 0; at < keyOf.length; at += 1) {
    const entry = before?.[at] ?? at;
    const key = keyOf[entry] ?? 0;
    const place = next[key] ?? 0;
    order[place] = entry;
    next[key] = place + 1;
    giveWay();
  }
  return order;
}

/** The order of the primary key: workspace, day, kind, scope. */
function compareDays(a: ScopeDay | undefined, b: ScopeDay | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.workspaceNo - b.workspaceNo || a.day - b.day || compareScopes(a, b);
}

/** One entry for each click and scope. */
interface VisitorEntries {
  /** Places of all entries, by scope, then by visitor. */
  readonly inOrder: Int32Array;
  /** By entry: the place of its visitor among all, in rising order. */
  readonly ranks: Int32Array;
  /** By entry: the place of its scope among all, in the order of the primary key. */
  readonly places: Int32Array;
  readonly hours: Uint8Array;
}

/** Rows of `click_visitors` in the order of its primary key, by column: a batch has a hundred thousand of them. */
export class VisitorRows {
  readonly length: number;
  /** By row: its place in {@link scopes}. */
  readonly scope: Int32Array;
  /** By row: the row of the same visitor in the workspace's own list of that day. */
  readonly inWorkspace: Int32Array;
  /** By row: hours of the first and the last click. */
  readonly first: Uint8Array;
  readonly last: Uint8Array;
  private readonly rank: Int32Array;
  /** By scope: its first row. */
  private readonly from: Int32Array;

  /**
   * @param visitors all of them, in rising order.
   * @param rankOf the place of a visitor in `visitors`, or -1.
   */
  constructor(
    readonly scopes: readonly ScopeDay[],
    private readonly visitors: BigInt64Array,
    { inOrder, ranks, places, hours }: VisitorEntries,
    private readonly rankOf: (visitor: bigint) => number,
  ) {
    this.scope = new Int32Array(inOrder.length);
    this.inWorkspace = new Int32Array(inOrder.length);
    this.first = new Uint8Array(inOrder.length);
    this.last = new Uint8Array(inOrder.length);
    this.rank = new Int32Array(inOrder.length);
    this.from = new Int32Array(scopes.length + 1);
    const workspaceRow = new Int32Array(visitors.length);
    let length = 0;
    for (const entry of inOrder) {
      giveWay();
      const hour = hours[entry] ?? 0;
      const rank = ranks[entry] ?? 0;
      const scope = places[entry] ?? 0;
      const row = length - 1;
      if (length > 0 && this.scope[row] === scope && this.rank[row] === rank) {
        this.widen(row, hour, hour);
        continue;
      }
      if (length === 0 || this.scope[row] !== scope) this.from[scope] = length;
      // The workspace comes before its campaigns and links.
      if (scopes[scope]?.kind === SCOPE_KIND.workspace) workspaceRow[rank] = length;
      this.scope[length] = scope;
      this.rank[length] = rank;
      this.inWorkspace[length] = workspaceRow[rank] ?? 0;
      this.first[length] = hour;
      this.last[length] = hour;
      length += 1;
    }
    this.from[scopes.length] = length;
    this.length = length;
  }

  visitor(row: number): bigint {
    return this.visitors[this.rank[row] ?? 0] ?? 0n;
  }

  /** Adds hours that were known before. */
  widen(row: number, first: number, last: number): void {
    this.first[row] = Math.min(this.first[row] ?? first, first);
    this.last[row] = Math.max(this.last[row] ?? last, last);
  }

  /** The row of a visitor in a scope; -1 when there is none. */
  rowOf(scope: number, visitor: bigint): number {
    const rank = this.rankOf(visitor);
    let low = this.from[scope] ?? 0;
    let high = (this.from[scope + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.rank[middle] ?? 0;
      if (found === rank) return middle;
      if (found < rank) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
