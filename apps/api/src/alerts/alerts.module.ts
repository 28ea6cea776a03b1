import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkspacesModule } from '../workspaces/index.js';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';
import { LinkAlertEntity } from './link-alert.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([LinkAlertEntity]), WorkspacesModule],
  providers: [AlertsService, AlertsRepository],
  exports: [AlertsService],
})
export class AlertsModule {}
