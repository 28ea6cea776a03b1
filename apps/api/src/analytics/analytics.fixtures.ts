import type { DataSource } from 'typeorm';
import type { LinksService } from '../links/index.js';
import type { Clock } from '../platform/time/index.js';
import { AnalyticsService } from './analytics.service.js';
import { AttentionService } from './attention.service.js';
import { EventFiltersRepository } from './sources/event-filters.repository.js';
import { EventQueries } from './sources/event-queries.js';
import { LabelsRepository } from './labels.repository.js';
import { ReportSources } from './sources/report-sources.js';
import { RollupsRepository } from './sources/rollups.repository.js';
import { SubjectsRepository } from './subjects.repository.js';
import { TopLinksService } from './top-links.service.js';

/** The analytics service on a test's database, without the lists of links that need attention. */
export function analyticsOn(source: DataSource, clock: Clock): AnalyticsService {
  const rollups = new RollupsRepository();
  const noViews = { viewsByIds: () => Promise.resolve([]) } as unknown as LinksService;
  return new AnalyticsService(
    source,
    new SubjectsRepository(),
    new ReportSources(rollups, new EventFiltersRepository(), new TopLinksService(rollups)),
    new EventQueries(source),
    rollups,
    new LabelsRepository(),
    new AttentionService(noViews),
    clock,
  );
}
