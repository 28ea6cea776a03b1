import { Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { DigestsRepository } from './digests.repository.js';
import { DigestsService } from './digests.service.js';

@Module({
  imports: [AnalyticsModule, WorkspacesModule],
  providers: [DigestsService, DigestsRepository],
  exports: [DigestsService],
})
export class DigestsModule {}
