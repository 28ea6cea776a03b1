import { Injectable } from '@nestjs/common';
import { LIMITS, type SessionUser } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { hashToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { WorkspacesService } from '../../workspaces/index.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import { SealedCookie } from '../sealed-cookie.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SignInService } from '../sign-in/sign-in.service.js';

/** An account whose password was correct; setting a new password invalidates it. */
interface Pending {
  readonly userId: string;
  readonly password: string;
}

/** The step between a correct password and the session, for accounts with a second factor. */
@Injectable()
export class SecondStepService {
  private readonly pending: SealedCookie<Pending>;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly secondFactor: SecondFactorService,
    private readonly signIn: SignInService,
    private readonly workspaces: WorkspacesService,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.pending = new SealedCookie(config, {
      name: 'signpost_second_factor',
      path: '/api/auth/login',
      lifetimeMs: LIMITS.secondFactorSeconds * 1000,
    });
  }

  /**
   * Signs in an account whose password was correct, or requests the second factor.
   * @throws ApiError `second_factor_required` with the methods to finish; a cookie keeps the pending sign-in for five
   *   minutes.
   */
  async enter(account: Account, request: Request, response: Response): Promise<SessionUser> {
    const methods = await this.methodsOf(account.id);
    if (methods.length === 0) return this.signIn.enter(account, 'password', request, response);
    this.pending.set(response, { userId: account.id, password: digestOf(account) }, this.clock.now());
    return fail('second_factor_required', { methods });
  }

  /** Whether the account needs more than the password. */
  async isRequired(userId: string): Promise<boolean> {
    return (await this.methodsOf(userId)).length > 0;
  }

  /** @throws ApiError `unauthenticated` when nothing is pending, `wrong_code`, `rate_limited` */
  async finish(code: string, request: Request, response: Response): Promise<SessionUser> {
    const account = (await this.findPending(request)) ?? fail('unauthenticated');
    const secondFactor = await this.secondFactor.confirm(account.id, code);
    const user = await this.signIn.enter(account, 'password', request, response, { secondFactor });
    this.pending.clear(response);
    return user;
  }

  /**
   * An authenticator app is always requested if enabled; a passkey alone only if one of the account's workspaces
   * requires a second factor.
   */
  private async methodsOf(userId: string): Promise<('totp' | 'passkey')[]> {
    const { totp, passkey } = await this.factors.factorsOf(userId);
    if (totp) return passkey ? ['totp', 'passkey'] : ['totp'];
    return passkey && (await this.workspaces.anyRequiresSecondFactor(userId)) ? ['passkey'] : [];
  }

  private async findPending(request: Request): Promise<Account | null> {
    for (const { userId, password } of this.pending.read(request, this.clock.now())) {
      const account = await this.accounts.findById(userId);
      if (account !== null && digestOf(account) === password) return account;
    }
    return null;
  }
}

function digestOf({ passwordHash }: Account): string {
  return hashToken(passwordHash ?? '').toString('base64url');
}
