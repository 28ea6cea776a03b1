import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import { MembersRepository } from '../../members/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { WorkspacesRepository, WorkspacesService } from '../../workspaces/index.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import type { VerifiedIdentity } from './oidc-claims.js';
import { SessionsRepository } from '../session/sessions.repository.js';

type GivenRole = 'MEMBER' | 'VIEWER';

/**
 * Decides who may sign in with the organisation's provider and with which role: by groups if configured, else by mail
 * domain.
 */
@Injectable()
export class CompanyAccessService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly sessions: SessionsRepository,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspacesService,
    private readonly workspaceRows: WorkspacesRepository,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {}

  /**
   * When group membership decides access, a user in none of the configured groups loses it: existing sessions of that
   * account are ended.
   * @throws ApiError `no_access`
   */
  async requireAccess(identity: VerifiedIdentity): Promise<void> {
    if (!this.isGrouped(identity) || this.roleByGroup(identity) !== null) return;
    const userId = await this.identities.findOwner(identity);
    if (userId !== null) await this.source.transaction((tx) => this.sessions.endAllOf(userId, tx));
    fail('no_access');
  }

  /**
   * Whether a user may register without an invitation. The first account of an instance must use the setup form instead
   * of a provider.
   */
  async mayRegister(identity: VerifiedIdentity): Promise<boolean> {
    return this.roleFor(identity) !== null && (await this.accounts.hasAny());
  }

  /** In single mode: adds an entitled user to the workspace, and updates the member's role to the one of the groups. */
  async admit(account: Account, identity: VerifiedIdentity): Promise<void> {
    const role = this.roleFor(identity);
    if (role === null || this.config.mode !== 'single') return;
    const workspace = await this.workspaces.findSelected({ kind: 'single', onShortDomain: false });
    if (workspace === null) return;
    await this.source.transaction(async (tx) => {
      const actor = { workspaceId: workspace.id, userId: account.id };
      const facts = { userId: account.id, email: account.email, by: 'provider' };
      const member = await this.members.lock(workspace.id, account.id, tx);
      if (member === null) {
        await this.workspaceRows.lock(workspace.id, tx);
        if (!(await this.members.insert(workspace.id, account.id, role, tx))) return;
        await this.audit.record(actor, 'invitation_accepted', { detail: { ...facts, role } }, tx);
      } else if (this.isGrouped(identity) && member.role !== 'OWNER' && member.role !== role) {
        await this.members.update(workspace.id, account.id, { role, isActive: member.isActive }, tx);
        await this.audit.record(
          actor,
          'member_role_changed',
          { detail: { ...facts, from: member.role, to: role } },
          tx,
        );
      }
    });
  }

  private isGrouped({ provider }: VerifiedIdentity): boolean {
    return provider === 'oidc' && this.config.oidc !== null && this.config.oidc.groupsClaim !== null;
  }

  /** The role granted by groups or domain; null for users who need an invitation. */
  private roleFor(identity: VerifiedIdentity): GivenRole | null {
    const { oidc } = this.config;
    if (identity.provider !== 'oidc' || oidc === null) return null;
    if (this.isGrouped(identity)) return this.roleByGroup(identity);
    const domain = domainToASCII(identity.email.slice(identity.email.lastIndexOf('@') + 1));
    return identity.emailVerified && oidc.domains.includes(domain) ? oidc.role : null;
  }

  /** The highest role of any of the groups. */
  private roleByGroup({ groups }: VerifiedIdentity): GivenRole | null {
    const roles = groups.map((group) => this.config.oidc?.groupRoles.get(group));
    return roles.includes('MEMBER') ? 'MEMBER' : roles.includes('VIEWER') ? 'VIEWER' : null;
  }
}
