import { LinkOrders, type LinkOrder } from './link-orders.js';
import { grown, LinkTagLists } from './link-tag-lists.js';
import { LinkTexts } from '../record/link-texts.js';
import {
  FLAG,
  ID_BYTES,
  IdCodes,
  timeAt,
  type PackedClicks,
  type PackedFacts,
  type PackedLinks,
  type PackedTags,
} from './packed-facts.js';

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

  /** Numbers of those of some links that have no place yet. */
  unknown({ count, nos }: PackedLinks): number[] {
    return Array.from({ length: count }, (_, row) => nos.readInt32BE(row * 4)).filter((no) => !this.places.has(no));
  }

  /**
   * Takes over what the database has of the links that changed.
   * @param changed numbers of the links that were asked for: one that the facts do not have is gone.
   * @param facts with tags and clicks of all links that are {@link unknown}, and of others where they changed.
   */
  apply(changed: readonly number[], { links, tags, clicks }: PackedFacts): void {
    const moved: Moved = Object.fromEntries(this.orders.known.map((order) => [order, new Set<number>()]));
    const found = new Set<number>();
    for (let row = 0; row < links.count; row += 1) {
      const no = links.nos.readInt32BE(row * 4);
      this.put(no, row, links, moved);
      found.add(no);
    }
    for (const no of changed) if (!found.has(no)) this.remove(no, moved);
    this.putTags(tags);
    this.putClicks(clicks, moved);
    this.texts.settle();
    this.orders.follow(moved, (place) => this.has(place));
  }

  /** How many of the links have a tag, by its id. */
  linksOfTags(): (tagId: string) => number {
    const tally = this.tags.tally(this.codes.size);
    return (tagId) => tally[this.codes.find(tagId) ?? 0] ?? 0;
  }

  private put(no: number, row: number, facts: PackedLinks, moved: Moved): void {
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
    this.flags[place] = facts.flags.readInt32BE(row * 4) | ((this.flags[place] ?? 0) & FLAG.atCap);
  }

  private putTags({ count, nos, counts, ids }: PackedTags): void {
    for (let row = 0, tag = 0; row < count; row += 1) {
      const tags = counts.readInt32BE(row * 4);
      const place = this.places.get(nos.readInt32BE(row * 4));
      if (place !== undefined) this.tags.set(place, this.codes.takeAll(ids, tag, tag + tags));
      tag += tags;
    }
  }

  private putClicks({ count, nos, clicks, caps }: PackedClicks, moved: Moved): void {
    for (let row = 0; row < count; row += 1) {
      const place = this.places.get(nos.readInt32BE(row * 4));
      if (place === undefined) continue;
      const clicked = clicks.readDoubleBE(row * 8);
      if (clicked !== this.clicks[place]) moved.clicks?.add(place);
      this.clicks[place] = clicked;
      this.flags[place] = ((this.flags[place] ?? 0) & ~FLAG.atCap) | caps.readInt32BE(row * 4);
    }
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
