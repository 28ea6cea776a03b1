import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { AccountsRepository } from '../account/accounts.repository.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { SignInService } from './sign-in.service.js';
import { UserTokensRepository } from '../account/user-tokens.repository.js';

/** Signs in with a link issued by the operator, bypassing passwords, providers and the second factor. */
@Injectable()
export class SignInLinkService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly tokens: UserTokensRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly signIn: SignInService,
  ) {}

  /** @returns whether the token was valid; it is then consumed. */
  async enter(token: string, request: Request, response: Response): Promise<boolean> {
    // Prefetches and `HEAD` requests must not consume the token.
    if (request.method !== 'GET' || request.headers['sec-purpose'] !== undefined) return false;
    const owner = await this.tokens.findOwner(token, 'sign_in');
    const account = owner === null ? null : await this.accounts.findById(owner);
    if (account === null) return false;
    const used = await this.source.transaction((tx) => this.tokens.consume(token, 'sign_in', tx));
    if (used === null) return false;
    const { totp } = await this.factors.factorsOf(account.id);
    await this.signIn.enter(account, 'link', request, response, totp ? { secondFactor: 'skipped' } : {});
    return true;
  }
}
