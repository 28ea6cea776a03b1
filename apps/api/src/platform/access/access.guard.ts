import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PERMISSIONS, roleHas, type Access, type Permission } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { Config } from '../config/index.js';
import { fail } from '../errors/index.js';
import { isRightSecret, RateLimits } from '../limits/index.js';
import { bearerOf, equalSecrets } from '../security/index.js';
import { ACCESS, SESSIONLESS } from './access.decorators.js';
import { isOperator } from './operators.js';
import { Principals } from './principals.js';
import { readSessionTokens, setSessionCookie } from './session-cookie.js';

/** Rejects every request unless its route declares an access and the caller has it. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly principals: Principals,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<Access | undefined>(ACCESS, context.getHandler());
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (access === undefined)
      throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no access`);
    if (access === 'jobs-secret') return this.requireJobsSecret(request);
    if (access === 'public' && this.reflector.get<true | undefined>(SESSIONLESS, context.getHandler())) return true;
    await this.loadSession(request, http.getResponse<Response>());
    if (access === 'public') return true;
    if (access === 'operator') return this.requireOperator(request);
    if (access === 'signed-in') return request.context.session !== null || fail('unauthenticated');
    return this.requirePermission(request, access);
  }

  private async loadSession(request: Request, response: Response): Promise<void> {
    for (const token of readSessionTokens(request)) {
      const session = await this.principals.findSession(token);
      if (session === null) continue;
      request.context.session = session;
      if (session.extended) setSessionCookie(response, this.config, token);
      return;
    }
  }

  private async requirePermission(request: Request, permission: Permission): Promise<boolean> {
    const { session, host } = request.context;
    if (!(permission in PERMISSIONS)) throw new Error(`unknown permission ${permission}`);
    if (session === null) fail('unauthenticated');
    const member = (await this.principals.findMember(session, host)) ?? fail('workspace_not_found');
    if (!roleHas(member.role, permission)) fail('permission_denied');
    if (member.lacksSecondFactor) fail('second_factor_setup_required');
    request.context.member = member;
    return true;
  }

  /** Every call counts towards the limit, whether its secret is right or wrong. */
  private async requireJobsSecret(request: Request): Promise<boolean> {
    if (this.config.jobsSecret === null) fail('not_found');
    await this.limits.consume('JOBS', request.context.client);
    const bearer = bearerOf(request);
    return (bearer !== null && equalSecrets(bearer, this.config.jobsSecret)) || fail('wrong_secret');
  }

  /** Answers everyone but an operator as if the route did not exist (HTTP specification 4.11). */
  private async requireOperator(request: Request): Promise<boolean> {
    const { jobsSecret } = this.config;
    if (jobsSecret === null) fail('not_found');
    const bearer = bearerOf(request);
    if (bearer !== null) {
      return (await isRightSecret(this.limits, request.context.client, bearer, jobsSecret)) || fail('not_found');
    }
    const { session } = request.context;
    return (session !== null && isOperator(this.config, session)) || fail('not_found');
  }
}
