import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ResendInput, VerificationInspected } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { SessionInfo } from '../../platform/access/index.js';
import { fail, failField } from '../../platform/errors/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { atLeast, Clock } from '../../platform/time/index.js';
import { AccountMails } from '../account/account-mails.js';
import { AccountAudit } from '../account/account-audit.js';
import { AccountsRepository } from '../account/accounts.repository.js';
import { NEUTRAL_ANSWER_MS } from './neutral-answer.js';
import { UnprovenAccess } from '../unproven-access.service.js';
import { UserTokensRepository } from '../account/user-tokens.repository.js';

/** Verifies that an account's owner can read mail to its address. */
@Injectable()
export class EmailVerificationService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly tokens: UserTokensRepository,
    private readonly unproven: UnprovenAccess,
    private readonly audit: AccountAudit,
    private readonly mails: AccountMails,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** What a mailed token is about; does not use it. @throws ApiError `token_invalid` */
  async inspect(token: string): Promise<VerificationInspected> {
    const userId = (await this.tokens.findOwner(token, 'verify_email')) ?? fail('token_invalid');
    const account = (await this.accounts.findById(userId)) ?? fail('token_invalid');
    const createdAt = (await this.accounts.createdAt(userId)) ?? fail('token_invalid');
    return { email: account.email, createdAt: createdAt.toISOString() };
  }

  /**
   * Confirms the address. If the address is an operator's, a user who set the password or signed in before must prove
   * ownership again: every session ends, and an unproven password is removed.
   * @throws ApiError `token_invalid`
   */
  async verify(token: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const userId = await this.use(token, tx);
      const account = (await this.accounts.findById(userId, tx)) ?? fail('token_invalid');
      await this.accounts.markVerified(userId, this.clock.date(), tx);
      await this.tokens.revokeAll(userId, 'verify_email', tx);
      await this.audit.record(userId, 'email_verified', { email: account.email }, tx);
      await this.unproven.removeOfOperator(account, tx);
    });
  }

  /**
   * The owner of the address did not register: deletes the account with its sessions. @throws ApiError `token_invalid`
   */
  async reject(token: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const userId = await this.use(token, tx);
      if (!(await this.accounts.deleteUnverified(userId, tx))) fail('token_invalid');
    });
  }

  /**
   * Sends a new link to an unverified account: the one with the given address, or the session's. The response does not
   * reveal whether it exists.
   */
  async resend(input: ResendInput, session: SessionInfo | null, context: RequestContext): Promise<void> {
    const email = input.email ?? session?.email ?? failField('email', 'required');
    await this.limits.consume('RESEND', context.client, context);
    await atLeast(NEUTRAL_ANSWER_MS, this.sendIfUnverified(email));
  }

  /**
   * Consumes a token. The account is locked first, in the same order as in a password reset, which invalidates these
   * tokens: otherwise the two could deadlock.
   */
  private async use(token: string, tx: EntityManager): Promise<string> {
    const userId = (await this.tokens.findOwner(token, 'verify_email', tx)) ?? fail('token_invalid');
    await this.accounts.lock(userId, tx);
    return (await this.tokens.consume(token, 'verify_email', tx)) ?? fail('token_invalid');
  }

  private async sendIfUnverified(email: string): Promise<void> {
    if ((await this.limits.tryConsume('ADDRESS_MAILS', `resend:${email}`)) !== null) return;
    const account = await this.accounts.findByEmail(email);
    if (account === null || account.verified) return;
    await this.source.transaction((tx) => this.mails.verification(account, tx));
  }
}
