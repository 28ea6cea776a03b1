import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import {
  ClickCounts,
  countedTwice,
  DAY_MS,
  encodeLinkClicks,
  packedTotals,
  SCOPE_KIND,
  TRAFFIC_CLASS,
} from '../clicks/index.js';
import { RollupsRepository, type RollupRow } from './rollups.repository.js';

/** A folded day of several links together. */
interface JointDay {
  /** When the day was folded. Whatever changes a folded day folds it anew. */
  readonly foldedAt: string;
  readonly row: RollupRow;
}

/** One set of links, day by day. */
interface JointLinks {
  readonly key: string;
  readonly days: Map<number, JointDay>;
  bytes: number;
}

/** Together of all sets; the one that was not asked for the longest goes first. */
const MOST_BYTES = 32 * 1024 * 1024;
/** About what a day takes beside its counts. */
const DAY_BYTES = 300;
/** Days of links that one statement reads: about twelve megabytes. */
const SLICE_ROWS = 50_000;
/** Rows that are added up before others get a turn: one or two milliseconds. */
const TURN_ROWS = 500;
/** Hours of a day, and the day as a whole. */
const SLOTS = 25;

/**
 * Several links counted as one, as the report of a campaign's links needs it: their hours, and their folded days put
 * together. Putting thousands of days of links together costs tens of milliseconds, so the result is remembered for as
 * long as the day stays folded as it is, which every reading asks the database in its own snapshot.
 */
@Injectable()
export class JointDays {
  /** In order of use. */
  private readonly known = new Map<string, JointLinks>();
  private bytes = 0;

  constructor(private readonly rollups: RollupsRepository) {}

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
    const days = await this.rollups.foldedDays(db, workspaceNo, window);
    const links = this.use(workspaceNo, linkNos);
    const rows: RollupRow[] = [];
    const missing: [number, string][] = [];
    for (const [day, foldedAt] of days.folded) {
      if (!includes(day)) continue;
      const known = links.days.get(day);
      if (known?.foldedAt === foldedAt) rows.push(known.row);
      else missing.push([day, foldedAt]);
    }
    for (const slice of slicesOf(missing, Math.max(1, Math.floor(SLICE_ROWS / linkNos.length)))) {
      rows.push(...(await this.put(db, workspaceNo, linkNos, links, new Map(slice))));
    }
    this.evict(links);
    const open = await this.rollups.readOpen(db, workspaceNo, linkNos, window, days);
    return [...rows, ...(await sumRows(open.filter(({ day }) => includes(day))))];
  }

  /** Puts days together and remembers them. What it answers is of the caller's snapshot, whatever others remember meanwhile. */
  private async put(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    links: JointLinks,
    missing: ReadonlyMap<number, string>,
  ): Promise<RollupRow[]> {
    const days = [...missing.keys()];
    const span = { from: Math.min(...days) * DAY_MS, to: (Math.max(...days) + 1) * DAY_MS };
    const scope = { workspaceNo, kind: SCOPE_KIND.link, scopeNos: linkNos };
    const read = await this.rollups.read(db, scope, span, 0);
    const sums = new Map(
      (await sumRows(read.filter(({ day, hour }) => hour === null && missing.has(day)))).map((row) => [row.day, row]),
    );
    const twice = new Map<number, number>();
    if (linkNos.length > 1) {
      const members = new Set(linkNos);
      await inTurns(await this.rollups.sharedVisitors(db, workspaceNo, linkNos, span), (row) => {
        twice.set(row.day, (twice.get(row.day) ?? 0) + countedTwice(row, members));
      });
    }
    const rows: RollupRow[] = [];
    let grown = 0;
    for (const [day, foldedAt] of missing) {
      const sum = sums.get(day) ?? new JointSum(day, null).row;
      const row = { ...sum, firstVisitors: sum.firstVisitors - (twice.get(day) ?? 0) };
      rows.push(row);
      const before = links.days.get(day);
      links.days.set(day, { foldedAt, row });
      grown += bytesOf(row) - (before === undefined ? 0 : bytesOf(before.row));
    }
    links.bytes += grown;
    // Unless it was dropped while somebody read for it.
    if (this.known.get(links.key) === links) this.bytes += grown;
    return rows;
  }

  private use(workspaceNo: number, linkNos: readonly number[]): JointLinks {
    const key = createHash('sha256').update(`${workspaceNo}/${linkNos.join()}`).digest('base64');
    const links = this.known.get(key) ?? { key, days: new Map<number, JointDay>(), bytes: 0 };
    this.known.delete(key);
    this.known.set(key, links);
    return links;
  }

  private evict(used: JointLinks): void {
    for (const [key, links] of this.known) {
      if (this.bytes <= MOST_BYTES) return;
      if (links === used) continue;
      this.known.delete(key);
      this.bytes -= links.bytes;
    }
  }
}

/** The days in order, cut so that none of the parts reaches over more than `most` days. */
function slicesOf(days: readonly (readonly [number, string])[], most: number): (readonly [number, string])[][] {
  const slices: (readonly [number, string])[][] = [];
  for (const entry of days.toSorted(([a], [b]) => a - b)) {
    const last = slices.at(-1);
    if (last?.[0] !== undefined && entry[0] - last[0][0] < most) last.push(entry);
    else slices.push([entry]);
  }
  return slices;
}

/** One row for each day or hour that the rows of several links lie in, visitors added up. */
async function sumRows(rows: readonly RollupRow[]): Promise<RollupRow[]> {
  const sums = new Map<number, JointSum>();
  await inTurns(rows, (row) => {
    const key = row.day * SLOTS + (row.hour ?? SLOTS - 1);
    let sum = sums.get(key);
    if (sum === undefined) sums.set(key, (sum = new JointSum(row.day, row.hour)));
    sum.add(row);
  });
  return [...sums.values()].map((sum) => sum.row);
}

/** Does the work for each of perhaps a hundred thousand rows, and lets visitors be redirected in between. */
async function inTurns<T>(rows: readonly T[], work: (row: T) => void): Promise<void> {
  for (let at = 0; at < rows.length; at += TURN_ROWS) {
    for (const row of rows.slice(at, at + TURN_ROWS)) work(row);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What the links of one day or hour come to. */
class JointSum {
  private firstVisitors = 0;
  private lastVisitors = 0;
  private readonly counts = new ClickCounts();
  private readonly clicks = new Map<number, number>();

  constructor(
    private readonly day: number,
    private readonly hour: number | null,
  ) {}

  add(row: RollupRow): void {
    this.counts.addPacked(row.counts);
    this.firstVisitors += row.firstVisitors;
    this.lastVisitors += row.lastVisitors;
    const clicks = packedTotals(row.counts)[TRAFFIC_CLASS.click] ?? 0;
    if (clicks > 0) this.clicks.set(row.scopeNo, (this.clicks.get(row.scopeNo) ?? 0) + clicks);
  }

  get row(): RollupRow {
    const links = encodeLinkClicks(this.clicks);
    return {
      scopeNo: 0,
      day: this.day,
      hour: this.hour,
      firstVisitors: this.firstVisitors,
      lastVisitors: this.lastVisitors,
      counts: this.counts.pack(),
      links,
      linksLength: links.length,
    };
  }
}

function bytesOf(row: RollupRow): number {
  return row.counts.length + row.linksLength + DAY_BYTES;
}
