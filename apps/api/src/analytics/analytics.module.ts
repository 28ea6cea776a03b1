import { Module } from '@nestjs/common';
import { LinksModule } from '../links/index.js';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsService } from './analytics.service.js';
import { AttentionService } from './attention.service.js';
import { EventFiltersRepository } from './sources/event-filters.repository.js';
import { EventQueries } from './sources/event-queries.js';
import { LabelsRepository } from './labels.repository.js';
import { RecentClicksRepository } from './recent-clicks.repository.js';
import { RecentClicksService } from './recent-clicks.service.js';
import { ReportSources } from './sources/report-sources.js';
import { RollupsRepository } from './sources/rollups.repository.js';
import { SubjectsRepository } from './subjects.repository.js';
import { TopLinksService } from './top-links.service.js';

@Module({
  imports: [LinksModule],
  controllers: [AnalyticsController],
  providers: [
    AnalyticsService,
    AttentionService,
    EventFiltersRepository,
    EventQueries,
    LabelsRepository,
    RecentClicksRepository,
    RecentClicksService,
    ReportSources,
    RollupsRepository,
    SubjectsRepository,
    TopLinksService,
  ],
  exports: [AnalyticsService],
})
export class AnalyticsModule {}
