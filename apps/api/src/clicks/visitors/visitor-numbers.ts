import { giveWay } from '../writer/core-turns.js';
import { HIGH } from '../event/halves.js';

const FIRST_ROOM = 1024;
/** Of a batch's visitors, a few hundred fall into each bucket. */
const BUCKET_BITS = 8;
const BUCKETS = 2 ** BUCKET_BITS;
/** Knuth's multiplicative hash: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

/**
 * Numbers visitors (64 bits, signed) from 0 on, in the order of their coming. A `Map` of bigints would do, at several
 * times the cost: it compares them outside of compiled code.
 */
export class VisitorNumbers {
  private visitors = new BigInt64Array(FIRST_ROOM);
  /** The same memory, two numbers a visitor: those compare and mix without an allocation. */
  private halves = new Int32Array(this.visitors.buffer);
  /** Open addressing: number + 1, or 0 where nobody is. At most half of it is taken. */
  private slots = new Int32Array(FIRST_ROOM * 2);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The visitor's number; one who was not there before gets the next. */
  add(visitor: bigint): number {
    const slot = this.slotOf(visitor);
    const known = (this.slots[slot] ?? 0) - 1;
    if (known >= 0) return known;
    const number = this.count;
    this.count += 1;
    this.slots[slot] = this.count;
    if (this.count === this.visitors.length) this.grow();
    return number;
  }

  /** The visitor's number, or -1. */
  find(visitor: bigint): number {
    return (this.slots[this.slotOf(visitor)] ?? 0) - 1;
  }

  /** All visitors in rising order, and the place of each number among them. */
  ranked(): { readonly visitors: BigInt64Array; readonly rankOf: Int32Array } {
    const visitors = this.inBuckets();
    const rankOf = new Int32Array(this.count);
    visitors.forEach((visitor, rank) => {
      rankOf[this.find(visitor)] = rank;
      giveWay();
    });
    return { visitors, rankOf };
  }

  /** All visitors in rising order, sorted bucket by bucket of their highest bits, which are as good as random. */
  private inBuckets(): BigInt64Array {
    const ends = new Int32Array(BUCKETS + 1);
    for (let number = 0; number < this.count; number += 1) {
      const next = this.bucketOf(number) + 1;
      ends[next] = (ends[next] ?? 0) + 1;
      giveWay();
    }
    for (let bucket = 0; bucket < BUCKETS; bucket += 1)
      ends[bucket + 1] = (ends[bucket + 1] ?? 0) + (ends[bucket] ?? 0);
    const starts = ends.slice(0, BUCKETS);
    const visitors = new BigInt64Array(this.count);
    for (let number = 0; number < this.count; number += 1) {
      const bucket = this.bucketOf(number);
      const place = ends[bucket] ?? 0;
      visitors[place] = this.visitors[number] ?? 0n;
      ends[bucket] = place + 1;
      giveWay();
    }
    starts.forEach((start, bucket) => {
      visitors.subarray(start, ends[bucket]).sort();
      giveWay();
    });
    return visitors;
  }

  /** The highest bits of a visitor as a number from 0 on: negative visitors come first. */
  private bucketOf(number: number): number {
    return ((this.halves[2 * number + HIGH] ?? 0) >> (32 - BUCKET_BITS)) + BUCKETS / 2;
  }

  /** Where the visitor stands, or would stand. */
  private slotOf(visitor: bigint): number {
    const { halves, slots } = this;
    // Taken apart where the next newcomer belongs: there is always room for one more.
    this.visitors[this.count] = visitor;
    const low = halves[2 * this.count];
    const high = halves[2 * this.count + 1];
    const mask = slots.length - 1;
    let slot = (Math.imul((low ?? 0) ^ (high ?? 0), SPREAD) >>> 7) & mask;
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      const at = 2 * (taken - 1);
      if (halves[at] === low && halves[at + 1] === high) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    const visitors = new BigInt64Array(this.visitors.length * 2);
    visitors.set(this.visitors);
    this.visitors = visitors;
    this.halves = new Int32Array(visitors.buffer);
    this.slots = new Int32Array(visitors.length * 2);
    const known = this.count;
    for (this.count = 0; this.count < known; this.count += 1) {
      this.slots[this.slotOf(visitors[this.count] ?? 0n)] = this.count + 1;
    }
  }
}
