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

  /** Rows of the window; of a folded day one for all links, with distinct visitors and the clicks of each link. */
  async read(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
  ): Promise<RollupRow[]> {
    const days = await this.rollups.foldedDays(db, workspaceNo, window);
    const { folded } = days;
    const links = this.use(workspaceNo, linkNos);
    const missing = [...folded].filter(([day, foldedAt]) => links.days.get(day)?.foldedAt !== foldedAt);
    if (missing.length > 0) await this.put(db, workspaceNo, linkNos, links, new Map(missing));
    const rows = [...folded.keys()].flatMap((day) => links.days.get(day)?.row ?? []);
    this.evict(links);
    return [...rows, ...(await this.rollups.readOpen(db, workspaceNo, linkNos, window, days))];
  }

  private async put(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    links: JointLinks,
    missing: ReadonlyMap<number, string>,
  ): Promise<void> {
    const days = [...missing.keys()];
    const span = { from: Math.min(...days) * DAY_MS, to: (Math.max(...days) + 1) * DAY_MS };
    const scope = { workspaceNo, kind: SCOPE_KIND.link, scopeNos: linkNos };
    const sums = new Map(days.map((day) => [day, new JointSum()]));
    for (const row of await this.rollups.read(db, scope, span, 0)) {
      if (row.hour === null) sums.get(row.day)?.add(row);
    }
    if (linkNos.length > 1) {
      const members = new Set(linkNos);
      for (const row of await this.rollups.sharedVisitors(db, workspaceNo, linkNos, span)) {
        const sum = sums.get(row.day);
        if (sum !== undefined) sum.visitors -= countedTwice(row, members);
      }
    }
    let grown = 0;
    for (const [day, foldedAt] of missing) {
      const row = sums.get(day)?.row(day);
      if (row === undefined) continue;
      const before = links.days.get(day);
      links.days.set(day, { foldedAt, row });
      grown += bytesOf(row) - (before === undefined ? 0 : bytesOf(before.row));
    }
    links.bytes += grown;
    // Unless it was dropped while somebody read for it.
    if (this.known.get(links.key) === links) this.bytes += grown;
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

/** What the links of one day come to. */
class JointSum {
  visitors = 0;
  private readonly counts = new ClickCounts();
  private readonly clicks = new Map<number, number>();

  add(row: RollupRow): void {
    this.counts.addPacked(row.counts);
    this.visitors += row.firstVisitors;
    const clicks = packedTotals(row.counts)[TRAFFIC_CLASS.click] ?? 0;
    if (clicks > 0) this.clicks.set(row.scopeNo, clicks);
  }

  row(day: number): RollupRow {
    const links = encodeLinkClicks(this.clicks);
    return {
      scopeNo: 0,
      day,
      hour: null,
      firstVisitors: this.visitors,
      lastVisitors: 0,
      counts: this.counts.pack(),
      links,
      linksLength: links.length,
    };
  }
}

function bytesOf(row: RollupRow): number {
  return row.counts.length + row.linksLength + DAY_BYTES;
}
