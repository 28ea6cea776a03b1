import { Injectable } from '@nestjs/common';
import { permissionsOf, type Session, type SessionUser } from '@signpost/contracts';
import { isOperator, type SessionInfo } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { WorkspacesService, WorkspaceViews } from '../../workspaces/index.js';
import { SecondFactorRule } from '../second-factor/second-factor-rule.js';

/** API views of an account and its session, for the account itself. */
@Injectable()
export class SessionViews {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly views: WorkspaceViews,
    private readonly secondFactor: SecondFactorRule,
    private readonly config: Config,
  ) {}

  user(account: Pick<SessionUser, 'id' | 'email' | 'verified' | 'weeklyDigest' | 'displayName'>): SessionUser {
    const { id, email, verified, weeklyDigest, displayName } = account;
    return { id, email, verified, isOperator: isOperator(this.config, account), weeklyDigest, displayName };
  }

  /** The account of a session. */
  userOf({ userId: id, email, verified, weeklyDigest, displayName }: SessionInfo): SessionUser {
    return this.user({ id, email, verified, weeklyDigest, displayName });
  }

  /** The caller's session, and what they may do in the workspace of the requested host. */
  async session(session: SessionInfo | null, context: RequestContext): Promise<Session> {
    const mailDelivery = this.config.smtpUrl === null ? 'outbox' : 'smtp';
    if (session === null)
      return { user: null, workspace: null, role: null, permissions: [], secondFactorMissing: false, mailDelivery };
    const membership = await this.workspaces.findMembership(session.userId, context.host);
    return {
      user: this.userOf(session),
      workspace: membership === null ? null : this.views.view(membership.workspace, membership.role),
      role: membership?.role ?? null,
      permissions: membership === null ? [] : permissionsOf(membership.role),
      secondFactorMissing: membership !== null && (await this.secondFactor.isMissing(session, membership.workspace)),
      mailDelivery,
    };
  }
}
