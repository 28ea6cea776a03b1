import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SessionUser, SignInWay } from '@signpost/contracts';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { readSessionTokens, startSessionCookie } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock } from '../../platform/time/index.js';
import { AccountAudit } from '../account/account-audit.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import { sessionDevice } from '../session/session-device.js';
import { SessionViews } from '../session/session-views.js';
import { SessionsRepository, type Proof } from '../session/sessions.repository.js';

/** Starts sessions for accounts that have authenticated in any way. */
@Injectable()
export class SignInService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly views: SessionViews,
    private readonly audit: AccountAudit,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Signs the browser in: always starts a new session and ends the browser's previous ones.
   * @param way by which the account has just authenticated.
   * @param detail of the event in the activity log, in addition to the way.
   * @throws ApiError `invalid_credentials` when the password has changed since it was checked.
   */
  async enter(
    account: Account,
    way: SignInWay,
    request: Request,
    response: Response,
    detail: Readonly<Record<string, unknown>> = {},
  ): Promise<SessionUser> {
    await this.begin(account, { way, at: this.clock.date() }, request, response, { way, ...detail });
    return this.views.user(account);
  }

  /** Continues a session on another host of the instance; not recorded as a sign-in. */
  async continueOnHost(account: Account, proof: Proof, request: Request, response: Response): Promise<void> {
    await this.begin(account, proof, request, response, null);
  }

  /** @param detail details for the activity log; null: no entry. */
  private async begin(
    account: Account,
    proof: Proof,
    request: Request,
    response: Response,
    detail: Readonly<Record<string, unknown>> | null,
  ): Promise<void> {
    const token = await this.source.transaction(async (tx) => {
      if (!(await this.accounts.lockUnchanged(account, tx))) fail('invalid_credentials');
      await this.sessions.endByTokens(readSessionTokens(request), tx);
      if (detail !== null) await this.audit.record(account.id, 'signed_in', detail, tx);
      return this.sessions.start(account.id, sessionDevice(request), proof, tx);
    });
    startSessionCookie(request, response, this.config, token);
  }
}
