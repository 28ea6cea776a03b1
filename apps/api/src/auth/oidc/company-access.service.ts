import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import { MembersRepository } from '../../members/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { WorkspacesService } from '../../workspaces/index.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import type { VerifiedIdentity } from './oidc-claims.js';
import { SessionsRepository } from '../session/sessions.repository.js';

type GivenRole = 'MEMBER' | 'VIEWER';

/** Who of the company's provider may come in, and as what: by groups where they are configured, else by domain. */
@Injectable()
export class CompanyAccessService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly sessions: SessionsRepository,
    private readonly members: MembersRepository,
    private readonly workspaces: WorkspacesService,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {}

  /**
   * Where groups decide, whoever is in none of them is nobody here any more: the sessions of a known account end.
   * @throws ApiError `no_access`
   */
  async requireAccess(identity: VerifiedIdentity): Promise<void> {
    if (!this.isGrouped(identity) || this.roleByGroup(identity) !== null) return;
    const userId = await this.identities.findOwner(identity);
    if (userId !== null) await this.source.transaction((tx) => this.sessions.endAllOf(userId, tx));
    fail('no_access');
  }

  /** Whether somebody needs no invitation. The first account of an instance proves itself there, not at a provider. */
  async welcomes(identity: VerifiedIdentity): Promise<boolean> {
    return this.roleFor(identity) !== null && (await this.accounts.hasAny());
  }

  /** In single mode: makes a member of who is welcome, and keeps the role as the groups have it. @returns the account. */
  async admit(account: Account, identity: VerifiedIdentity): Promise<Account> {
    const role = this.roleFor(identity);
    if (role === null || this.config.mode !== 'single') return account;
    const workspace = await this.workspaces.findSelected({ kind: 'single', onShortDomain: false });
    if (workspace === null) return account;
    await this.source.transaction(async (tx) => {
      const scope = { workspaceId: workspace.id, userId: account.id };
      const facts = { userId: account.id, email: account.email, by: 'provider' };
      const member = await this.members.lock(workspace.id, account.id, tx);
      if (member === null) {
        if (!(await this.members.insert(workspace.id, account.id, role, tx))) return;
        await this.audit.record(scope, 'invitation_accepted', { detail: { ...facts, role } }, tx);
      } else if (this.isGrouped(identity) && member.role !== 'OWNER' && member.role !== role) {
        await this.members.update(workspace.id, account.id, { role, isActive: member.isActive }, tx);
        await this.audit.record(
          scope,
          'member_role_changed',
          { detail: { ...facts, from: member.role, to: role } },
          tx,
        );
      }
    });
    return account;
  }

  private isGrouped({ provider }: VerifiedIdentity): boolean {
    return provider === 'oidc' && this.config.oidc !== null && this.config.oidc.groupsClaim !== null;
  }

  /** Null for somebody who needs an invitation like everybody else. */
  private roleFor(identity: VerifiedIdentity): GivenRole | null {
    const { oidc } = this.config;
    if (identity.provider !== 'oidc' || oidc === null) return null;
    if (this.isGrouped(identity)) return this.roleByGroup(identity);
    const domain = identity.email.slice(identity.email.lastIndexOf('@') + 1);
    return identity.emailVerified && oidc.domains.includes(domain) ? oidc.role : null;
  }

  /** The highest role of any of the groups. */
  private roleByGroup({ groups }: VerifiedIdentity): GivenRole | null {
    const roles = groups.map((group) => this.config.oidc?.groupRoles.get(group));
    return roles.includes('MEMBER') ? 'MEMBER' : roles.includes('VIEWER') ? 'VIEWER' : null;
  }
}
