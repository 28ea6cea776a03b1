import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../workspaces/index.js';
import { AlertsRepository } from './alerts.repository.js';
import { AlertsService } from './alerts.service.js';

@Module({ imports: [WorkspacesModule], providers: [AlertsService, AlertsRepository], exports: [AlertsService] })
export class AlertsModule {}
