import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ResendInput } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import type { SessionInfo } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail, failField } from '../platform/errors/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { Mailer } from '../platform/mail/index.js';
import { atLeast, Clock } from '../platform/time/index.js';
import { AccountsRepository } from './accounts.repository.js';
import { NEUTRAL_ANSWER_MS } from './neutral-answer.js';
import { UserTokensRepository } from './user-tokens.repository.js';

/** Proof that an account can read the mail to its address. */
@Injectable()
export class EmailVerificationService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly tokens: UserTokensRepository,
    private readonly mailer: Mailer,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws ApiError `token_invalid` */
  async verify(token: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const userId = (await this.tokens.consume(token, 'verify_email', tx)) ?? fail('token_invalid');
      await this.accounts.markVerified(userId, this.clock.date(), tx);
    });
  }

  /** Sends a new link to an unverified account: the one with the address, or the session's. The answer is neutral. */
  async resend(input: ResendInput, session: SessionInfo | null, context: RequestContext): Promise<void> {
    const email = input.email ?? session?.email ?? failField('email', 'This is required.');
    await this.limits.consume('RESEND', context.client, context);
    await atLeast(NEUTRAL_ANSWER_MS, this.sendIfUnverified(email));
  }

  private async sendIfUnverified(email: string): Promise<void> {
    if ((await this.limits.tryConsume('ADDRESS_MAILS', `resend:${email}`)) !== null) return;
    const account = await this.accounts.findByEmail(email);
    if (account === null || account.verified) return;
    await this.source.transaction(async (tx) => {
      const token = await this.tokens.issue(account.id, 'verify_email', tx);
      const url = `${this.config.publicOrigin}/verify-email?token=${token}`;
      await this.mailer.enqueue({ kind: 'verification', to: account.email, url }, tx);
    });
  }
}
