import { bucketIndexOf, DAY_MS, HOUR_MS, type ReportRange, type TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { ClickCounts, DIMENSION, TRAFFIC_CLASS, TRAFFIC_CLASSES, type DimensionName } from '../../clicks/index.js';
import { rows } from '../../platform/database/index.js';
import { countEvents, type CountedBy, type CountRow, type EventScope } from './event-counts.sql.js';
import type { CountedWindow, ReportSource, CountRequest } from './report-source.js';
import type { WindowMetrics } from '../report.js';
import type { TopLinksService } from '../top-links.service.js';
import { requestCounts } from './window-counts.js';

/** Dimensions of reports. */
const BROKEN_DOWN = (Object.keys(DIMENSION) as DimensionName[]).filter((name) => name !== 'hour');

/** Counts stored events, for reports that roll-ups cannot answer, such as a filtered one. */
export class EventSource implements ReportSource {
  constructor(
    private readonly scope: EventScope,
    private readonly topLinks: TopLinksService,
  ) {}

  async count(db: EntityManager, range: ReportRange, request: CountRequest): Promise<CountedWindow> {
    const step = range.unit === 'hour' ? HOUR_MS : DAY_MS;
    const by: CountedBy[] = ['bucket', ...BROKEN_DOWN.filter((name) => DIMENSION[name] <= request.upTo)];
    if (request.topLinks) by.push('link');
    const counts = new ClickCounts();
    const series = new Array<number>((range.to - range.from) / step).fill(0);
    const clicksByLink = new Map<number, number>();
    let uniqueVisitors = 0;
    for (const row of await this.countRows(db, range, by, step)) {
      const { traffic, count, visitors, bucket, link } = row;
      if (visitors) uniqueVisitors = count;
      addTo(counts, row);
      if (isCode(bucket) && request.classes.includes(traffic)) {
        const index = bucketIndexOf(range, bucket * step);
        series[index] = (series[index] ?? 0) + count;
      }
      if (isCode(link) && traffic === TRAFFIC_CLASS.click) clicksByLink.set(link, count);
    }
    return {
      counts,
      series,
      metrics: { ...requestCounts(counts), uniqueVisitors },
      topLinks: request.topLinks ? await this.topLinks.shown(db, clicksByLink) : [],
    };
  }

  async metrics(db: EntityManager, window: TimeWindow): Promise<WindowMetrics> {
    const counts = new ClickCounts();
    let uniqueVisitors = 0;
    for (const row of await this.countRows(db, window, ['outcome'], DAY_MS)) {
      if (row.visitors) uniqueVisitors = row.count;
      addTo(counts, row);
    }
    return { ...requestCounts(counts), uniqueVisitors };
  }

  private async countRows(
    db: EntityManager,
    window: TimeWindow,
    by: readonly CountedBy[],
    step: number,
  ): Promise<readonly CountRow[]> {
    if (this.isEmpty) return [];
    const { text, values } = countEvents(this.scope, window, by, step);
    return rows<CountRow>(db, text, values);
  }

  /** Whether a filter has a value that no event has. */
  private get isEmpty(): boolean {
    const { linkNos, conditions } = this.scope;
    return linkNos?.length === 0 || [...conditions.values()].some((numbers) => numbers.length === 0);
  }
}

const isCode = (code: number | null | undefined): code is number => typeof code === 'number';

/** Adds the count of a row to each dimension that the row is grouped by. */
function addTo(counts: ClickCounts, row: CountRow): void {
  for (const name of BROKEN_DOWN) {
    const code = row[name];
    if (isCode(code)) counts.addStored(DIMENSION[name] * TRAFFIC_CLASSES + row.traffic, code, row.count);
  }
}
