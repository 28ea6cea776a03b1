import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { classifyVisitor, type BotClass } from '@signpost/domain';
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

  /**
   * @returns whether the token was valid; it is then consumed. `ahead`: a browser loads the page before anyone has pressed the
   * link, so nothing is consumed.
   */
  async enter(token: string, request: Request, response: Response): Promise<boolean | 'ahead'> {
    const opener = openerOf(request);
    if (opener === 'prefetch') return 'ahead';
    // Link previews of chats and `HEAD` requests must not consume the token either.
    if (opener === 'preview') return false;
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

function openerOf({ method, headers }: Request): BotClass | null {
  const purposes = [headers['purpose'], headers['x-purpose'], headers['x-moz']]
    .flat()
    .filter((one) => one !== undefined);
  return classifyVisitor({
    method,
    userAgent: headers['user-agent'],
    secPurpose: [headers['sec-purpose']].flat().at(0),
    purpose: purposes.length === 0 ? undefined : purposes.join(', '),
  }).botClass;
}
