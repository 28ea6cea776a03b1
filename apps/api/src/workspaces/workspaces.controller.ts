import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, UseGuards } from '@nestjs/common';
import type {
  HostContext,
  LinkPrefixList,
  SlugAvailability,
  UtmPresetList,
  Workspace,
  WorkspaceList,
} from '@signpost/contracts';
import {
  Context,
  CurrentMember,
  CurrentSession,
  Public,
  Requires,
  SignedIn,
  type Member,
  type SessionInfo,
} from '../platform/access/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { CountedBy } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { LinkPrefixesService } from './link-prefixes.service.js';
import { UtmPresetsService } from './utm-presets.service.js';
import { WorkspaceCreationGuard } from './workspace-creation.guard.js';
import { WorkspaceCreationService } from './workspace-creation.service.js';
import { WorkspaceSettingsService } from './workspace-settings.service.js';
import { CreateWorkspaceDto, SlugQueryDto, UpdateWorkspaceDto, UtmPresetsDto } from './workspaces.dto.js';
import { WorkspacesService } from './workspaces.service.js';

@Controller('api')
export class WorkspacesController {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly creation: WorkspaceCreationService,
    private readonly settings: WorkspaceSettingsService,
    private readonly prefixes: LinkPrefixesService,
    private readonly presets: UtmPresetsService,
  ) {}

  @Get('host')
  @Public()
  @Contract({ reply: 'HostContext' })
  host(@Context() context: RequestContext): Promise<HostContext> {
    return this.workspaces.hostContext(context.host);
  }

  @Get('workspaces')
  @SignedIn()
  @Contract({ reply: 'WorkspaceList' })
  list(@CurrentSession() session: SessionInfo, @Context() context: RequestContext): Promise<WorkspaceList> {
    return this.workspaces.list(session, context.host);
  }

  @Post('workspaces')
  @SignedIn()
  @CountedBy('WORKSPACE_CREATE')
  @UseGuards(WorkspaceCreationGuard)
  @Contract({ body: 'CreateWorkspaceInput', reply: 'Workspace', status: 201 })
  create(@Body() input: CreateWorkspaceDto, @CurrentSession() session: SessionInfo): Promise<Workspace> {
    return this.creation.create(input, session);
  }

  @Get('workspaces/slug-available')
  @SignedIn()
  @CountedBy('SLUG_CHECK')
  @Contract({ reply: 'SlugAvailability' })
  slugAvailable(@Query() query: SlugQueryDto, @Context() context: RequestContext): Promise<SlugAvailability> {
    return this.creation.slugAvailable(query.slug, context);
  }

  @Patch('workspaces')
  @Requires('workspace.manage')
  @Contract({ body: 'UpdateWorkspaceInput', reply: 'Workspace' })
  update(@CurrentMember() member: Member, @Body() input: UpdateWorkspaceDto): Promise<Workspace> {
    return this.settings.update(member, input);
  }

  @Delete('workspaces')
  @Requires('workspace.delete')
  @Contract({ reply: 'Ok' })
  delete(@CurrentMember() member: Member): Promise<void> {
    return this.settings.delete(member);
  }

  @Get('workspaces/link-prefixes')
  @Requires('workspace.manage')
  @Contract({ reply: 'LinkPrefixList' })
  listPrefixes(@CurrentMember() member: Member): Promise<LinkPrefixList> {
    return this.prefixes.list(member);
  }

  @Delete('workspaces/link-prefixes/:prefix')
  @Requires('workspace.manage')
  @Contract({ reply: 'Ok' })
  revokePrefix(@CurrentMember() member: Member, @Param('prefix') prefix: string): Promise<void> {
    return this.prefixes.revoke(member, prefix);
  }

  @Get('workspaces/utm-presets')
  @Requires('links.read')
  @Contract({ reply: 'UtmPresetList' })
  listPresets(@CurrentMember() member: Member): Promise<UtmPresetList> {
    return this.presets.list(member);
  }

  @Put('workspaces/utm-presets')
  @Requires('links.manage')
  @Contract({ body: 'UtmPresetsInput', reply: 'UtmPresetList' })
  replacePresets(@CurrentMember() member: Member, @Body() input: UtmPresetsDto): Promise<UtmPresetList> {
    return this.presets.replace(member, input);
  }
}
