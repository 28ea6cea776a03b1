import { TRAFFIC_CLASSES, trafficClass, type CodedEvent } from '../event/click-codes.js';
import { VarintReader, VarintWriter } from '../event/varint.js';

/** Dimensions by which events are counted. The numbers are stored: append only. `hour` exists only in whole days. */
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
/** Name of a dimension that is counted. */
export type DimensionName = keyof typeof DIMENSION;
/** Number of a dimension, as it is stored. */
export type Dimension = (typeof DIMENSION)[DimensionName];

/** The code of an event in each dimension; null for those counted by their own methods (`addHour`, `addUtm`). */
const CODE_OF: Readonly<Record<DimensionName, ((event: CodedEvent) => number) | null>> = {
  outcome: (event) => event.outcome,
  hour: null,
  referrer: (event) => event.referrerNo,
  country: (event) => event.country,
  device: (event) => event.device,
  browser: (event) => event.browser,
  os: (event) => event.os,
  botClass: (event) => event.bot,
  utm: null,
};
const COUNTED = (Object.keys(DIMENSION) as DimensionName[]).flatMap((name) => {
  const codeOf = CODE_OF[name];
  return codeOf === null ? [] : { dimension: DIMENSION[name], codeOf };
});

/** From this dimension on, the value 0 (unknown, none, `direct`, other) is not stored: it is the total minus all other values. */
const FIRST_REMAINDER_DIMENSION = DIMENSION.referrer;

/**
 * Number of entries up to which they are stored in a list instead of a map for each group. Most links of a batch have only one
 * or two clicks, and their maps would take most of the memory of a batch.
 */
const FEW = 16;
/** Offsets of code and count within an entry of that list, and the size of an entry. */
const [CODE, COUNT, ENTRY] = [1, 2, 3];

/**
 * Counts of one scope (workspace, campaign or link) by dimension, value and traffic class, over any time.
 *
 * Stored as unsigned varints: for each group (dimension × 3 + traffic class) that is not empty, in rising order: group,
 * number of entries, and for each entry, in rising order of its code: code minus the code before, count. A single event
 * takes about 30 bytes, an entry of a busy day two or three.
 */
export class ClickCounts {
  /** Group, code and count of each entry, in stored order; empty once there are more than {@link FEW}. */
  private few: number[] = [];
  /** Code → count for each group, once there are more than {@link FEW} entries; undefined for an empty group. */
  private groups: (Map<number, number> | undefined)[] | null = null;

  /** Counts one event in all dimensions but its UTM values. */
  add(event: CodedEvent): void {
    const traffic = trafficClass(event);
    for (const { dimension, codeOf } of COUNTED) this.count(dimension, traffic, codeOf(event), 1);
  }

  /** Counts the UTM values of an event. */
  addUtm(event: CodedEvent): void {
    this.count(DIMENSION.utm, trafficClass(event), event.utmNo, 1);
  }

  /** Counts events of one traffic class by their hour. */
  addHour(hour: number, traffic: number, count: number): void {
    if (count !== 0) this.count(DIMENSION.hour, traffic, hour, count);
  }

  /** Adds stored counts, including dimensions that only a later version knows, because the sum is stored again. */
  merge(bytes: Uint8Array): void {
    eachStored(bytes, (group, code, count) => {
      this.addStored(group, code, count);
    });
  }

  /**
   * Adds stored counts of some dimensions for a reader, who must not store the sum.
   * @param upTo the last dimension that is wanted; later ones are not even decoded.
   */
  addUpTo(bytes: Uint8Array, upTo: Dimension): void {
    const reader = new VarintReader(bytes);
    while (!reader.done) {
      const group = reader.next();
      if (group >= (upTo + 1) * TRAFFIC_CLASSES) return;
      let code = 0;
      for (let left = reader.next(); left > 0; left -= 1) {
        code += reader.next();
        this.addStored(group, code, reader.next());
      }
    }
  }

