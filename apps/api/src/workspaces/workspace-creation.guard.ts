import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { fail } from '../platform/errors/index.js';
import { WorkspaceCreationService } from './workspace-creation.service.js';

/** Whether the caller may make workspaces at all is settled before the body is looked at. */
@Injectable()
export class WorkspaceCreationGuard implements CanActivate {
  constructor(private readonly creation: WorkspaceCreationService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { session } = context.switchToHttp().getRequest<Request>().context;
    await this.creation.requireAllowed(session ?? fail('unauthenticated'));
    return true;
  }
}
