import type { ClickEvent } from '@signpost/domain';
import { HIGH, LOW } from './halves.js';

/** What the events of one link have in common, as long as nobody changes it. */
export type Target = Pick<ClickEvent, 'workspaceId' | 'linkId' | 'campaignId' | 'utm'>;
/** What is said of a visit in words. */
export type Words = Pick<ClickEvent, 'outcome' | 'referrerHost' | 'country' | 'device' | 'browser' | 'os' | 'botClass'>;

/** Few: whoever looks into a journal ten times a second mostly finds nothing there. */
const FIRST_ROOM = 8;
/** Hexadecimal digits of one half of a visitor. */
const HALF_DIGITS = 8;

/**
 * Recorded events on their way into the database: what many say alike is held once, the rest in columns. As objects, tens
 * of thousands of them would be copied by each collection of the young ones until they are stored.
 */
export class ClickList implements Iterable<ClickEvent> {
  /** What events lead to and what is said of them, each kind once. */
  readonly targets: Target[] = [];
  readonly words: Words[] = [];
  private count = 0;
  private times = new Float64Array(FIRST_ROOM);
  /** By event: its places in {@link targets} and {@link words}. */
  private targetOf = new Int32Array(FIRST_ROOM);
  private wordsOf = new Int32Array(FIRST_ROOM);
  private visitors = new BigInt64Array(FIRST_ROOM);
  /** The same memory, two numbers a visitor. */
  private halves = new Int32Array(this.visitors.buffer);
  private counted = new Uint8Array(FIRST_ROOM);

  get length(): number {
    return this.count;
  }

  /**
   * Adds an event.
   * @param at Unix milliseconds.
   * @param target its place in {@link targets}; `words` likewise.
   * @param visitor its hexadecimal digits, at most 16.
   * @returns false where the visitor is not such a number: then nothing is added.
   */
  add(at: number, target: number, words: number, visitor: string, isCounted: boolean): boolean {
    if (visitor === '' || visitor.length > 2 * HALF_DIGITS) return false;
    const middle = Math.max(0, visitor.length - HALF_DIGITS);
    const low = hexNumber(visitor, middle, visitor.length);
    const high = hexNumber(visitor, 0, middle);
    if (low < 0 || high < 0) return false;
    if (this.count === this.times.length) this.grow();
    this.times[this.count] = at;
    this.targetOf[this.count] = target;
    this.wordsOf[this.count] = words;
    this.halves[2 * this.count + LOW] = low;
    this.halves[2 * this.count + HIGH] = high;
    this.counted[this.count] = isCounted ? 1 : 0;
    this.count += 1;
    return true;
  }

  /** Unix milliseconds of an event. */
  timeAt(index: number): number {
    return this.times[index] ?? 0;
  }

  /** Its place in {@link targets}. */
  targetAt(index: number): number {
    return this.targetOf[index] ?? 0;
  }

  /** Its place in {@link words}. */
  wordsAt(index: number): number {
    return this.wordsOf[index] ?? 0;
  }

  /** Its visitor as 64 bits, signed. */
  visitorAt(index: number): bigint {
    return this.visitors[index] ?? 0n;
  }

  isCountedAt(index: number): boolean {
    return this.counted[index] === 1;
  }

  /** The events as objects, made one by one. */
  *[Symbol.iterator](): Generator<ClickEvent, undefined> {
    for (let index = 0; index < this.count; index += 1) {
      const target = this.targets[this.targetAt(index)];
      const words = this.words[this.wordsAt(index)];
      if (target === undefined || words === undefined) continue;
      const visitor = BigInt.asUintN(64, this.visitorAt(index))
        .toString(16)
        .padStart(2 * HALF_DIGITS, '0');
      yield { at: this.timeAt(index), ...target, ...words, visitor, counted: this.isCountedAt(index) };
    }
  }

  private grow(): void {
    const room = this.count * 2;
    this.times = copied(this.times, new Float64Array(room));
    this.targetOf = copied(this.targetOf, new Int32Array(room));
    this.wordsOf = copied(this.wordsOf, new Int32Array(room));
    this.visitors = copied(this.visitors, new BigInt64Array(room));
    this.halves = new Int32Array(this.visitors.buffer);
    this.counted = copied(this.counted, new Uint8Array(room));
  }
}

const [ZERO, NINE, A, F] = [48, 57, 97, 102];

/** The number of some hexadecimal digits in small letters; -1 where there is anything else. */
function hexNumber(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) value = value * 16 + code - ZERO;
    else if (code >= A && code <= F) value = value * 16 + code - A + 10;
    else return -1;
  }
  return value;
}

function copied<Column extends Float64Array | Int32Array | Uint8Array | BigInt64Array>(
  from: Column,
  to: Column,
): Column {
  // The compiler does not see that the two are of one kind.
  (to as Float64Array).set(from as Float64Array);
  return to;
}
