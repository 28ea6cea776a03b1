import { DAY_MS } from '@signpost/domain';
import { trafficClass, TRAFFIC_CLASS, TRAFFIC_CLASSES, type CodedEvent } from '../event/click-codes.js';
import { ClickCounts } from './click-counts.js';
import { eachLinkClicks, encodeLinkClicks, mergeLinkClicks } from './link-clicks.js';
import {
  ByScopeHour,
  compareScopes,
  dayOf,
  hourOf,
  SCOPE_KIND,
  HOURS,
  scopesOf,
  type Scope,
  type ScopeHour,
} from './scope.js';
import type { VarintWriter } from '../event/varint.js';

/** The counts of a stored row. */
export interface PackedRollup {
  readonly firstMs: number;
  readonly counts: Buffer;
  readonly links: Buffer | null;
}

/** The counts of a row of hours, which may have additions not merged yet. */
export interface StoredRollup extends PackedRollup {
  /** Clicks by link to be added to `links`; only hours have any. */
  readonly recentLinks: Buffer | null;
}

/** The counts of one scope in one hour or day. */
export class Rollup<S extends Scope = Scope> {
  readonly counts = new ClickCounts();
  private readonly links: Map<number, number> | null;
  /** Encoded links of the first stored row that was merged, still undecoded. */
  private storedLinks: Uint8Array | null = null;
  /** Milliseconds from the start of the day to the first event. */
  private firstMs = DAY_MS;

  constructor(readonly scope: S) {
    this.links = scope.kind === SCOPE_KIND.link ? null : new Map<number, number>();
  }

  add(event: CodedEvent): void {
    this.counts.add(event);
    // Only reports of campaigns show sources and mediums; a workspace's thousands of UTM sets a day would be most of its row.
    if (this.scope.kind !== SCOPE_KIND.workspace) this.counts.addUtm(event);
    this.firstMs = Math.min(this.firstMs, event.at - dayOf(event.at) * DAY_MS);
    if (this.links !== null && trafficClass(event) === TRAFFIC_CLASS.click) {
      this.links.set(event.linkNo, (this.links.get(event.linkNo) ?? 0) + 1);
    }
  }

  /** Adds an event of a whole day, which is also counted by hour. */
  addByHour(event: CodedEvent): void {
    this.add(event);
    this.counts.addHour(hourOf(event.at), trafficClass(event), 1);
  }

  /** Adds the stored counts. */
  merge(stored: StoredRollup): void {
    this.counts.merge(stored.counts);
    this.firstMs = Math.min(this.firstMs, stored.firstMs);
    this.mergeLinks(stored.links);
    this.mergeLinks(stored.recentLinks);
  }

  /** Adds a stored hour to a day. */
  mergeHour(hour: number, stored: StoredRollup): void {
    const counts = new ClickCounts();
    counts.merge(stored.counts);
    for (let traffic = 0; traffic < TRAFFIC_CLASSES; traffic += 1) {
      this.counts.addHour(hour, traffic, counts.total(traffic));
    }
    this.merge(stored);
  }

  /** Number of links clicked; 0 when the scope is a link. */
  get clickedLinks(): number {
    return this.links?.size ?? 0;
  }

  get clicks(): number {
    return this.counts.total(TRAFFIC_CLASS.click);
  }

  pack(writer: VarintWriter): PackedRollup {
    return {
      firstMs: this.firstMs,
      counts: this.counts.pack(writer),
      links: this.links === null ? null : this.packLinks(this.links, writer),
    };
  }

  private mergeLinks(stored: Uint8Array | null): void {
    const { links } = this;
    if (links === null || stored === null) return;
    if (this.storedLinks === null) {
      this.storedLinks = stored;
      return;
    }
    eachLinkClicks(stored, (link, clicks) => links.set(link, (links.get(link) ?? 0) + clicks));
  }

  private packLinks(links: ReadonlyMap<number, number>, writer: VarintWriter): Buffer {
    return this.storedLinks === null
      ? encodeLinkClicks(links, writer)
      : mergeLinkClicks(this.storedLinks, links, writer);
  }
}

/** The roll-ups that count the events of a link in one hour. */
interface Counted {
  readonly hour: number;
  readonly campaignNo: number;
  readonly rollups: readonly Rollup<ScopeHour>[];
}

/** The counts of a batch: one roll-up per scope and hour. */
export class HourRollups {
  private readonly rollups = new ByScopeHour<Rollup<ScopeHour>>();
  /** By link: consecutive events of a link mostly have the same hour and campaign. */
  private readonly latest = new Map<number, Counted>();

  add(event: CodedEvent): void {
    const day = dayOf(event.at);
    const hour = hourOf(event.at);
    const { linkNo, campaignNo } = event;
    let counted = this.latest.get(linkNo);
    if (counted === undefined || counted.hour !== day * HOURS + hour || counted.campaignNo !== campaignNo) {
      counted = { hour: day * HOURS + hour, campaignNo, rollups: this.rollupsOf(event, day, hour) };
      this.latest.set(linkNo, counted);
    }
    for (const rollup of counted.rollups) rollup.add(event);
  }

  private rollupsOf(event: CodedEvent, day: number, hour: number): Rollup<ScopeHour>[] {
    return scopesOf(event).map((scope) => {
      const at = { ...scope, day, hour };
      const known = this.rollups.get(at);
      if (known !== undefined) return known;
      const rollup = new Rollup(at);
      this.rollups.set(at, rollup);
      return rollup;
    });
  }

  /** In the order of the primary key. */
  get all(): Rollup<ScopeHour>[] {
    return this.rollups.all.sort(
      ({ scope: a }, { scope: b }) => compareScopes(a, b) || a.day - b.day || a.hour - b.hour,
    );
  }
}
