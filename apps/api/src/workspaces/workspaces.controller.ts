import { Controller, Get } from '@nestjs/common';
import type { HostContext, WorkspaceList } from '@signpost/contracts';
import { Context, CurrentSession, Public, SignedIn, type SessionInfo } from '../platform/access/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { Contract } from '../platform/openapi/index.js';
import { WorkspacesService } from './workspaces.service.js';

@Controller('api')
export class WorkspacesController {
  constructor(private readonly workspaces: WorkspacesService) {}

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
}
