import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DestinationPolicyModule } from '../destination-policy/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { AbuseReportEntity } from './abuse-report.entity.js';
import { AbuseReportsController, OperatorAbuseReportsController } from './abuse-reports.controller.js';
import { AbuseReportsService } from './abuse-reports.service.js';
import { BlocklistSweep } from './blocklist-sweep.service.js';
import { DefaultDestinations } from './default-destinations.service.js';
import { DestinationChecksController } from './destination-checks.controller.js';
import { DestinationChecksService } from './destination-checks.service.js';
import { DestinationCountsService } from './destination-counts.service.js';
import { DestinationWatch } from './destination-watch.service.js';
import { LinkDestinationEntity } from './link-destination.entity.js';
import { OperatorLinksController } from './operator-links.controller.js';
import { OperatorLinksService } from './operator-links.service.js';
import { QuarantineService } from './quarantine.service.js';
import { WatchedDestinationEntity } from './watched-destination.entity.js';
import { WatchedHostEntity } from './watched-host.entity.js';

/** Quality and safety of destinations: monitoring, blocklists, and visitors' reports. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AbuseReportEntity, LinkDestinationEntity, WatchedDestinationEntity, WatchedHostEntity]),
    DestinationPolicyModule,
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
    DefaultDestinations,
    DestinationChecksService,
    DestinationCountsService,
    DestinationWatch,
    OperatorLinksService,
    QuarantineService,
  ],
  exports: [AbuseReportsService, DestinationCountsService, DestinationPolicyModule, DestinationWatch],
})
export class DestinationsModule {}
