import type { ReportRange, TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { DIMENSION } from '../../clicks/index.js';
import type { CountedWindow, ReportSource, CountRequest } from './report-source.js';
import type { WindowMetrics } from '../report.js';
import type { ReportScope, RollupsRepository } from './rollups.repository.js';
import { LINK_BYTES, type TopLinksService } from '../top-links.service.js';
import { requestCounts, seriesCounts, sumCounts, sumVisitors } from './window-counts.js';

/** Reads the roll-ups of a link, a campaign as recorded, or a workspace. */
export class RollupSource implements ReportSource {
  constructor(
    private readonly scope: ReportScope,
    private readonly rollups: RollupsRepository,
    private readonly topLinks: TopLinksService,
  ) {}

  async count(db: EntityManager, range: ReportRange, request: CountRequest): Promise<CountedWindow> {
    const rows = await this.rollups.read(db, this.scope, range, request.topLinks ? LINK_BYTES : 0);
    const counts = sumCounts(rows, range, request.upTo);
    return {
      counts,
      series: seriesCounts(rows, range, request.classes),
      metrics: { ...requestCounts(counts), uniqueVisitors: sumVisitors(rows, range) },
      topLinks: request.topLinks ? await this.topLinks.find(db, this.scope, range, rows) : [],
    };
  }

  async metrics(db: EntityManager, window: TimeWindow): Promise<WindowMetrics> {
    const rows = await this.rollups.read(db, this.scope, window, 0);
    return {
      ...requestCounts(sumCounts(rows, window, DIMENSION.outcome)),
      uniqueVisitors: sumVisitors(rows, window),
    };
  }
}
