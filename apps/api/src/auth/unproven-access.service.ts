import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config/index.js';
import { AccountAudit } from './account/account-audit.js';
import { SecurityNotices } from './account/security-notices.js';
import { AccountsRepository } from './account/accounts.repository.js';
import { IdentitiesRepository } from './oidc/identities.repository.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { SessionsRepository } from './session/sessions.repository.js';
import { SecondFactorsRepository } from './second-factor/second-factors.repository.js';

/** Removes access that an attacker may have set up by registering someone else's address. */
@Injectable()
export class UnprovenAccess {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly sessions: SessionsRepository,
    private readonly audit: AccountAudit,
    private readonly notices: SecurityNotices,
    private readonly config: Config,
  ) {}

  /**
   * Removes an unproven password, and with it every sign-in method that someone who knows it could have added:
   * passkeys, authenticator app, identities with another address. The caller must hold the account's lock.
   * @returns whether there was such a password.
   */
  async remove({ id, email }: { id: string; email: string }, tx: EntityManager): Promise<boolean> {
    if (!(await this.accounts.removeUnprovenPassword(id, tx))) return false;
    for (const passkey of await this.passkeys.listOf(id, tx)) {
      await this.passkeys.delete(id, passkey.id, tx);
      await this.notices.send(id, 'passkey_removed', { name: passkey.name }, tx);
    }
    if (await this.factors.remove(id, tx)) await this.notices.send(id, 'second_factor_disabled', {}, tx);
    for (const identity of await this.identities.listOf(id, tx)) {
      if (identity.email === email) continue;
      await this.identities.delete(id, identity.id, tx);
      await this.audit.record(id, 'identity_disconnected', { provider: identity.provider }, tx);
    }
    return true;
  }

  /**
   * The same for an address that has just been confirmed and makes its user an operator: a user who chose the password or
   * signed in before must prove ownership again, so every session ends.
   */
  async removeOfOperator(account: { id: string; email: string }, tx: EntityManager): Promise<void> {
    if (!this.config.operatorEmails.includes(account.email)) return;
    await this.sessions.endAllOf(account.id, tx);
    await this.remove(account, tx);
  }
}
