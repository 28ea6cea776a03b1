import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from './click-codes.js';
import { giveWay } from './core-turns.js';
import { compareScopes, dayOf, hourOf, HOURS, SCOPE_KIND, scopeNumber, scopesOf, type Scope } from './scope.js';
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
  private readonly scopeOf: number[] = [];
  private readonly visitorOf: number[] = [];
  private readonly hourOf: number[] = [];

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
      this.scopeOf.push(place);
      this.visitorOf.push(visitor);
      this.hourOf.push(hour);
    }
  }

  /** A row for each visitor of each scope and day. */
  rows(): VisitorRows {
    const { visitors, rankOf } = this.visitors.ranked();
    const order = this.scopes.map((_, place) => place).sort((a, b) => compareDays(this.scopes[a], this.scopes[b]));
    const scopes = order.map((place) => this.scopes[place]).filter((scope) => scope !== undefined);
    const sorted = new Int32Array(order.length);
    order.forEach((place, scope) => (sorted[place] = scope));
    // The keys of a scope stand together and are sorted by themselves: all at once would be ten milliseconds in one go.
    const ends = this.firstEntries(order);
    const starts = ends.slice();
    // Scope, visitor and hour in one number, by which numbers are sorted without a comparator.
    const keys = new Float64Array(this.scopeOf.length);
    this.scopeOf.forEach((place, index) => {
      giveWay();
      const scope = sorted[place] ?? 0;
      const rank = rankOf[this.visitorOf[index] ?? 0] ?? 0;
      const end = ends[scope] ?? 0;
      ends[scope] = end + 1;
      keys[end] = (scope * visitors.length + rank) * HOURS + (this.hourOf[index] ?? 0);
    });
    starts.forEach((start, scope) => {
      giveWay();
      keys.subarray(start, ends[scope]).sort();
    });
    return new VisitorRows(scopes, visitors, keys, (visitor) => rankOf[this.visitors.find(visitor)] ?? -1);
  }

  /** Of scopes in an order: how many entries those before have. */
  private firstEntries(order: readonly number[]): Int32Array {
    const entries = new Int32Array(order.length);
    for (const place of this.scopeOf) entries[place] = (entries[place] ?? 0) + 1;
    let before = 0;
    return Int32Array.from(order, (place) => {
      const first = before;
      before += entries[place] ?? 0;
      return first;
    });
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

/** The order of the primary key: workspace, day, kind, scope. */
function compareDays(a: ScopeDay | undefined, b: ScopeDay | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.workspaceNo - b.workspaceNo || a.day - b.day || compareScopes(a, b);
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
   * @param keys (scope × number of visitors + rank of the visitor) × 24 + hour, in rising order.
   * @param rankOf the place of a visitor in `visitors`, or -1.
   */
  constructor(
    readonly scopes: readonly ScopeDay[],
    private readonly visitors: BigInt64Array,
    keys: Float64Array,
    private readonly rankOf: (visitor: bigint) => number,
  ) {
    this.scope = new Int32Array(keys.length);
    this.inWorkspace = new Int32Array(keys.length);
    this.first = new Uint8Array(keys.length);
    this.last = new Uint8Array(keys.length);
    this.rank = new Int32Array(keys.length);
    this.from = new Int32Array(scopes.length + 1);
    const workspaceRow = new Int32Array(visitors.length);
    let length = 0;
    let previous = -1;
    for (const key of keys) {
      giveWay();
      const hour = key % HOURS;
      const who = (key - hour) / HOURS;
      if (who !== previous) {
        previous = who;
        const rank = who % visitors.length;
        const scope = (who - rank) / visitors.length;
        if (length === 0 || this.scope[length - 1] !== scope) this.from[scope] = length;
        // The workspace comes before its campaigns and links.
        if (scopes[scope]?.kind === SCOPE_KIND.workspace) workspaceRow[rank] = length;
        this.scope[length] = scope;
        this.rank[length] = rank;
        this.inWorkspace[length] = workspaceRow[rank] ?? 0;
        this.first[length] = hour;
        length += 1;
      }
      this.last[length - 1] = hour;
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
