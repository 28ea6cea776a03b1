import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth } from '@nestjs/swagger';
import type { Access, Permission } from '@signpost/contracts';
import type { Request } from 'express';
import { fail } from '../errors/index.js';
import type { RequestContext } from '../http/request/request-context.js';
import type { Member, SessionInfo } from './principals.js';

/** Metadata key under which a route declares who may call it. */
export const ACCESS = 'signpost:access';

/** Metadata key of public routes that do not read the session of a cookie. */
export const SESSIONLESS = 'signpost:sessionless';

/** Declares the access of a route to the guard, and its accepted credentials to the API document; one of several suffices. */
const declare = (access: Access, ...shown: MethodDecorator[]) => applyDecorators(SetMetadata(ACCESS, access), ...shown);

/** No session needed. */
export const Public = () => declare('public');
/** For a public route that must answer even when sessions cannot be read: a cookie has no effect there. */
export const Sessionless = () => SetMetadata(SESSIONLESS, true);
/** Any valid session, on any host. */
export const SignedIn = () => declare('signed-in', ApiCookieAuth());
/** An active member of the current workspace whose role has the permission. */
export const Requires = (permission: Permission) => declare(permission, ApiCookieAuth());
/** The bearer secret of the jobs route. */
export const JobsSecret = () => declare('jobs-secret', ApiBearerAuth());
/** The bearer secret, or the session of a configured operator. */
export const OperatorOnly = () => declare('operator', ApiCookieAuth(), ApiBearerAuth());

const contextOf = (context: ExecutionContext): RequestContext => context.switchToHttp().getRequest<Request>().context;

/** The acting member of a route with a permission. */
export const CurrentMember = createParamDecorator(
  (_: unknown, context: ExecutionContext): Member => contextOf(context).member ?? fail('workspace_not_found'),
);

/** The session of a signed-in route. */
export const CurrentSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionInfo => contextOf(context).session ?? fail('unauthenticated'),
);

/** The session of a public route, null for an anonymous caller. */
export const MaybeSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): SessionInfo | null => contextOf(context).session,
);

/** Request id, client and host of the request. */
export const Context = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext =>
  contextOf(context),
);
