import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { HandOver, HandOverInput } from '@signpost/contracts';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { sharesSession, type SessionInfo } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { WorkspacesService, WorkspaceViews } from '../../workspaces/index.js';
import { AccountsRepository } from '../account/accounts.repository.js';
import { HandOversRepository } from './hand-overs.repository.js';
import { SignInService } from './sign-in.service.js';
import { SessionsRepository } from '../session/sessions.repository.js';

/**
 * Hands a sign-in over from one host of the instance to another where browsers share no cookie between them: below a
 * name without a dot, such as `localhost`. Otherwise one cookie serves all hosts, and these routes respond 404.
 */
@Injectable()
export class HandOverService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly handOvers: HandOversRepository,
    private readonly sessions: SessionsRepository,
    private readonly signIn: SignInService,
    private readonly workspaces: WorkspacesService,
    private readonly views: WorkspaceViews,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  /**
   * Creates a single-use URL on the workspace's host that signs the caller's browser in there. @throws ApiError
   * `workspace_not_found`
   */
  async offer(input: HandOverInput, session: SessionInfo, context: RequestContext): Promise<HandOver> {
    this.requireNeeded();
    await this.limits.consume('LOGIN', `hand-over:${session.userId}`, context);
    const host = { kind: 'workspace', label: input.workspace, onShortDomain: false } as const;
    const membership = (await this.workspaces.findMembership(session.userId, host)) ?? fail('workspace_not_found');
    const token = await this.source.transaction(async (tx) => {
      // Locked, so that ending the session concurrently waits and then also deletes the token.
      if (!(await this.sessions.hold(session.sessionId, tx))) fail('unauthenticated');
      return this.handOvers.issue(session.sessionId, tx);
    });
    return { url: `${this.views.dashboardUrl(membership.workspace.slug)}/api/auth/hand-over?token=${token}` };
  }

  /** Signs the browser in on this host; does nothing when the token is unknown, used or expired. */
  async accept(token: string, request: Request, response: Response): Promise<void> {
    this.requireNeeded();
    const former = await this.handOvers.findSession(token);
    // Read before the token is consumed, so that a password set in between is detected when the session starts.
    const account = former === null ? null : await this.accounts.findById(former.userId);
    if (former === null || account === null || !(await this.handOvers.consume(token))) return;
    // A demo session is only valid on one host, so the session on the original host ends.
    if (former.way === 'demo') await this.source.transaction((tx) => this.sessions.endAllOf(account.id, tx));
    const proof = { way: former.way ?? 'password', at: former.createdAt };
    await this.signIn.continueOnHost(account, proof, request, response);
  }

  private requireNeeded(): void {
    if (sharesSession(this.config)) fail('not_found');
  }
}
