import { Injectable } from '@nestjs/common';
import type { TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { countedTwice, dayOf, sharedRowsOf } from '../clicks/index.js';
import { JointMemory, type JointLinks } from './joint-memory.js';
import { JointSums } from './joint-sum.js';
import { eachPart, hoursOf, JointRepository, SLOTS, WHOLE_DAY, type LinkParts } from './joint.repository.js';
import type { RollupRow } from './rollups.repository.js';

/** Of all sets of links together. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Days or hours of links that one statement reads: a few megabytes. */
const STATEMENT_PARTS = 25_000;
/** Days or hours that are added up at a time: each takes a hundred kilobytes meanwhile. */
const SUMS = 100;
/** Others get their turn after so long. */
const TURN_MS = 2;
/** Days that are known already are read again rather than asked around, up to so many. */
const GAP_DAYS = 7;

/**
 * Several links counted as one, as the report of a campaign's links needs it: their hours, and their folded days put
 * together. That takes a microsecond for each day of each link, so the result is remembered for as long as the database
 * has the same version of the hour or day, for which every reading asks in its own snapshot.
 */
@Injectable()
export class JointDays {
  private readonly memory = new JointMemory(MOST_BYTES);

  constructor(private readonly stored: JointRepository) {}

  /**
   * Rows of those days of the window that `includes` names (counted from 1970-01-01); of each folded day, and of each
   * hour, one for all links, with the clicks of each link. Distinct visitors are those of folded days only.
   */
  async read(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
    includes: (day: number) => boolean,
  ): Promise<RollupRow[]> {
    const links = this.memory.of(workspaceNo, linkNos);
    const slots = await this.stored.slots(db, workspaceNo, window);
    const part = { db, workspaceNo, linkNos, links };
    const days = new Map([...slots.days].map(([day, version]) => [day * SLOTS + WHOLE_DAY, version]));
    const isIncluded = (slot: number): boolean => includes(Math.floor(slot / SLOTS));
    const rows = [
      ...(await this.remembered(part, days, isIncluded, (missing) => this.sumDays(part, missing))),
      ...(await this.remembered(part, slots.hours, isIncluded, (missing) => this.sumHours(part, missing))),
    ];
    this.memory.evict();
    const mixed = slots.mixed.filter(includes);
    if (mixed.length === 0) return rows;
    const sums = new JointSums();
    const opened = slots.opened.filter(includes);
    await addParts(sums, await this.stored.mixed(db, workspaceNo, linkNos, { opened, mixed }));
    return [...rows, ...sums.slots.map((slot) => sums.row(slot))];
  }

  /**
   * Those days of the window that `includes` names and that are not folded, and the sum of their distinct visitors as far
   * as the window covers them.
   */
  async openVisitors(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
    includes: (day: number) => boolean,
  ): Promise<{ days: ReadonlySet<number>; visitors: number }> {
    const links = this.memory.of(workspaceNo, linkNos);
    const slots = await this.stored.slots(db, workspaceNo, window);
    const versions = new Map<number, string | null>(slots.opened.map((day) => [day, null]));
    for (const [slot, version] of slots.hours) {
      const day = Math.floor(slot / SLOTS);
      versions.set(day, `${versions.get(day) ?? ''} ${slot % SLOTS}:${version}`);
    }
    let sum = 0;
    for (const day of versions.keys()) if (!includes(day)) versions.delete(day);
    for (const [day, version] of versions) {
      const hours = hoursOf(day, window);
      const key = `${day} ${hours.from} ${hours.to}`;
      let visitors = version === null ? null : links.visitorsOf(key, version);
      if (visitors === null) {
        visitors = await this.stored.openVisitors(db, workspaceNo, linkNos, day, hours);
        if (version !== null) links.rememberVisitors(key, version, visitors);
      }
      sum += visitors;
    }
    return { days: new Set(versions.keys()), visitors: sum };
  }

  /**
   * The first event of the links in Unix milliseconds, for as long as nothing was stored before it.
   * @param find looks it up.
   */
  async earliest(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    find: () => Promise<number | null>,
  ): Promise<number | null> {
    const links = this.memory.of(workspaceNo, linkNos);
    const known = links.earliest;
    if (known !== null && known.version === (await this.stored.foldedUpTo(db, workspaceNo, known.day))) {
      return known.value;
    }
    const at = await find();
    if (at === null) return null;
    const version = await this.stored.foldedUpTo(db, workspaceNo, dayOf(at));
    if (version !== null) links.rememberEarliest(dayOf(at), version, at);
    return at;
  }

  /** Rows of slots by their version, those that are not known put together and remembered. */
  private async remembered(
    { links }: Part,
    versions: ReadonlyMap<number, string>,
    isIncluded: (slot: number) => boolean,
    sum: (missing: readonly number[]) => Promise<JointSums>,
  ): Promise<RollupRow[]> {
    const rows: RollupRow[] = [];
    const missing: [number, string][] = [];
    for (const [slot, version] of versions) {
      if (!isIncluded(slot)) continue;
      const known = links.row(slot, version);
      if (known === null) missing.push([slot, version]);
      else rows.push(known);
    }
    missing.sort(([a], [b]) => a - b);
    const turns = new Turns();
    for (let at = 0; at < missing.length; at += SUMS) {
      const some = missing.slice(at, at + SUMS);
      const sums = await sum(some.map(([slot]) => slot));
      for (const [slot, version] of some) {
        const row = sums.row(slot);
        links.remember(slot, version, row);
        // What this reading answers is of its own snapshot, whatever others remember meanwhile.
        rows.push(row);
        await turns.next();
      }
    }
    return rows;
  }

  private async sumDays({ db, workspaceNo, linkNos }: Part, slots: readonly number[]): Promise<JointSums> {
    const sums = new JointSums();
    const members = new Set(linkNos);
    const wanted = new Set(slots);
    for (const [first, last] of runsOf(slots.map((slot) => Math.floor(slot / SLOTS)))) {
      const isWanted = (slot: number): boolean => wanted.has(slot);
      const days = chunksOf(linkNos, last - first + 1);
      for await (const read of readAhead(days, (some) => this.stored.days(db, workspaceNo, some, first, last))) {
        await addParts(sums, read, isWanted);
      }
      if (linkNos.length < 2) continue;
      const shared = chunksOf(sharedRowsOf(linkNos), last - first + 1);
      for await (const read of readAhead(shared, (some) =>
        this.stored.sharedVisitors(db, workspaceNo, some, first, last),
      )) {
        await inTurns(read, ({ linkNo, parts }) => {
          if (parts === null) return;
          eachPart(parts, (slot, _, visitors) => {
            if (wanted.has(slot)) sums.takeVisitors(slot, countedTwice({ linkNo, visitors }, members));
          });
        });
      }
    }
    return sums;
  }

  /** Visitors of an open day are counted apart, see {@link openVisitors}. */
  private async sumHours({ db, workspaceNo, linkNos }: Part, slots: readonly number[]): Promise<JointSums> {
    const sums = new JointSums();
    const wanted = new Set(slots);
    const [first, last] = [Math.min(...slots), Math.max(...slots)];
    const hours = chunksOf(linkNos, last - first + 1);
    for await (const read of readAhead(hours, (some) => this.stored.hours(db, workspaceNo, some, first, last))) {
      await addParts(sums, read, (slot) => wanted.has(slot));
    }
    return sums;
  }
}

/** What is read for one report. */
interface Part {
  readonly db: EntityManager;
  readonly workspaceNo: number;
  readonly linkNos: readonly number[];
  readonly links: JointLinks;
}

async function addParts(
  sums: JointSums,
  read: readonly LinkParts[],
  isWanted: (slot: number) => boolean = () => true,
): Promise<void> {
  await inTurns(read, ({ linkNo, parts }) => {
    if (parts === null) return;
    eachPart(parts, (slot, visitors, counts) => {
      if (isWanted(slot)) sums.add(linkNo, slot, visitors, counts);
    });
  });
}

/** First and last day of each run of days. */
function runsOf(days: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const day of days.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && day - run[1] <= GAP_DAYS) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** Links in parts of which each has no more than {@link STATEMENT_PARTS}, when each link has so many. */
function* chunksOf(linkNos: readonly number[], each: number): Generator<readonly number[]> {
  const size = Math.max(1, Math.floor(STATEMENT_PARTS / each));
  for (let at = 0; at < linkNos.length; at += size) yield linkNos.slice(at, at + size);
}

/** What is read of each part, while the one before it is worked on. */
async function* readAhead<Part, T>(parts: Iterable<Part>, read: (part: Part) => Promise<T>): AsyncGenerator<T> {
  let ahead: Promise<T> | null = null;
  for (const part of parts) {
    const before = ahead;
    ahead = read(part);
    // Awaited in the next round, which is too late for an error of now.
    ahead.catch(() => undefined);
    if (before !== null) yield await before;
  }
  if (ahead !== null) yield await ahead;
}

/** Lets visitors be redirected every few milliseconds of work. */
class Turns {
  private began = performance.now();

  async next(): Promise<void> {
    if (performance.now() - this.began < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }
}

/** Does the work for each of perhaps thousands of rows, in turns. */
async function inTurns<T>(rows: readonly T[], work: (row: T) => void): Promise<void> {
  const turns = new Turns();
  for (const row of rows) {
    work(row);
    await turns.next();
  }
}
