import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/index.js';
import { Mailer, type SecurityMail } from '../../mails/index.js';
import { AccountAudit } from './account-audit.js';
import { AccountsRepository } from './accounts.repository.js';

/** Reports changes to an account's sign-in methods: in the activity log and in a mail to the account's owner. */
@Injectable()
export class SecurityNotices {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly audit: AccountAudit,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  /** Writes the audit event and queues the mail, in the transaction of the change. */
  async send(
    userId: string,
    about: SecurityMail['about'],
    detail: Readonly<Record<string, unknown>>,
    tx: EntityManager,
  ): Promise<void> {
    await this.audit.record(userId, about, detail, tx);
    const account = await this.accounts.findById(userId, tx);
    if (account === null) return;
    const { name, left } = detail as { name?: string; left?: number };
    const accountUrl = `${this.config.publicOrigin}/account`;
    await this.mailer.enqueue(
      { kind: 'security', about, to: account.email, name: name ?? null, left: left ?? null, accountUrl },
      tx,
    );
  }
}
