import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { DestinationsModule } from '../destinations/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { ReportService } from './report.service.js';
import { UnlockService } from './unlock.service.js';
import { VisitedLinks } from './visited-links.js';
import { VisitorController } from './visitor.controller.js';
import { VisitorPages } from './visitor-pages.js';

/** What visitors see and do besides being redirected: unlocking and reporting links. */
@Module({
  imports: [AuditModule, DestinationsModule, WorkspacesModule],
  controllers: [VisitorController],
  providers: [VisitedLinks, UnlockService, ReportService, VisitorPages],
})
export class VisitorModule {}
