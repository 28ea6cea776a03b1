import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DestinationPolicyModule } from '../destination-policy/index.js';
import { LimitAudit } from './limit-audit.js';
import { LinkPrefixesRepository } from './link-prefixes.repository.js';
import { LinkPrefixesService } from './link-prefixes.service.js';
import { UtmPresetEntity } from './utm-preset.entity.js';
import { UtmPresetsService } from './utm-presets.service.js';
import { WorkspaceCreationService } from './workspace-creation.service.js';
import { WorkspaceSettingsService } from './workspace-settings.service.js';
import { WorkspaceViews } from './workspace-views.js';
import { WorkspaceEntity } from './workspace.entity.js';
import { WorkspacesController } from './workspaces.controller.js';
import { WorkspacesRepository } from './workspaces.repository.js';
import { WorkspacesService } from './workspaces.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([UtmPresetEntity, WorkspaceEntity]), DestinationPolicyModule],
  controllers: [WorkspacesController],
  providers: [
    LimitAudit,
    LinkPrefixesRepository,
    LinkPrefixesService,
    UtmPresetsService,
    WorkspaceCreationService,
    WorkspaceSettingsService,
    WorkspaceViews,
    WorkspacesRepository,
    WorkspacesService,
  ],
  exports: [WorkspacesService, WorkspacesRepository, WorkspaceViews],
})
export class WorkspacesModule {}
