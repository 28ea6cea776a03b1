/** Position of a record: the number of its page and its first word there. It changes when the page is compacted. */
export type Place = number;

/** No record. */
export const NOWHERE: Place = -1;

/** Number of words at the beginning of a record that {@link RecordPages} uses itself, for the size. */
export const FIRST_FIELD = 1;

const SIZE_BITS = 0xffff;
const DEAD = 0x10000;

const PAGE_BITS = 15;
/** 128 kB: the live records of a page are moved in less than a millisecond. */
const PAGE_WORDS = 1 << PAGE_BITS;
const IN_PAGE = PAGE_WORDS - 1;
/** Bytes of a word, the unit of addresses in pages. */
export const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;
const NO_WORDS = new Int32Array(0);
const NO_BYTES = Buffer.alloc(0);
/** A page is compacted when more than one in this many words is dead. */
const DEAD_PART = 4;
/** Number of dead words from which a page is worth compacting. */
const WORTH_COMPACTING = PAGE_WORDS / DEAD_PART / 2;

/**
 * Records of 32-bit words and bytes, stored one after the other in pages that the garbage collector does not scan. New
 * records are appended; a dropped record stays in place, dead, until the live records of its page are copied elsewhere and
 * the page is reused. At most a quarter of all words, plus one page, is dead.
 */
export class RecordPages {
  private readonly words: Int32Array[] = [];
  /** The same pages as bytes. */
  private readonly bytes: Buffer[] = [];
  /** Words used in each page, including those of dead records. */
  private readonly taken: number[] = [];
  private readonly dead: number[] = [];
  /** Pages without records. */
  private readonly free: number[] = [];
  /** The page that is being filled. */
  private current = -1;
  private live = 0;
  private allDead = 0;
  /** Position at which the next {@link walk} continues. */
  private handPage = 0;
  private handWord = 0;

  /** Words of records that were not dropped. */
  get liveWords(): number {
    return this.live;
  }

  /** A word of a record. */
  get(place: Place, field: number): number {
    return this.words[place >>> PAGE_BITS]?.[(place & IN_PAGE) + field] ?? 0;
  }

  set(place: Place, field: number, value: number): void {
    const words = this.words[place >>> PAGE_BITS];
    if (words !== undefined) words[(place & IN_PAGE) + field] = value;
  }

  /** The page of a record as words; the record begins at index {@link wordOf} of its place. */
  wordsOf(place: Place): Int32Array {
    return this.words[place >>> PAGE_BITS] ?? NO_WORDS;
  }

  /** The page of a record as bytes. */
  bytesOf(place: Place): Buffer {
    return this.bytes[place >>> PAGE_BITS] ?? NO_BYTES;
  }

  /** Words of a record with this many fields, followed by this many bytes. */
  static sizeOf(fields: number, bytes: number): number {
    return fields + Math.ceil(bytes / WORD_BYTES);
  }

  /** Allocates a record of `size` words, which are not cleared. */
  take(size: number): Place {
    if (size > PAGE_WORDS) throw new RangeError(`a record of ${size} words is larger than a page`);
    if (this.current < 0 || (this.taken[this.current] ?? 0) + size > PAGE_WORDS) this.current = this.emptyPage();
    const page = this.current;
    const at = this.taken[page] ?? 0;
    this.taken[page] = at + size;
    this.live += size;
    const place = page * PAGE_WORDS + at;
    this.set(place, 0, size);
    return place;
  }

  /** Marks a record as dead; it remains readable until the page is compacted. */
  drop(place: Place): void {
    const size = this.get(place, 0) & SIZE_BITS;
    const page = place >>> PAGE_BITS;
    this.set(place, 0, size | DEAD);
    this.dead[page] = (this.dead[page] ?? 0) + size;
    this.allDead += size;
    this.live -= size;
  }

  /**
   * If too many words are dead, copies the live records of the page with the most dead words and frees that page.
   * @param moved called with the old and the new place of each copied record; both are readable.
   */
  compact(moved: (from: Place, to: Place) => void): void {
    if (this.allDead * DEAD_PART <= this.live + this.allDead) return;
    const page = this.deadest();
    if (page === null) return;
    const words = this.words[page];
    for (let at = 0; words !== undefined && at < (this.taken[page] ?? 0);) {
      const size = (words[at] ?? 0) & SIZE_BITS;
      if (((words[at] ?? 0) & DEAD) === 0) {
        const to = this.take(size);
        this.live -= size;
        this.words[to >>> PAGE_BITS]?.set(words.subarray(at, at + size), to & IN_PAGE);
        moved(page * PAGE_WORDS + at, to);
      }
      at += size;
    }
    this.allDead -= this.dead[page] ?? 0;
    this.dead[page] = 0;
    this.taken[page] = 0;
    if (this.handPage === page) this.handWord = 0;
    this.free.push(page);
  }

  /** The next live record of an endless round over all pages; {@link NOWHERE} when there is none. */
  walk(): Place {
    for (let pages = 0; pages <= this.words.length;) {
      if (this.handWord >= (this.taken[this.handPage] ?? 0)) {
        this.handPage = this.handPage + 1 < this.words.length ? this.handPage + 1 : 0;
        this.handWord = 0;
        pages += 1;
        continue;
      }
      const place = this.handPage * PAGE_WORDS + this.handWord;
      const size = this.get(place, 0);
      this.handWord += size & SIZE_BITS;
      if ((size & DEAD) === 0) return place;
    }
    return NOWHERE;
  }

  private emptyPage(): number {
    const free = this.free.pop();
    if (free !== undefined) return free;
    const words = new Int32Array(PAGE_WORDS);
    this.words.push(words);
    this.bytes.push(Buffer.from(words.buffer));
    this.taken.push(0);
    this.dead.push(0);
    return this.words.length - 1;
  }

  /** The page to compact; never the one that is being filled, and null if no page is worth it. */
  private deadest(): number | null {
    let deadest: number | null = null;
    let most = WORTH_COMPACTING;
    for (let page = 0; page < this.dead.length; page += 1) {
      const dead = this.dead[page] ?? 0;
      if (dead < most || page === this.current) continue;
      deadest = page;
      most = dead;
    }
    return deadest;
  }
}

/** The first word of a record in its page. */
export function wordOf(place: Place): number {
  return place & IN_PAGE;
}
