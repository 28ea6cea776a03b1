import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { classifyVisitor, type BotClass } from '@signpost/domain';
import type { Request, Response } from 'express';
import type { DataSource } from 'typeorm';
import { AccountsRepository } from '../account/accounts.repository.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { pickHeaders } from '../../redirect/index.js';
import { SignInService } from './sign-in.service.js';
import { UserTokensRepository } from '../account/user-tokens.repository.js';

/** `ahead`: a browser loads the page before anyone has pressed the link, so nothing is consumed. */
export type SignInLinkOutcome = 'entered' | 'invalid' | 'ahead';

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

  /** Signs in if the token is valid, and consumes it. */
  async enter(token: string, request: Request, response: Response): Promise<SignInLinkOutcome> {
    const opener = openerOf(request);
    if (opener === 'prefetch') return 'ahead';
    // Link previews of chats and `HEAD` requests must not consume the token either.
    if (opener === 'preview') return 'invalid';
    const owner = await this.tokens.findOwner(token, 'sign_in');
    const account = owner === null ? null : await this.accounts.findById(owner);
    if (account === null) return 'invalid';
    const used = await this.source.transaction((tx) => this.tokens.consume(token, 'sign_in', tx));
    if (used === null) return 'invalid';
    const { totp } = await this.factors.factorsOf(account.id);
    await this.signIn.enter(account, 'link', request, response, totp ? { secondFactor: 'skipped' } : {});
    return 'entered';
  }
}

/** What opened the link, where it was no person: a browser that loads ahead, a preview of a chat, a bot. */
function openerOf(request: Request): BotClass | null {
  const { userAgent, purpose } = pickHeaders(request, null);
  return classifyVisitor({ method: request.method, userAgent, purpose }).botClass;
}
