import { LinkOrders, type LinkOrder } from './link-orders.js';
import { grown, LinkTagLists } from './link-tag-lists.js';
import { LinkTexts } from './link-texts.js';
import { FLAG, ID_BYTES, IdCodes, timeAt, type PackedCounts, type PackedFacts } from './packed-facts.js';

/** A link's id, and the hash of its destination, in numbers that are compared as PostgreSQL compares them. */
export const ID_WORDS = 4;
const FIRST_CAPACITY = 4096;

/** Places that stand elsewhere now, in the orders that are known. */
type Moved = Readonly<Partial<Record<LinkOrder, Set<number>>>>;

/**
 * What lists ask of the links of one workspace that are not deleted, in columns of numbers: a hundred thousand are gone
 * through in a millisecond. Each link has a place, which is another's when it has gone.
 */
export class LinkColumns {
  /** Sums of FLAG. */
  flags = new Uint8Array(FIRST_CAPACITY);
  /** Times as timeAt counts them. */
  created = new Float64Array(FIRST_CAPACITY);
  starts = new Float64Array(FIRST_CAPACITY);
  expires = new Float64Array(FIRST_CAPACITY);
  reviews = new Float64Array(FIRST_CAPACITY);
  clicks = new Float64Array(FIRST_CAPACITY);
  /** Numbers of {@link codes}. */
  campaigns = new Int32Array(FIRST_CAPACITY);
  creators = new Int32Array(FIRST_CAPACITY);
  responsible = new Int32Array(FIRST_CAPACITY);
  /** {@link ID_WORDS} each. */
  destinations = new Uint32Array(FIRST_CAPACITY * ID_WORDS);
  readonly codes = new IdCodes();
  readonly tags = new LinkTagLists();
  readonly texts = new LinkTexts();
  readonly orders = new LinkOrders({
    created: (a, b) => compare(this.created, a, b) || this.compareIds(a, b),
    clicks: (a, b) => compare(this.clicks, a, b) || this.compareIds(a, b),
    title: null,
    expires: (a, b) => compare(this.expires, a, b) || this.compareIds(a, b),
  });
  private numbers = new Int32Array(FIRST_CAPACITY);
  private ids = new Uint32Array(FIRST_CAPACITY * ID_WORDS);
  private titles = new BigInt64Array(FIRST_CAPACITY);
  private readonly places = new Map<number, number>();
  private readonly free: number[] = [];
  private marks = new Uint8Array();
  private taken = 0;

  /** How many links there are. */
  get count(): number {
    return this.places.size;
  }

  /** Places from 0 on that may hold a link. */
  get size(): number {
    return this.taken;
  }

  has(place: number): boolean {
    return ((this.flags[place] ?? 0) & FLAG.present) !== 0;
  }

  /** The place of a link by its number. */
  placeOf(no: number): number | undefined {
    return this.places.get(no);
  }

  /** A mark for each place, none of them set. It is one array, handed out again and again: garbage would hold up redirects. */
  noMarks(): Uint8Array {
    if (this.marks.length < this.taken) this.marks = new Uint8Array(this.flags.length);
    return this.marks.fill(0);
  }

  /** The number of the link at a place. */
  noAt(place: number): number {
    return this.numbers[place] ?? 0;
  }

