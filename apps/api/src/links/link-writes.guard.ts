import { applyDecorators, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { fail } from '../platform/errors/index.js';
import { RateLimits } from '../platform/limits/index.js';

/** Counts a request as one of the member's link writes, before anything of it is read. */
@Injectable()
export class LinkWritesGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const member = context.switchToHttp().getRequest<Request>().context.member ?? fail('workspace_not_found');
    await this.limits.consume('LINK_WRITES', member.userId, member);
    return true;
  }
}

/** The route changes links, tags or campaigns: it counts against the limit of link writes per user. */
export const CountsAsLinkWrite = () => applyDecorators(UseGuards(LinkWritesGuard));
