/** What lists are ordered by; the other direction is the same from its end. */
export const LINK_ORDERS = ['created', 'clicks', 'title', 'expires'] as const;
export type LinkOrder = (typeof LINK_ORDERS)[number];

/** Which of two places comes first, negative for the first one. */
type Compare = (a: number, b: number) => number;

/** The beginning of an order, before its first place. */
export const BEGINNING = -1;

/** Places of links in each order that was asked for, followed from change to change. */
export class LinkOrders {
  private readonly orders = new Map<LinkOrder, Int32Array>();
  /** Places that belong into orders where only the database knows. */
  private readonly missing = new Map<LinkOrder, Set<number>>();

  /** @param compare of each order; null where only the database knows. */
  constructor(private readonly compare: Readonly<Record<LinkOrder, Compare | null>>) {}

  /** The orders that were set. */
  get known(): LinkOrder[] {
    return [...this.orders.keys()];
  }

  /** The places of an order; undefined where it was not set or some are missing from it. */
  get(order: LinkOrder): Int32Array | undefined {
    return this.missingFrom(order).length > 0 ? undefined : this.orders.get(order);
  }

  /** Places that {@link insert} has to be told the one before of, in an order that was set. */
  missingFrom(order: LinkOrder): number[] {
    return [...(this.missing.get(order) ?? [])];
  }

  set(order: LinkOrder, places: Int32Array): void {
    this.orders.set(order, places);
    this.missing.delete(order);
  }

  /**
   * Puts what is missing from an order where it belongs.
   * @param followers what comes next, of the missing ones, by the place right before it, which may be another one of them.
   */
  insert(order: LinkOrder, followers: ReadonlyMap<number, number>): void {
    const places = this.orders.get(order) ?? new Int32Array();
    const all = new Int32Array(places.length + followers.size);
    const isFollowed = marksOf(followers.keys());
    let count = 0;
    const addFollowers = (place: number): void => {
      for (let next = followers.get(place); next !== undefined; next = followers.get(next)) {
        all[count] = next;
        count += 1;
      }
    };
    addFollowers(BEGINNING);
    for (let n = 0; n < places.length; n += 1) {
      const place = places[n] ?? 0;
      all[count] = place;
      count += 1;
      if (isFollowed[place] === 1) addFollowers(place);
    }
    this.set(order, all);
  }

  /**
   * Takes the places that were moved out of each order and puts those that hold a link where they belong now; where only the
   * database knows, they are missing from then on.
   */
  follow(
    moved: Readonly<Partial<Record<LinkOrder, ReadonlySet<number>>>>,
    holdsLink: (place: number) => boolean,
  ): void {
    for (const [order, places] of this.orders) {
      const those = moved[order] ?? NOTHING;
      if (those.size === 0) continue;
      const compare = this.compare[order];
      const rest = without(places, those);
      const present = Int32Array.from([...those].filter(holdsLink));
      this.orders.set(order, compare === null ? rest : merged(rest, present.sort(compare), compare));
      if (compare === null) this.miss(order, those, present);
    }
  }

  private miss(order: LinkOrder, moved: ReadonlySet<number>, present: Int32Array): void {
    const missing = this.missing.get(order) ?? new Set();
    for (const place of moved) missing.delete(place);
    for (const place of present) missing.add(place);
    this.missing.set(order, missing);
  }
}

const NOTHING: ReadonlySet<number> = new Set();

function without(places: Int32Array, moved: ReadonlySet<number>): Int32Array {
  const isMoved = marksOf(moved);
  const rest = new Int32Array(places.length);
  let count = 0;
  // By index: one after the other costs ten times as much.
  for (let n = 0; n < places.length; n += 1) {
    const place = places[n] ?? 0;
    if (isMoved[place] === 1) continue;
    rest[count] = place;
    count += 1;
  }
  return rest.subarray(0, count);
}

/** A mark of 1 for these places: looked up for each place there is, faster than in a set. */
function marksOf(places: Iterable<number>): Uint8Array {
  const listed = [...places];
  const marks = new Uint8Array(listed.reduce((most, place) => Math.max(most, place), 0) + 1);
  for (const place of listed) if (place >= 0) marks[place] = 1;
  return marks;
}

function merged(some: Int32Array, others: Int32Array, compare: Compare): Int32Array {
  const all = new Int32Array(some.length + others.length);
  let from = 0;
  let at = 0;
  for (const other of others) {
    // What stands between two of the few is copied as it is.
    const to = firstBehind(some, from, other, compare);
    all.set(some.subarray(from, to), at);
    at += to - from;
    all[at] = other;
    at += 1;
    from = to;
  }
  all.set(some.subarray(from), at);
  return all;
}

function firstBehind(places: Int32Array, from: number, place: number, compare: Compare): number {
  let low = from;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(places[middle] ?? 0, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
