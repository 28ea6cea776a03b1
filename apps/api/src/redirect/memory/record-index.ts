import { NOWHERE, type Place, type RecordPages } from './record-pages.js';

/** Many small tables instead of one large one: a table is rehashed in one step, which takes 100 ms for a million records. */
const SHARDS = 256;
const SHARD_BITS = 8;
const FIRST_BUCKETS = 16;

/**
 * A hash table of records in pages. It uses two fields of each record: the hash, which is set before the record is added,
 * and the next record of the same bucket.
 */
export class RecordIndex {
  /** The first record of each bucket. The number of buckets is a power of two and at least the number of records. */
  private readonly shards = Array.from({ length: SHARDS }, () => new Int32Array(FIRST_BUCKETS).fill(NOWHERE));
  private readonly sizes = new Int32Array(SHARDS);

  constructor(
    private readonly pages: RecordPages,
    private readonly hashField: number,
    private readonly nextField: number,
  ) {}

  /** The first record that may have this hash; {@link next} returns the others. */
  first(hash: number): Place {
    const shard = this.shards[hash & (SHARDS - 1)];
    return shard?.[bucketOf(hash, shard.length)] ?? NOWHERE;
  }

  /** The next record of the same bucket, whatever its hash. */
  next(place: Place): Place {
    return this.pages.get(place, this.nextField);
  }

  /** Adds a record whose hash is set. */
  add(place: Place): void {
    const no = this.pages.get(place, this.hashField) & (SHARDS - 1);
    const size = (this.sizes[no] ?? 0) + 1;
    this.sizes[no] = size;
    if (size > (this.shards[no]?.length ?? 0)) this.grow(no);
    this.putFirst(this.shards[no], place);
  }

  /** Removes a record, which keeps its fields. */
  remove(place: Place): void {
    this.move(place, this.next(place));
    const no = this.pages.get(place, this.hashField) & (SHARDS - 1);
    this.sizes[no] = (this.sizes[no] ?? 0) - 1;
  }

  /** Redirects the reference to `from` to `to`: a record that was copied with its fields, or the one after a removed record. */
  move(from: Place, to: Place): void {
    const hash = this.pages.get(from, this.hashField);
    const shard = this.shards[hash & (SHARDS - 1)];
    if (shard === undefined) return;
    const bucket = bucketOf(hash, shard.length);
    let before = shard[bucket] ?? NOWHERE;
    if (before === from) {
      shard[bucket] = to;
      return;
    }
    while (before !== NOWHERE && this.next(before) !== from) before = this.next(before);
    if (before !== NOWHERE) this.pages.set(before, this.nextField, to);
  }

  private grow(no: number): void {
    const old = this.shards[no] ?? new Int32Array(0);
    const shard = new Int32Array(old.length * 2).fill(NOWHERE);
    for (const first of old) {
      for (let place = first; place !== NOWHERE;) {
        const next = this.next(place);
        this.putFirst(shard, place);
        place = next;
      }
    }
    this.shards[no] = shard;
  }

  private putFirst(shard: Int32Array | undefined, place: Place): void {
    if (shard === undefined) return;
    const bucket = bucketOf(this.pages.get(place, this.hashField), shard.length);
    this.pages.set(place, this.nextField, shard[bucket] ?? NOWHERE);
    shard[bucket] = place;
  }
}

function bucketOf(hash: number, buckets: number): number {
  return (hash >>> SHARD_BITS) & (buckets - 1);
}
