/** What lists are ordered by; the other direction is the same from its end. */
export const LINK_ORDERS = ['created', 'clicks', 'title', 'expires'] as const;
export type LinkOrder = (typeof LINK_ORDERS)[number];

/** Places of links in each order that was asked for, followed from change to change. */
export class LinkOrders {
  private readonly orders = new Map<LinkOrder, Int32Array>();

  /** @param compare how two places follow each other; null where only the database knows. */
  constructor(private readonly compare: Readonly<Record<LinkOrder, ((a: number, b: number) => number) | null>>) {}

  get(order: LinkOrder): Int32Array | undefined {
    return this.orders.get(order);
  }

  set(order: LinkOrder, places: Int32Array): void {
    this.orders.set(order, places);
  }

  /** The orders that places were set of, and not forgotten since. */
  get known(): LinkOrder[] {
    return [...this.orders.keys()];
  }

  /**
   * Takes the places that were moved out of each order and puts those that hold a link where they belong now. An order that
   * only the database knows is forgotten when anything has to be put into it.
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
      if (present.length === 0) this.orders.set(order, rest);
      else if (compare === null) this.orders.delete(order);
      else this.orders.set(order, merged(rest, present.sort(compare), compare));
    }
  }
}

const NOTHING: ReadonlySet<number> = new Set();

function without(places: Int32Array, moved: ReadonlySet<number>): Int32Array {
  // Marks are looked up faster than a set, for each place there is.
  const isMoved = new Uint8Array([...moved].reduce((most, place) => Math.max(most, place), 0) + 1);
  for (const place of moved) isMoved[place] = 1;
  const rest = new Int32Array(places.length);
  let count = 0;
  for (const place of places) {
    if (isMoved[place] === 1) continue;
    rest[count] = place;
    count += 1;
  }
  return rest.subarray(0, count);
}

function merged(some: Int32Array, others: Int32Array, compare: (a: number, b: number) => number): Int32Array {
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

function firstBehind(
  places: Int32Array,
  from: number,
  place: number,
  compare: (a: number, b: number) => number,
): number {
  let low = from;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(places[middle] ?? 0, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
