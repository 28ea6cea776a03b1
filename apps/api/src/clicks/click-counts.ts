import { TRAFFIC_CLASSES, trafficClass, type CodedEvent } from './click-codes.js';
import { VarintReader, VarintWriter } from './varint.js';

/** What events are counted by. The numbers are stored: append only. `hour` only exists in whole days. */
export const DIMENSION = {
  outcome: 0,
  hour: 1,
  referrer: 2,
  country: 3,
  device: 4,
  browser: 5,
  os: 6,
  botClass: 7,
  utm: 8,
} as const;
export type Dimension = (typeof DIMENSION)[keyof typeof DIMENSION];
const DIMENSIONS = 9;

/** One dimension and one traffic class: dimension × 3 + traffic class. */
export const GROUPS = DIMENSIONS * TRAFFIC_CLASSES;

/** Dimensions in which the value 0 (unknown, none, `direct`, other) is not stored: it is what the others leave. */
const FIRST_REMAINDER_DIMENSION = DIMENSION.referrer;

const NOTHING: ReadonlyMap<number, number> = new Map();

/**
 * Counts of one scope (workspace, campaign or link) by dimension, value and traffic class, over any time.
 *
 * Stored as unsigned varints: for each group (dimension × 3 + traffic class) that is not empty, in rising order: group,
 * number of entries, and for each entry, in rising order of its code: code minus the code before, count. A single event
 * takes about 30 bytes, an entry of a busy day two or three.
 */
export class ClickCounts {
  /** Code → count, per group; undefined while empty. */
  private readonly groups: (Map<number, number> | undefined)[] = new Array<undefined>(GROUPS).fill(undefined);

  /** Counts one event by everything but its UTM values. */
  add(event: CodedEvent): void {
    const traffic = trafficClass(event);
    this.count(DIMENSION.outcome, traffic, event.outcome, 1);
    this.count(DIMENSION.referrer, traffic, event.referrerNo, 1);
    this.count(DIMENSION.country, traffic, event.country, 1);
    this.count(DIMENSION.device, traffic, event.device, 1);
    this.count(DIMENSION.browser, traffic, event.browser, 1);
    this.count(DIMENSION.os, traffic, event.os, 1);
    this.count(DIMENSION.botClass, traffic, event.bot, 1);
  }

  /** Counts the UTM values of an event. */
  addUtm(event: CodedEvent): void {
    this.count(DIMENSION.utm, trafficClass(event), event.utmNo, 1);
  }

  /** Counts events of one traffic class by their hour. */
  addHour(hour: number, traffic: number, count: number): void {
    if (count !== 0) this.count(DIMENSION.hour, traffic, hour, count);
  }

  /**
   * Adds stored counts to these.
   * @param upTo the last dimension that is wanted; those behind it are not read.
   */
  addPacked(bytes: Uint8Array, upTo: Dimension = DIMENSION.utm): void {
    const reader = new VarintReader(bytes);
    while (!reader.done) {
      const index = reader.next();
      if (index >= (upTo + 1) * TRAFFIC_CLASSES) return;
      const group = this.group(index);
      let code = 0;
      for (let left = reader.next(); left > 0; left -= 1) {
        code += reader.next();
        group.set(code, (group.get(code) ?? 0) + reader.next());
      }
    }
  }

  /** Adds to one entry as stored (see {@link eachStored}). */
  addStored(group: number, code: number, count: number): void {
    const entries = this.group(group);
    entries.set(code, (entries.get(code) ?? 0) + count);
  }

  /** All events of one traffic class. */
  total(traffic: number): number {
    let sum = 0;
    for (const count of this.groups[DIMENSION.outcome * TRAFFIC_CLASSES + traffic]?.values() ?? []) sum += count;
    return sum;
  }

  /** Counts of a dimension by code, for one traffic class; they sum to {@link total}. */
  values(dimension: Dimension, traffic: number): ReadonlyMap<number, number> {
    const stored = this.groups[dimension * TRAFFIC_CLASSES + traffic] ?? NOTHING;
    if (dimension < FIRST_REMAINDER_DIMENSION) return stored;
    let rest = this.total(traffic);
    for (const count of stored.values()) rest -= count;
    return rest === 0 ? stored : new Map(stored).set(0, rest);
  }

  pack(writer = new VarintWriter()): Buffer {
    this.groups.forEach((entries, group) => {
      if (entries === undefined || entries.size === 0) return;
      writer.write(group);
      writer.write(entries.size);
      let before = 0;
      for (const code of inOrder(entries)) {
        writer.write(code - before);
        writer.write(entries.get(code) ?? 0);
        before = code;
      }
    });
    return writer.take();
  }

  private count(dimension: Dimension, traffic: number, code: number, count: number): void {
    if (code === 0 && dimension >= FIRST_REMAINDER_DIMENSION) return;
    this.addStored(dimension * TRAFFIC_CLASSES + traffic, code, count);
  }

  private group(index: number): Map<number, number> {
    return (this.groups[index] ??= new Map<number, number>());
  }
}

function inOrder(entries: ReadonlyMap<number, number>): number[] {
  const codes = [...entries.keys()];
  return codes.length === 1 ? codes : codes.sort((a, b) => a - b);
}

/** Totals of stored counts by traffic class, without unpacking the rest. */
export function packedTotals(bytes: Uint8Array): number[] {
  const totals = new Array<number>(TRAFFIC_CLASSES).fill(0);
  eachEntry(bytes, DIMENSION.outcome, (traffic, _, count) => {
    totals[traffic] = (totals[traffic] ?? 0) + count;
  });
  return totals;
}

/** Calls `visit` for every entry as stored. */
export function eachStored(bytes: Uint8Array, visit: (group: number, code: number, count: number) => void): void {
  const reader = new VarintReader(bytes);
  while (!reader.done) {
    const group = reader.next();
    let code = 0;
    for (let left = reader.next(); left > 0; left -= 1) {
      code += reader.next();
      visit(group, code, reader.next());
    }
  }
}

/** Calls `visit` for each entry of one dimension as stored (see {@link FIRST_REMAINDER_DIMENSION}). */
export function eachEntry(
  bytes: Uint8Array,
  dimension: Dimension,
  visit: (traffic: number, code: number, count: number) => void,
): void {
  const reader = new VarintReader(bytes);
  while (!reader.done) {
    const group = reader.next();
    const found = Math.floor(group / TRAFFIC_CLASSES);
    if (found > dimension) return;
    let code = 0;
    for (let left = reader.next(); left > 0; left -= 1) {
      code += reader.next();
      const count = reader.next();
      if (found === dimension) visit(group % TRAFFIC_CLASSES, code, count);
    }
  }
}
