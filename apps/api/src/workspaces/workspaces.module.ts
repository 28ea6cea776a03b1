import { Module } from '@nestjs/common';
import { WorkspaceViews } from './workspace-views.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesRepository } from './workspaces.repository.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({
  controllers: [WorkspacesController],
  providers: [WorkspacesService, WorkspacesRepository, WorkspaceViews],
  exports: [WorkspacesService, WorkspaceViews],
})
export class WorkspacesModule {}