  /** The id of the link at a place, as it is written. */
  idAt(place: number): string {
    const words = this.ids.subarray(place * ID_WORDS, (place + 1) * ID_WORDS);
    const hex = Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  /**
   * Takes over what the database has of the links that changed.
   * @param changed numbers of the links whose facts were asked for: one that they do not have is gone.
   * @param counts of links of which nothing else changed.
   */
  apply(changed: readonly number[], facts: PackedFacts, counts: PackedCounts): void {
    const moved: Moved = Object.fromEntries(this.orders.known.map((order) => [order, new Set<number>()]));
    const found = new Set<number>();
    for (let row = 0, tag = 0; row < facts.count; row += 1) {
      const no = facts.nos.readInt32BE(row * 4);
      const place = this.put(no, row, facts, moved);
      const tags = facts.tagCounts.readInt32BE(row * 4);
      this.tags.set(place, this.codes.takeAll(facts.tags, tag, tag + tags));
      tag += tags;
      found.add(no);
    }
    for (const no of changed) if (!found.has(no)) this.remove(no, moved);
    for (let row = 0; row < counts.count; row += 1) {
      const place = this.places.get(counts.nos.readInt32BE(row * 4));
      if (place !== undefined) this.putCounts(place, row, counts, moved);
    }
    this.texts.settle();
    this.orders.follow(moved, (place) => this.has(place));
  }

  private put(no: number, row: number, facts: PackedFacts, moved: Moved): number {
    const place = this.places.get(no) ?? this.take(no, moved);
    const created = timeAt(facts.created, row);
    const expires = timeAt(facts.expires, row);
    const title = facts.titles.readBigInt64BE(row * 8);
    if (created !== this.created[place]) moved.created?.add(place);
    if (expires !== this.expires[place]) moved.expires?.add(place);
    if (title !== this.titles[place]) moved.title?.add(place);
    this.created[place] = created;
    this.expires[place] = expires;
    this.titles[place] = title;
    this.starts[place] = timeAt(facts.starts, row);
    this.reviews[place] = timeAt(facts.reviews, row);
    this.campaigns[place] = this.codes.take(facts.campaigns, row);
    this.creators[place] = this.codes.take(facts.creators, row);
    this.responsible[place] = this.codes.take(facts.responsible, row);
    for (let word = 0; word < ID_WORDS; word += 1) {
      const at = row * ID_BYTES + word * 4;
      this.ids[place * ID_WORDS + word] = facts.ids.readUInt32BE(at);
      this.destinations[place * ID_WORDS + word] = facts.destinations.readUInt32BE(at);
    }
    this.texts.set(place, facts.texts[row] ?? '');
    this.putCounts(place, row, facts, moved);
    return place;
  }

  private putCounts(place: number, row: number, counts: PackedCounts, moved: Moved): void {
    const clicks = counts.clicks.readDoubleBE(row * 8);
    if (clicks !== this.clicks[place]) moved.clicks?.add(place);
    this.clicks[place] = clicks;
    this.flags[place] = counts.flags.readInt32BE(row * 4);
  }

  private take(no: number, moved: Moved): number {
    const place = this.free.pop() ?? this.taken;
    if (place === this.taken) this.taken += 1;
    if (place >= this.flags.length) this.grow(place);
    this.places.set(no, place);
    this.numbers[place] = no;
    for (const places of Object.values(moved)) places.add(place);
    return place;
  }

  private remove(no: number, moved: Moved): void {
    const place = this.places.get(no);
    if (place === undefined) return;
    this.places.delete(no);
    this.free.push(place);
    this.flags[place] = 0;
    this.texts.set(place, '');
    this.tags.set(place, []);
    for (const places of Object.values(moved)) places.add(place);
  }

  private grow(place: number): void {
    this.flags = grown(this.flags, place);
    this.created = grown(this.created, place);
    this.starts = grown(this.starts, place);
    this.expires = grown(this.expires, place);
    this.reviews = grown(this.reviews, place);
    this.clicks = grown(this.clicks, place);
    this.titles = grown(this.titles, place);
    this.campaigns = grown(this.campaigns, place);
    this.creators = grown(this.creators, place);
    this.responsible = grown(this.responsible, place);
    this.numbers = grown(this.numbers, place);
    this.ids = grown(this.ids, place * ID_WORDS + ID_WORDS);
    this.destinations = grown(this.destinations, place * ID_WORDS + ID_WORDS);
  }

  private compareIds(a: number, b: number): number {
    for (let word = 0; word < ID_WORDS; word += 1) {
      const [one, other] = [this.ids[a * ID_WORDS + word] ?? 0, this.ids[b * ID_WORDS + word] ?? 0];
      if (one !== other) return one - other;
    }
    return 0;
  }
}

function compare(values: Float64Array, a: number, b: number): number {
  return (values[a] ?? 0) - (values[b] ?? 0);
}
