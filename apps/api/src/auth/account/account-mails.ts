import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Mailer } from '../../mails/index.js';
import { Config } from '../../platform/config/index.js';
import { UserTokensRepository } from './user-tokens.repository.js';

/** Mails about an address that more than one way leads to. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly tokens: UserTokensRepository,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  /** Asks who reads the mail of an account's address to confirm it. */
  async verification({ id, email }: { id: string; email: string }, tx: EntityManager): Promise<void> {
    const token = await this.tokens.issue(id, 'verify_email', tx);
    const url = `${this.config.publicOrigin}/verify-email?token=${token}`;
    await this.mailer.enqueue({ kind: 'verification', to: email, url }, tx);
  }

  /** Notifies the owner of an address that it already has an account: the response to the registration does not reveal it. */
  async existingAccount(to: string, tx: EntityManager): Promise<void> {
    const { publicOrigin } = this.config;
    const urls = { loginUrl: `${publicOrigin}/login`, resetUrl: `${publicOrigin}/forgot-password` };
    await this.mailer.enqueue({ kind: 'existing_account', to, ...urls }, tx);
  }
}
