import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from './click-codes.js';
import { DayCounts } from './day-counts.js';
import { eachLinkClicks, encodeLinkClicks } from './link-clicks.js';
import { dayOf, DAY_MS, SCOPE_KIND, scopeDayKey, scopesOf, type ScopeDay } from './scope.js';
import { VarintWriter } from './varint.js';

/** A stored row of click_days without its visitors. */
export interface PackedDay {
  readonly firstMs: number;
  readonly counts: Buffer;
  readonly links: Buffer | null;
}

/** What a batch adds to one scope on one day. */
export class DayRollup {
  private readonly counts = new DayCounts();
  private readonly links: Map<number, number> | null;
  private firstMs = DAY_MS;

  constructor(readonly scope: ScopeDay) {
    this.links = scope.kind === SCOPE_KIND.link ? null : new Map<number, number>();
  }

  add(event: CodedEvent): void {
    this.counts.add(event);
    this.firstMs = Math.min(this.firstMs, event.at - this.scope.day * DAY_MS);
    if (this.links !== null && trafficClass(event) === TRAFFIC_CLASS.click) {
      this.links.set(event.linkNo, (this.links.get(event.linkNo) ?? 0) + 1);
    }
  }

  /** Adds what is stored already. */
  merge(stored: PackedDay): void {
    this.counts.addPacked(stored.counts);
    this.firstMs = Math.min(this.firstMs, stored.firstMs);
    const { links } = this;
    if (links === null || stored.links === null) return;
    eachLinkClicks(stored.links, (link, clicks) => links.set(link, (links.get(link) ?? 0) + clicks));
  }

  pack(writer: VarintWriter): PackedDay {
    return {
      firstMs: this.firstMs,
      counts: this.counts.encode(writer),
      links: this.links === null ? null : encodeLinkClicks(this.links, writer),
    };
  }

  /** Clicks of this batch, as long as nothing was merged. */
  get clicks(): number {
    return this.counts.total(TRAFFIC_CLASS.click);
  }
}

/** The roll-ups of a batch: one per scope and day that it touches, in the order of the primary key. */
export function rollUp(events: readonly CodedEvent[]): DayRollup[] {
  const rollups = new Map<string, DayRollup>();
  for (const event of events) {
    const day = dayOf(event.at);
    for (const { kind, scopeNo } of scopesOf(event)) {
      const scope = { workspaceNo: event.workspaceNo, kind, scopeNo, day };
      const key = scopeDayKey(scope);
      let rollup = rollups.get(key);
      if (rollup === undefined) rollups.set(key, (rollup = new DayRollup(scope)));
      rollup.add(event);
    }
  }
  return [...rollups.values()].sort(
    ({ scope: a }, { scope: b }) =>
      a.workspaceNo - b.workspaceNo || a.kind - b.kind || a.scopeNo - b.scopeNo || a.day - b.day,
  );
}
