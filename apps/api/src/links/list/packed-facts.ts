/**
 * What lists ask of some links, as the database packs it: of each column one value after the other, in network order. Rows
 * as the driver makes them would keep the thread of redirects busy for ten times as long. Links, their tags and their clicks
 * change apart, and are read apart.
 */
export interface PackedFacts {
  readonly links: PackedLinks;
  readonly tags: PackedTags;
  readonly clicks: PackedClicks;
}

interface Packed {
  readonly count: number;
  /** `links.no`, int4 */
  readonly nos: Buffer;
}

/** What stands in the links' own rows. */
export interface PackedLinks extends Packed {
  /** Sums of {@link FLAG} without `atCap`, int4 */
  readonly flags: Buffer;
  /** 16 bytes each; zeros for nobody and for no campaign. */
  readonly ids: Buffer;
  readonly campaigns: Buffer;
  readonly creators: Buffer;
  readonly responsible: Buffer;
  /** The first 16 bytes of the SHA-256 of each destination. */
  readonly destinations: Buffer;
  /** Times as {@link timeAt} reads them; where there is none, it began in minus infinity, and the others never come. */
  readonly created: Buffer;
  readonly starts: Buffer;
  readonly expires: Buffer;
  readonly reviews: Buffer;
  /** Hashes of `lower(title)`, int8: whether a title is another one. */
  readonly titles: Buffer;
  /** `search_text` */
  readonly texts: readonly string[];
}

export interface PackedTags extends Packed {
  /** How many tags each has, int4, and all their ids. */
  readonly counts: Buffer;
  readonly ids: Buffer;
}

export interface PackedClicks extends Packed {
  /** float8 */
  readonly clicks: Buffer;
  /** FLAG.atCap or 0, int4 */
  readonly caps: Buffer;
}

const NOTHING = Buffer.alloc(0);
export const NO_TAGS: PackedTags = { count: 0, nos: NOTHING, counts: NOTHING, ids: NOTHING };
export const NO_CLICKS: PackedClicks = { count: 0, nos: NOTHING, clicks: NOTHING, caps: NOTHING };
export const NO_LINKS: PackedLinks = {
  count: 0,
  nos: NOTHING,
  flags: NOTHING,
  ids: NOTHING,
  campaigns: NOTHING,
  creators: NOTHING,
  responsible: NOTHING,
  destinations: NOTHING,
  created: NOTHING,
  starts: NOTHING,
  expires: NOTHING,
  reviews: NOTHING,
  titles: NOTHING,
  texts: [],
};

/** What a link is or has come to; `present` is every link that there is. */
export const FLAG = { enabled: 1, archived: 2, atCap: 4, present: 8 } as const;

export const ID_BYTES = 16;

const WORD = 2 ** 32;
/** 2000-01-01, which PostgreSQL counts from, in Unix milliseconds. */
const ERA_MS = Date.UTC(2000, 0, 1);

/** The n-th of times as `timestamptz_send` writes them, in microseconds since 2000: exact for some 280 years around it. */
export function timeAt(times: Buffer, n: number): number {
  return times.readInt32BE(n * 8) * WORD + times.readUInt32BE(n * 8 + 4);
}

/** Unix milliseconds in the same count. */
export function timeOf(unixMs: number): number {
  return (unixMs - ERA_MS) * 1000;
}

/** Ids of people, campaigns and tags as small numbers, which stay what they are; 0 is none. */
export class IdCodes {
  private readonly codes = new Map<string, number>();

  /** Numbers are lower than this. */
  get size(): number {
    return this.codes.size + 1;
  }

  /** The number of the id that is the n-th of these. */
  take(ids: Buffer, n: number): number {
    const id = ids.toString('latin1', n * ID_BYTES, (n + 1) * ID_BYTES);
    if (id === NONE) return 0;
    let code = this.codes.get(id);
    if (code === undefined) this.codes.set(id, (code = this.codes.size + 1));
    return code;
  }

  /** The numbers of those from one up to another. */
  takeAll(ids: Buffer, from: number, to: number): number[] {
    const codes: number[] = [];
    for (let n = from; n < to; n += 1) codes.push(this.take(ids, n));
    return codes;
  }

  /** The number of an id as it is written; null where no link has it. */
  find(id: string): number | null {
    return this.codes.get(Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1')) ?? null;
  }

  /** A mark of 1 for the numbers of these ids. */
  marksOf(ids: readonly string[]): Uint8Array {
    const marks = new Uint8Array(this.size);
    for (const id of ids) {
      const code = this.find(id);
      if (code !== null) marks[code] = 1;
    }
    return marks;
  }
}

const NONE = '\0'.repeat(ID_BYTES);
