import {
  ClickCounts,
  DIMENSION,
  eachStored,
  encodeLinkClicks,
  TRAFFIC_CLASS,
  TRAFFIC_CLASSES,
} from '../clicks/index.js';
import { SLOTS, WHOLE_DAY } from './joint.repository.js';
import type { RollupRow } from './rollups.repository.js';

/** Codes below this are added up in an array, the few others in a Map, at several times the cost. */
const NEAR = 1024;
/** The group that holds the outcomes of clicks. */
const CLICKS = DIMENSION.outcome * TRAFFIC_CLASSES + TRAFFIC_CLASS.click;

/** What several links come to, in one hour or on one day. */
class JointSum {
  visitors = 0;
  /** By group and code. */
  private readonly near = new Uint32Array((DIMENSION.utm + 1) * TRAFFIC_CLASSES * NEAR);
  private readonly far = new ClickCounts();
  private readonly clicks = new Map<number, number>();

  add(linkNo: number, visitors: number, counts: Buffer): void {
    const { near, far } = this;
    let clicks = 0;
    eachStored(counts, (group, code, count) => {
      if (code < NEAR) near[group * NEAR + code] = (near[group * NEAR + code] ?? 0) + count;
      else far.addStored(group, code, count);
      if (group === CLICKS) clicks += count;
    });
    this.visitors += visitors;
    if (clicks > 0) this.clicks.set(linkNo, (this.clicks.get(linkNo) ?? 0) + clicks);
  }

  row(slot: number): RollupRow {
    const links = encodeLinkClicks(this.clicks);
    const hour = slot % SLOTS;
    return {
      scopeNo: 0,
      day: Math.floor(slot / SLOTS),
      hour: hour === WHOLE_DAY ? null : hour,
      firstVisitors: this.visitors,
      lastVisitors: 0,
      counts: this.counts().pack(),
      links,
      linksLength: links.length,
    };
  }

  private counts(): ClickCounts {
    const counts = new ClickCounts();
    counts.merge(this.far.pack());
    this.near.forEach((count, index) => {
      if (count > 0) counts.addStored(Math.floor(index / NEAR), index % NEAR, count);
    });
    return counts;
  }
}

/** Sums by slot (see {@link SLOTS}). */
export class JointSums {
  private readonly sums = new Map<number, JointSum>();

  /** Adds a link's part; of several of one slot the visitors are added up, whoever they are. */
  add(linkNo: number, slot: number, visitors: number, counts: Buffer): void {
    this.of(slot).add(linkNo, visitors, counts);
  }

  /** Takes visitors back who were added more than once. */
  takeVisitors(slot: number, visitors: number): void {
    this.of(slot).visitors -= visitors;
  }

  /** The slot's row; one that counts nothing where nothing was added. */
  row(slot: number): RollupRow {
    return this.of(slot).row(slot);
  }

  get slots(): number[] {
    return [...this.sums.keys()];
  }

  private of(slot: number): JointSum {
    let sum = this.sums.get(slot);
    if (sum === undefined) this.sums.set(slot, (sum = new JointSum()));
    return sum;
  }
}
