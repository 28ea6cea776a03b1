import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LoginInput, SessionUser } from '@signpost/contracts';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { readSessionToken, setSessionCookie } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail } from '../platform/errors/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { verifyPassword } from '../platform/security/index.js';
import { AccountAudit } from './account-audit.js';
import { AccountsRepository, type Account } from './accounts.repository.js';
import { sessionDevice } from './session-device.js';
import { SessionViews } from './session-views.js';
import { SessionsService } from './sessions.service.js';
import { Turnstile } from './turnstile.js';

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
    private readonly config: Config,
  ) {}

  /**
   * The account of an address and its password. The same refusal after the same work for a wrong password, an unknown
   * address and an account without a password.
   */
  async authenticate(input: LoginInput, context: RequestContext): Promise<Account> {
    await this.limits.consume('LOGIN', context.client, context);
    await this.limits.consume('LOGIN', `email:${input.email}`, context);
    await this.turnstile.requirePerson(input.turnstileToken);
    const account = await this.accounts.findByEmail(input.email);
    const matches = await verifyPassword(account?.passwordHash ?? null, input.password);
    if (account !== null && matches) return account;
    if (account !== null) this.audit.recordFailedLogin(account);
    return fail('invalid_credentials');
  }

  /**
   * Signs the browser in: starts a new session, whatever it brought along, and ends the one that it had.
   * @throws ApiError `invalid_credentials` when the password has changed since it was checked.
   */
  async enter(account: Account, request: Request, response: Response): Promise<SessionUser> {
    const former = readSessionToken(request);
    if (former !== null) await this.sessions.end(former);
    const token = await this.source.transaction(async (tx) => {
      if (!(await this.accounts.lockUnchanged(account, tx))) fail('invalid_credentials');
      return this.sessions.start(account.id, sessionDevice(request), tx);
    });
    setSessionCookie(response, this.config, token);
    return this.views.user(account);
  }
}
