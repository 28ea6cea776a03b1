import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkspacesModule } from '../workspaces/index.js';
import { AbuseReportEntity } from './abuse-report.entity.js';
import { AbuseReportsController, OperatorAbuseReportsController } from './abuse-reports.controller.js';
import { AbuseReportsService } from './abuse-reports.service.js';
import { BlocklistSweep } from './blocklist-sweep.service.js';
import { Blocklists } from './blocklists.service.js';
import { DestinationChecksController } from './destination-checks.controller.js';
import { DestinationChecksService } from './destination-checks.service.js';
import { DestinationCountsService } from './destination-counts.service.js';
import { DestinationPolicy } from './destination-policy.js';
import { DestinationWatch } from './destination-watch.service.js';
import { LinkDestinationEntity } from './link-destination.entity.js';
import { OperatorLinksController } from './operator-links.controller.js';
import { OperatorLinksService } from './operator-links.service.js';
import { QuarantineService } from './quarantine.service.js';
import { WatchedDestinationEntity } from './watched-destination.entity.js';

/** Whether links lead somewhere well and safe: the watch, the lists, and what visitors report. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AbuseReportEntity, LinkDestinationEntity, WatchedDestinationEntity]),
    WorkspacesModule,
  ],
  controllers: [
    AbuseReportsController,
    OperatorAbuseReportsController,
    OperatorLinksController,
    DestinationChecksController,
  ],
  providers: [
    AbuseReportsService,
    BlocklistSweep,
    Blocklists,
    DestinationChecksService,
    DestinationCountsService,
    DestinationPolicy,
    DestinationWatch,
    OperatorLinksService,
    QuarantineService,
  ],
  exports: [AbuseReportsService, Blocklists, DestinationCountsService, DestinationPolicy, DestinationWatch],
})
export class DestinationsModule {}
