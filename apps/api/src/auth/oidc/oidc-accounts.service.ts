import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { SessionInfo } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Mailer } from '../../mails/index.js';
import { Clock } from '../../platform/time/index.js';
import { AccountAudit } from '../account/account-audit.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import { CompanyAccessService } from './company-access.service.js';
import { IdentitiesRepository } from './identities.repository.js';
import type { VerifiedIdentity } from './oidc-claims.js';
import { OidcClient } from './oidc-client.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SecondStepService } from '../second-factor/second-step.service.js';
import { SessionsRepository } from '../session/sessions.repository.js';
import { UnprovenAccess } from '../unproven-access.service.js';

/** The accounts that identities of sign-in providers belong to. */
@Injectable()
export class OidcAccountsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly oidc: OidcClient,
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly registration: RegistrationService,
    private readonly sessions: SessionsRepository,
    private readonly secondStep: SecondStepService,
    private readonly unproven: UnprovenAccess,
    private readonly company: CompanyAccessService,
    private readonly audit: AccountAudit,
    private readonly mailer: Mailer,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Connects the provider to the signed-in account, which must be the one that started the attempt.
   * @param userId the account that started the attempt.
   * @returns the account to start a new session for if it was connected already, because it has just authenticated
   *   again; otherwise null.
   */
  async connect(identity: VerifiedIdentity, userId: string, session: SessionInfo | null): Promise<Account | null> {
    if (session === null || session.userId !== userId) fail('oauth_failed');
    // Otherwise an attacker who registered someone else's address would keep access after the owner resets the
    // password.
    if (!session.verified) fail('email_unverified');
    const owner = await this.identities.findOwner(identity);
    if (owner === session.userId) return (await this.accounts.findById(owner)) ?? fail('oauth_failed');
    if (owner !== null) fail('identity_taken');
    await this.source.transaction(async (tx) => {
      await this.identities.insert(session.userId, identity, tx);
      await this.mailConnected({ id: session.userId, email: session.email }, identity, {}, tx);
    });
    return null;
  }

  /**
   * Finds the account by provider id; else by address if both sides have verified it; else creates one if registration
   * is allowed.
   * @throws ApiError `email_unverified`, `second_factor_required`, or why registration is refused.
   */
  async findOrCreate(identity: VerifiedIdentity, context: RequestContext): Promise<Account> {
    const owner = await this.identities.findOwner(identity);
    if (owner !== null) return (await this.accounts.findById(owner)) ?? fail('oauth_failed');
    if (!identity.emailVerified) fail('email_unverified');
    const account = await this.accounts.findByEmail(identity.email);
    if (account === null) return this.create(identity, context);
    if (!account.verified) fail('email_unverified');
    // Access to the mailbox is enough to verify the address at a provider, so it must not bypass the second factor.
    if (await this.secondStep.isRequired(account.id)) fail('second_factor_required');
    return this.attach(account, identity);
  }

  /**
   * Connects an identity to the account with the same address. An attacker may have registered the address first and
   * may be signed in or know the password, so every session ends and an unproven password is removed with everything
   * that could be set up by it.
   */
  private async attach({ id, email }: Account, identity: VerifiedIdentity): Promise<Account> {
    return this.source.transaction(async (tx) => {
      await this.accounts.lock(id, tx);
      await this.identities.insert(id, identity, tx);
      const passwordRemoved = await this.unproven.remove({ id, email }, tx);
      const sessionsEnded = await this.sessions.endAllOf(id, tx);
      const account = (await this.accounts.findById(id, tx)) ?? fail('oauth_failed');
      await this.mailConnected(account, identity, { by: 'address', sessionsEnded, passwordRemoved }, tx);
      return account;
    });
  }

  /** Records a new sign-in method and notifies the owner of the address by mail. */
  private async mailConnected(
    { id, email }: { id: string; email: string },
    { provider }: VerifiedIdentity,
    detail: { by?: 'address'; sessionsEnded?: number; passwordRemoved?: boolean },
    tx: EntityManager,
  ): Promise<void> {
    await this.audit.record(id, 'identity_connected', { provider, ...detail }, tx);
    const accountUrl = `${this.config.publicOrigin}/account`;
    const { passwordRemoved = false } = detail;
    await this.mailer.enqueue(
      { kind: 'identity_connected', to: email, providerName: this.oidc.nameOf(provider), passwordRemoved, accountUrl },
      tx,
    );
  }

  private async create(identity: VerifiedIdentity, context: RequestContext): Promise<Account> {
    if (!(await this.company.mayRegister(identity))) await this.registration.requireOpenFor(identity.email);
    await this.limits.consume('REGISTER', context.client, context);
    return this.source.transaction(async (tx) => {
      const account = await this.accounts.insert(identity.email, this.clock.date(), tx);
      await this.identities.insert(account.id, identity, tx);
      return account;
    });
  }
}
