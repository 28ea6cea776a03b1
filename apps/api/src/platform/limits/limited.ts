import {
  applyDecorators,
  Injectable,
  mixin,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { Request } from 'express';
import type { RateLimitName } from '../config/index.js';
import { fail } from '../errors/index.js';
import { RateLimits } from './rate-limits.js';

/** Metadata key under which a route names its limits. */
const LIMITS_OF_ROUTE = 'signpost:limits';

/** The limits that a route's requests count towards. */
export function limitsOf(handler: object): readonly RateLimitName[] {
  return (Reflect.getMetadata(LIMITS_OF_ROUTE, handler) ?? []) as RateLimitName[];
}

/** Names the limits that the route's service counts, by what the body or the account says. */
export function CountedBy(...names: RateLimitName[]): MethodDecorator {
  return (_target, _name, descriptor) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(LIMITS_OF_ROUTE, [...limitsOf(handler), ...names], handler);
  };
}

/**
 * Every request of the route counts towards the limit of its member, before anything of a body is read.
 */
export function LimitedPerMember(name: RateLimitName): MethodDecorator {
  return applyDecorators(UseGuards(guardOf(name)), CountedBy(name));
}

function guardOf(name: RateLimitName): Type<CanActivate> {
  @Injectable()
  class MemberLimitGuard implements CanActivate {
    constructor(private readonly limits: RateLimits) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const member = context.switchToHttp().getRequest<Request>().context.member ?? fail('workspace_not_found');
      await this.limits.consume(name, member.userId, member);
      return true;
    }
  }
  return mixin(MemberLimitGuard);
}
