import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AccountSessionList } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import type { SessionInfo } from '../../platform/access/index.js';
import { fail } from '../../platform/errors/index.js';
import { AccountAudit } from '../account/account-audit.js';
import { SessionsRepository } from './sessions.repository.js';

/** Listing and ending the sessions of an account. */
@Injectable()
export class SessionsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly sessions: SessionsRepository,
    private readonly audit: AccountAudit,
  ) {}

  /** The account's live sessions, the latest used first. */
  async list({ userId, sessionId }: SessionInfo): Promise<AccountSessionList> {
    const found = await this.sessions.listOf(userId);
    return {
      items: found.map(({ id, browser, os, createdAt, lastSeenAt }) => ({
        id,
        browser,
        os,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        current: id === sessionId,
      })),
    };
  }

  /** Ends the sessions of a browser's tokens, if they exist. */
  async signOut(tokens: readonly string[]): Promise<void> {
    await this.source.transaction(async (tx) => {
      for (const userId of await this.sessions.endByTokens(tokens, tx)) {
        await this.audit.record(userId, 'sessions_ended', { how: 'sign_out', count: 1 }, tx);
      }
    });
  }

  /** Ends one of the account's own sessions. @throws ApiError `session_not_found` */
  async endOne(userId: string, id: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      if (!(await this.sessions.endOne(userId, id, tx))) fail('session_not_found');
      await this.audit.record(userId, 'sessions_ended', { how: 'one', count: 1 }, tx);
    });
  }

  /** Ends every session of the account but the caller's. */
  async endOthers({ userId, sessionId }: SessionInfo): Promise<void> {
    await this.source.transaction(async (tx) => {
      const count = await this.sessions.endOthersOf(userId, sessionId, tx);
      if (count > 0) await this.audit.record(userId, 'sessions_ended', { how: 'others', count }, tx);
    });
  }
}
