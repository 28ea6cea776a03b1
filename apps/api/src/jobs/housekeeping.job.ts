import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { foldDays } from '../clicks/index.js';
import { fillSearchTexts } from '../links/index.js';
import { Config } from '../platform/config/index.js';
import { affected } from '../platform/database/index.js';
import { MailQueue } from '../mails/index.js';
import { Clock } from '../platform/time/index.js';
import type { Job, JobResult } from './job.js';
import { withUpkeepPool } from './runner/upkeep-pool.js';

/** Maximum number of rows per DELETE statement, so that locks and transactions stay short. */
const BATCH = 5000;

/** Removes expired data. Its count is the number of removed rows and files, its detail lists them by kind. */
@Injectable()
export class HousekeepingJob implements Job {
  readonly name = 'housekeeping';
  readonly intervalMs = 3600_000;
  readonly adviceOnFailure =
    'Nothing that people use is affected yet: expired rows stay in the database. Read lastError and the log of the process that ran it.';

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly mails: MailQueue,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<JobResult> {
    const detail: Record<string, number> = {};
    for (const [kind, sql] of Object.entries(EXPIRED)) detail[kind] = await this.deleteAll(sql);
    detail['mails'] = await this.mails.prune();
    detail['outbox'] = await this.mails.pruneOutbox();
    const daysFolded = await withUpkeepPool(this.config, (pool) => foldDays(pool, this.clock.now()));
    // Links whose search text must be recomputed after an upgrade.
    const searchTexts = await fillSearchTexts(this.source.manager);
    return {
      count: Object.values(detail).reduce((sum, removed) => sum + removed, 0),
      detail: { ...detail, daysFolded, searchTexts },
    };
  }

  private async deleteAll(sql: string): Promise<number> {
    for (let removed = 0; ;) {
      const batch = await affected(this.source.manager, sql, [this.clock.date(), BATCH]);
      removed += batch;
      if (batch < BATCH) return removed;
    }
  }
}

/** SQL, because TypeORM deletes without a limit: statements that delete expired rows; $1 is now, $2 the batch size. */
const EXPIRED = {
  sessions: `
    DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at <= $1::timestamptz LIMIT $2)`,
  // Used and expired tokens get the same response as unknown ones, so deleting them changes nothing.
  tokens: `
    DELETE FROM user_tokens WHERE id IN (
      SELECT id FROM user_tokens WHERE expires_at <= $1::timestamptz OR used_at IS NOT NULL LIMIT $2)`,
  emailChanges: `
    DELETE FROM email_changes WHERE user_id IN (
      SELECT user_id FROM email_changes WHERE expires_at <= $1::timestamptz LIMIT $2)`,
  // An expired challenge cannot be used any more.
  passkeyAnswers: `
    DELETE FROM passkey_answers WHERE challenge_hash IN (
      SELECT challenge_hash FROM passkey_answers WHERE expires_at <= $1::timestamptz LIMIT $2)`,
  // Expired shares get the same response as unknown ones.
  reportShares: `
    DELETE FROM report_shares WHERE id IN (SELECT id FROM report_shares WHERE expires_at <= $1::timestamptz LIMIT $2)`,
  // Retained for 30 days, so that an owner can resend an expired one.
  invitations: `
    DELETE FROM invitations WHERE id IN (
      SELECT id FROM invitations WHERE COALESCE(closed_at, expires_at) <= $1::timestamptz - interval '30 days' LIMIT $2)`,
  // The salt of a day's visitor hashes is retained until the end of the following day, plus at most this job's
  // interval.
  salts: `
    DELETE FROM visitor_salts WHERE day IN (
      SELECT day FROM visitor_salts WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date - 1 LIMIT $2)`,
  idempotencyKeys: `
    DELETE FROM idempotency_keys WHERE ctid IN (
      SELECT ctid FROM idempotency_keys WHERE created_at <= $1::timestamptz - interval '24 hours' LIMIT $2)`,
  signals: `
    DELETE FROM signals WHERE ctid IN (
      SELECT ctid FROM signals WHERE seen_at <= LEAST($1::timestamptz, now()) - interval '1 day' LIMIT $2)`,
} as const;
