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

/** Metadata key for the limits of a route. */
const LIMITS_OF_ROUTE = 'signpost:limits';

/** The limits that a route's requests count towards. */
export function limitsOf(handler: object): readonly RateLimitName[] {
  return (Reflect.getMetadata(LIMITS_OF_ROUTE, handler) ?? []) as RateLimitName[];
}

/** Declares limits that the route's service counts itself, by values of the body or the account. */
export function CountedBy(...names: RateLimitName[]): MethodDecorator {
  return (_target, _name, descriptor) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(LIMITS_OF_ROUTE, [...limitsOf(handler), ...names], handler);
  };
}

/** Counts every request of the route towards the limit of its member, before its body is read. */
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
