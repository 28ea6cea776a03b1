import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { fail } from '../platform/errors/index.js';
import { WorkspaceCreationService } from './workspace-creation.service.js';

/** Checks whether the caller may create workspaces before the body is validated. */
@Injectable()
export class WorkspaceCreationGuard implements CanActivate {
  constructor(private readonly creation: WorkspaceCreationService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { session } = context.switchToHttp().getRequest<Request>().context;
    await this.creation.requireAllowed(session ?? fail('unauthenticated'));
    return true;
  }
}
