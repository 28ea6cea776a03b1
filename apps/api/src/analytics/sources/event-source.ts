import { bucketIndexOf, DAY_MS, HOUR_MS, type ReportRange, type TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { ClickCounts, DIMENSION, TRAFFIC_CLASS, TRAFFIC_CLASSES, type DimensionName } from '../../clicks/index.js';
import { firstRow, rows } from '../../platform/database/index.js';
import {
  countEvents,
  countVisitors,
  type CountedBy,
  type CountRow,
  type EventScope,
  type Statement,
} from './event-counts.sql.js';
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
    for (const { place, traffic, code, count } of await this.ask<CountRow>(
      db,
      countEvents(this.scope, range, by, step),
    )) {
      const counted = by[place];
      if (counted === 'bucket') {
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
      metrics: { ...requestCounts(counts), uniqueVisitors: await this.visitors(db, range) },
      topLinks: wants.topLinks ? await this.topLinks.shown(db, clicksByLink) : [],
    };
  }

  async metrics(db: EntityManager, window: TimeWindow): Promise<WindowMetrics> {
    const counts = new ClickCounts();
    for (const { traffic, code, count } of await this.ask<CountRow>(
      db,
      countEvents(this.scope, window, ['outcome'], DAY_MS),
    )) {
      counts.addStored(DIMENSION.outcome * TRAFFIC_CLASSES + traffic, code, count);
    }
    return { ...requestCounts(counts), uniqueVisitors: await this.visitors(db, window) };
  }

  private async visitors(db: EntityManager, window: TimeWindow): Promise<number> {
    if (this.isEmpty) return 0;
    const { text, values } = countVisitors(this.scope, window);
    return (await firstRow<{ visitors: number }>(db, text, values))?.visitors ?? 0;
  }

  private ask<Row>(db: EntityManager, { text, values }: Statement): Promise<Row[]> {
    return this.isEmpty ? Promise.resolve([]) : rows<Row>(db, text, values);
  }

  /** Whether a filter names something that no event has. */
  private get isEmpty(): boolean {
    const { linkNos, conditions } = this.scope;
    return linkNos?.length === 0 || [...conditions.values()].some((numbers) => numbers.length === 0);
  }
}
