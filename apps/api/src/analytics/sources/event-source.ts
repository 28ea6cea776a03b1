import { bucketIndexOf, DAY_MS, HOUR_MS, type ReportRange, type TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { ClickCounts, DIMENSION, TRAFFIC_CLASS, TRAFFIC_CLASSES, type DimensionName } from '../../clicks/index.js';
import { rows } from '../../platform/database/index.js';
import { countEvents, VISITORS_PLACE, type CountedBy, type CountRow, type EventScope } from './event-counts.sql.js';
import type { CountedWindow, ReportSource, ReportWants } from './report-source.js';
import type { WindowMetrics } from '../report.js';
import type { TopLinksService } from '../top-links.service.js';
import { requestCounts } from './window-counts.js';

/** Dimensions of reports. */
const BROKEN_DOWN = (Object.keys(DIMENSION) as DimensionName[]).filter((name) => name !== 'hour');

/** Counted from the stored events: what roll-ups cannot say, such as a filtered report. */
export class EventSource implements ReportSource {
  constructor(
    private readonly scope: EventScope,
    private readonly topLinks: TopLinksService,
  ) {}

  async count(db: EntityManager, range: ReportRange, wants: ReportWants): Promise<CountedWindow> {
    const step = range.unit === 'hour' ? HOUR_MS : DAY_MS;
    const by: CountedBy[] = ['bucket', ...BROKEN_DOWN.filter((name) => DIMENSION[name] <= wants.upTo)];
    if (wants.topLinks) by.push('link');
    const counts = new ClickCounts();
    const series = new Array<number>((range.to - range.from) / step).fill(0);
    const clicksByLink = new Map<number, number>();
    let uniqueVisitors = 0;
    for (const { place, traffic, code, count } of await this.ask(db, range, by, step)) {
      const counted = by[place];
      if (place === VISITORS_PLACE) {
        uniqueVisitors = count;
      } else if (counted === 'bucket') {
        const index = bucketIndexOf(range, code * step);
        if (wants.classes.includes(traffic)) series[index] = (series[index] ?? 0) + count;
      } else if (counted === 'link') {
        if (traffic === TRAFFIC_CLASS.click) clicksByLink.set(code, count);
      } else if (counted !== undefined) {
        counts.addStored(DIMENSION[counted] * TRAFFIC_CLASSES + traffic, code, count);
      }
    }
    return {
      counts,
      series,
      metrics: { ...requestCounts(counts), uniqueVisitors },
      topLinks: wants.topLinks ? await this.topLinks.shown(db, clicksByLink) : [],
    };
  }

  async metrics(db: EntityManager, window: TimeWindow): Promise<WindowMetrics> {
    const counts = new ClickCounts();
    let uniqueVisitors = 0;
    for (const { place, traffic, code, count } of await this.ask(db, window, ['outcome'], DAY_MS)) {
      if (place === VISITORS_PLACE) uniqueVisitors = count;
      else counts.addStored(DIMENSION.outcome * TRAFFIC_CLASSES + traffic, code, count);
    }
    return { ...requestCounts(counts), uniqueVisitors };
  }

  private async ask(
    db: EntityManager,
    window: TimeWindow,
    by: readonly CountedBy[],
    step: number,
  ): Promise<readonly CountRow[]> {
    if (this.isEmpty) return [];
    // The events of one link lie on the pages in the order of its index, which the planner does not know.
    if (this.scope.linkNos?.length === 1) await db.query('SET LOCAL enable_bitmapscan = off');
    const { text, values } = countEvents(this.scope, window, by, step);
    return rows<CountRow>(db, text, values);
  }

  /** Whether a filter names something that no event has. */
  private get isEmpty(): boolean {
    const { linkNos, conditions } = this.scope;
    return linkNos?.length === 0 || [...conditions.values()].some((numbers) => numbers.length === 0);
  }
}
