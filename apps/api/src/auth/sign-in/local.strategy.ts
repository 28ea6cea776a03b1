import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-local';
import { fail } from '../../platform/errors/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { verifyPassword } from '../../platform/security/index.js';
import { AccountAudit } from '../account/account-audit.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import type { LoginDto } from '../auth.dto.js';
import { Turnstile } from '../registration/turnstile.js';

/** Passport's local strategy: signing in by address and password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly turnstile: Turnstile,
    private readonly audit: AccountAudit,
    private readonly limits: RateLimits,
  ) {
    super({ usernameField: 'email', passwordField: 'password', passReqToCallback: true });
  }

  /**
   * Returns the account for an address and password, both already validated by the guard. A wrong password, an unknown
   * address and an account without a password get the same error after the same work.
   * @throws ApiError `rate_limited`, `bot_check_failed`, `invalid_credentials`
   */
  async validate({ body, context }: Request, email: string, password: string): Promise<Account> {
    await this.limits.consume('LOGIN', context.client, context);
    await this.limits.consume('LOGIN', `email:${email}`, context);
    await this.turnstile.requirePerson((body as LoginDto).turnstileToken);
    const account = await this.accounts.findByEmail(email);
    const matches = await verifyPassword(account?.passwordHash ?? null, password);
    if (account !== null && matches) return account;
    if (account !== null) this.audit.recordFailedLogin(account);
    return fail('invalid_credentials');
  }
}
