import { applyDecorators, Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { fail } from '../platform/errors/index.js';
import { Idempotency, repeatableOf } from '../platform/idempotency/index.js';
import { CountedBy, LimitedPerMember, RateLimits } from '../platform/limits/index.js';

/** The route changes links, tags or campaigns: it counts against the limit of link writes per user. */
export const CountsAsLinkWrite = (): MethodDecorator => LimitedPerMember('LINK_WRITES');

/** A repeated request with a known idempotency key creates nothing, so it does not count as a link write. */
@Injectable()
class RepeatableLinkWriteGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly idempotency: Idempotency,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const member = request.context.member ?? fail('workspace_not_found');
    const repeatable = repeatableOf(request);
    if (repeatable !== null && (await this.idempotency.isKnown(repeatable))) return true;
    await this.limits.consume('LINK_WRITES', member.userId, member);
    return true;
  }
}

/** Like {@link CountsAsLinkWrite}, for a route that accepts an `Idempotency-Key`. */
export const CountsAsRepeatableLinkWrite = (): MethodDecorator =>
  applyDecorators(UseGuards(RepeatableLinkWriteGuard), CountedBy('LINK_WRITES'));