  /** Adds to one entry as stored (see {@link eachStored}). */
  addStored(group: number, code: number, count: number): void {
    if (this.groups === null && this.addToFew(group, code, count)) return;
    const groups = (this.groups ??= this.spread());
    const entries = groups[group];
    if (entries === undefined) groups[group] = new Map([[code, count]]);
    else entries.set(code, (entries.get(code) ?? 0) + count);
  }

  /** Number of events of one traffic class. */
  total(traffic: number): number {
    let sum = 0;
    this.eachOf(DIMENSION.outcome * TRAFFIC_CLASSES + traffic, (_, count) => {
      sum += count;
    });
    return sum;
  }

  /** Counts of a dimension by code, for one traffic class; they sum to {@link total}. */
  values(dimension: Dimension, traffic: number): ReadonlyMap<number, number> {
    const values = new Map<number, number>();
    let stored = 0;
    this.eachOf(dimension * TRAFFIC_CLASSES + traffic, (code, count) => {
      values.set(code, count);
      stored += count;
    });
    const rest = this.total(traffic) - stored;
    return dimension < FIRST_REMAINDER_DIMENSION || rest === 0 ? values : values.set(0, rest);
  }

  pack(writer = new VarintWriter()): Buffer {
    if (this.groups === null) packFew(this.few, writer);
    else packGroups(this.groups, writer);
    return writer.take();
  }

  private count(dimension: Dimension, traffic: number, code: number, count: number): void {
    if (code === 0 && dimension >= FIRST_REMAINDER_DIMENSION) return;
    this.addStored(dimension * TRAFFIC_CLASSES + traffic, code, count);
  }

  /** Adds to the list; returns false when it is full. */
  private addToFew(group: number, code: number, count: number): boolean {
    const { few } = this;
    let at = 0;
    while (at < few.length && isBefore(few, at, group, code)) at += ENTRY;
    if (few[at] === group && few[at + CODE] === code) few[at + COUNT] = (few[at + COUNT] ?? 0) + count;
    else if (few.length === FEW * ENTRY) return false;
    else if (at === few.length) few.push(group, code, count);
    else few.splice(at, 0, group, code, count);
    return true;
  }

  private spread(): (Map<number, number> | undefined)[] {
    const groups: (Map<number, number> | undefined)[] = [];
    const { few } = this;
    for (let at = 0; at < few.length; at += ENTRY) {
      const entries = (groups[few[at] ?? 0] ??= new Map<number, number>());
      entries.set(few[at + CODE] ?? 0, few[at + COUNT] ?? 0);
    }
    this.few = [];
    return groups;
  }

  /** Calls `visit` for each entry of a group. */
  private eachOf(group: number, visit: (code: number, count: number) => void): void {
    const { few } = this;
    for (let at = 0; at < few.length; at += ENTRY) {
      if (few[at] === group) visit(few[at + CODE] ?? 0, few[at + COUNT] ?? 0);
    }
    this.groups?.[group]?.forEach((count, code) => {
      visit(code, count);
    });
  }
}

function isBefore(few: readonly number[], at: number, group: number, code: number): boolean {
  const found = few[at] ?? 0;
  return found < group || (found === group && (few[at + CODE] ?? 0) < code);
}

function packFew(few: readonly number[], writer: VarintWriter): void {
  for (let at = 0, end = 0; at < few.length; at = end) {
    const group = few[at] ?? 0;
    while (few[end] === group) end += ENTRY;
    writer.write(group);
    writer.write((end - at) / ENTRY);
    for (let entry = at, before = 0; entry < end; entry += ENTRY) {
      const code = few[entry + CODE] ?? 0;
      writer.write(code - before);
      writer.write(few[entry + COUNT] ?? 0);
      before = code;
    }
  }
}

function packGroups(groups: readonly (ReadonlyMap<number, number> | undefined)[], writer: VarintWriter): void {
  groups.forEach((entries, group) => {
    if (entries === undefined) return;
    writer.write(group);
    writer.write(entries.size);
    let before = 0;
    for (const code of [...entries.keys()].sort((a, b) => a - b)) {
      writer.write(code - before);
      writer.write(entries.get(code) ?? 0);
      before = code;
    }
  });
}

/** Totals of stored counts by traffic class, without decoding the rest. */
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
