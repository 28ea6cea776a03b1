import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnalyticsModule } from '../analytics/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { ReportShareEntity } from './report-share.entity.js';
import { SharesController } from './shares.controller.js';
import { SharesService } from './shares.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ReportShareEntity]), AnalyticsModule, WorkspacesModule],
  controllers: [SharesController],
  providers: [SharesService],
})
export class SharesModule {}
