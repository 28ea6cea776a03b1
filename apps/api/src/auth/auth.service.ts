import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  permissionsOf,
  type LoginInput,
  type Providers,
  type RegisterInput,
  type Session,
  type SessionUser,
} from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import type { SessionInfo } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail } from '../platform/errors/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { hashPassword, verifyPassword } from '../platform/security/index.js';
import { Clock } from '../platform/time/index.js';
import { WorkspacesService, WorkspaceViews } from '../workspaces/index.js';
import { AccountsRepository } from './accounts.repository.js';
import { SessionsService, type SessionDevice } from './sessions.service.js';

/** A sign-in that succeeded: whom it concerns and the token of the new session. */
export interface SignedIn {
  readonly user: SessionUser;
  readonly token: string;
}

/** First-run setup, sign-in, and the state of the session. */
@Injectable()
export class AuthService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly workspaces: WorkspacesService,
    private readonly views: WorkspaceViews,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async providers(): Promise<Providers> {
    return {
      google: this.config.google !== null,
      microsoft: this.config.microsoft !== null,
      registration: (await this.accounts.hasAny()) ? this.config.registration : 'setup',
      demo: this.config.demoEnabled,
      turnstileSiteKey: this.config.turnstile?.siteKey ?? null,
    };
  }

  /** The first account: verified, and in single mode the owner of the workspace. */
  async setUp(input: RegisterInput, device: SessionDevice): Promise<SignedIn> {
    const passwordHash = await hashPassword(input.password);
    const userId = await this.source.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('signpost-setup'))`);
      if (await this.accounts.hasAny(tx)) fail('not_found');
      const id = await this.accounts.insert(input.email, passwordHash, this.clock.date(), tx);
      if (this.config.mode === 'single') {
        const name = input.workspaceName ?? 'My workspace';
        await this.workspaces.createWithOwner({ slug: 'main', name, linkPrefix: null }, id, tx);
      }
      return id;
    });
    const token = await this.sessions.start(userId, device);
    return { token, user: this.toUser({ userId, email: input.email, verified: true }) };
  }

  /** The same refusal and the same work for a wrong password, an unknown address and an account without password. */
  async login(input: LoginInput, context: RequestContext, device: SessionDevice): Promise<SignedIn> {
    await this.limits.consume('LOGIN', `client:${context.client}`);
    await this.limits.consume('LOGIN', `email:${input.email}`);
    const account = await this.accounts.findByEmail(input.email);
    const matches = await verifyPassword(account?.passwordHash ?? null, input.password);
    if (account === null || !matches) fail('invalid_credentials');
    const token = await this.sessions.start(account.id, device);
    return { token, user: this.toUser({ userId: account.id, email: account.email, verified: account.verified }) };
  }

  /** What the caller is signed in as, and what they may do here. */
  async session(session: SessionInfo | null, context: RequestContext): Promise<Session> {
    if (session === null) return { user: null, workspace: null, role: null, permissions: [] };
    const membership = await this.workspaces.findMembership(session.userId, context.host);
    return {
      user: this.toUser(session),
      workspace: membership === null ? null : this.views.view(membership.workspace, membership.role),
      role: membership?.role ?? null,
      permissions: membership === null ? [] : permissionsOf(membership.role),
    };
  }

  private toUser(account: { userId: string; email: string; verified: boolean }): SessionUser {
    return {
      id: account.userId,
      email: account.email,
      verified: account.verified,
      isOperator:
        this.config.jobsSecret !== null && account.verified && this.config.operatorEmails.includes(account.email),
    };
  }
}
