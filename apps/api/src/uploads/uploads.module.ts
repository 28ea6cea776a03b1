import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../workspaces/index.js';
import { LogosService } from './logos.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

@Module({ imports: [WorkspacesModule], controllers: [UploadsController], providers: [LogosService, UploadsService] })
export class UploadsModule {}
