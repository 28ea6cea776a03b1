import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LoginInput, SessionUser } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { fail } from '../platform/errors/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { verifyPassword } from '../platform/security/index.js';
import { AccountAudit } from './account-audit.js';
import { AccountsRepository, type Account } from './accounts.repository.js';
import type { SessionDevice } from './session-device.js';
import { SessionViews } from './session-views.js';
import { SessionsService } from './sessions.service.js';
import { Turnstile } from './turnstile.js';

/** A sign-in that succeeded: whom it concerns and the token of the new session. */
export interface SignedIn {
  readonly user: SessionUser;
  readonly token: string;
}

/** Checks passwords and starts sessions. */
@Injectable()
export class SignInService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly views: SessionViews,
    private readonly turnstile: Turnstile,
    private readonly audit: AccountAudit,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The account of an address and its password. The same refusal after the same work for a wrong password, an unknown
   * address and an account without a password.
   */
  async authenticate(input: LoginInput, context: RequestContext): Promise<Account> {
    await this.limits.consume('LOGIN', `client:${context.client}`, context);
    await this.limits.consume('LOGIN', `email:${input.email}`, context);
    await this.turnstile.requirePerson(input.turnstileToken);
    const account = await this.accounts.findByEmail(input.email);
    const matches = await verifyPassword(account?.passwordHash ?? null, input.password);
    if (account !== null && matches) return account;
    if (account !== null) this.audit.recordFailedLogin(account);
    return fail('invalid_credentials');
  }

  /**
   * Starts a new session, and ends the one that the browser had.
   * @throws ApiError `invalid_credentials` when the password has changed since it was checked.
   */
  async start(account: Account, device: SessionDevice, formerToken: string | null): Promise<SignedIn> {
    if (formerToken !== null) await this.sessions.end(formerToken);
    const token = await this.source.transaction(async (tx) => {
      if (!(await this.accounts.lockUnchanged(account, tx))) fail('invalid_credentials');
      return this.sessions.start(account.id, device, tx);
    });
    return { token, user: this.views.user(account) };
  }
}
