import { Injectable } from '@nestjs/common';
import { Principals, type Member, type SessionInfo } from '../../platform/access/index.js';
import type { HostTarget } from '../../platform/http/index.js';
import { WorkspacesService } from '../../workspaces/index.js';
import { SecondFactorRule } from '../second-factor/second-factor-rule.js';
import { SessionsRepository } from './sessions.repository.js';

/** Resolves sessions and memberships for the platform's access guard, uncached for every request. */
@Injectable()
export class AuthPrincipals extends Principals {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly workspaces: WorkspacesService,
    private readonly secondStep: SecondFactorRule,
  ) {
    super();
  }

  override findSession(token: string): Promise<SessionInfo | null> {
    return this.sessions.find(token);
  }

  override async findMember(session: SessionInfo, host: HostTarget): Promise<Member | null> {
    const membership = await this.workspaces.findMembership(session.userId, host);
    if (membership === null) return null;
    const { workspace, role } = membership;
    const { userId, email } = session;
    const lacksSecondFactor = await this.secondStep.isMissing(session, workspace);
    return { userId, email, role, workspaceId: workspace.id, workspace, lacksSecondFactor };
  }
}
