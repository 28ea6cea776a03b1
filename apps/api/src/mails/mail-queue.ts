import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  IsNull,
  Raw,
  type DataSource,
  type EntityManager,
  type QueryRunner,
  type Repository,
  type TransactionCommitEvent,
} from 'typeorm';
import { Config } from '../platform/config/index.js';
import { rows } from '../platform/database/index.js';
import { reasonOf } from '../platform/errors/index.js';
import { SHUTDOWN_WAITS, within } from '../platform/time/index.js';
import { traced } from '../platform/tracing/index.js';
import { MailCipher } from './mail-cipher.js';
import { MailEntity } from './mail.entity.js';
import { renderMail } from './mail-templates.js';
import { describeFailure } from './mail-failure.js';
import { MailHealth } from './mail-health.js';
import type { QueuedMail } from './mail.js';
import { CONNECTIONS, MailTransport } from './mail-transport.js';

/** Delay in seconds by number of attempts; the last one is repeated. About two days in total. */
const BACKOFF_SECONDS = [15, 60, 300, 900, 3600, 3600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 12 * 3600, 12 * 3600];
const MAXIMUM_ATTEMPTS = BACKOFF_SECONDS.length + 1;
/**
 * Alerts are retried for about two weeks, because nobody requests them again and the event they announce may be that
 * far ahead.
 */
const MAXIMUM_ATTEMPTS_OF_ALERTS = MAXIMUM_ATTEMPTS + 24;
/**
 * Number of mails sent in parallel, not counting slow ones. Only as many are claimed, so that none waits behind
 * another.
 */
const CONCURRENCY = 2;
/** A mail that takes longer (milliseconds) continues on its own connection, and other due mails use further ones. */
const PATIENCE_MS = 10_000;
/**
 * Renewed while a mail is being sent, so that no second process sends it; if the process dies, another one sends it
 * after the lease.
 */
const LEASE_SECONDS = 180;
const RENEW_EVERY_MS = 20_000;
/** How often a process checks for mails whose retry delay has ended. */
const POLL_MS = 10_000;
/** Days for which a row without content is retained, to show the result of a mail. */
const KEEP_DAYS = 7;
interface QueuedRow {
  id: string;
  kind: string;
  payload: Buffer;
  attempts: number;
}

/** Sends queued mails: each by one process only, retried with backoff, content deleted once sent. */
@Injectable()
export class MailQueue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  /** Open transactions that have queued a mail. */
  private readonly withMail = new WeakSet<QueryRunner>();
  /** Processes that only redirect do not send mails: they may have no network access to the mail server. */
  private readonly isSender: boolean;
  private running: Promise<number> | null = null;
  private readonly underWay = new Set<Promise<boolean>>();
  private again = false;
  private isStopping = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly cipher: MailCipher,
    private readonly transport: MailTransport,
    private readonly health: MailHealth,
    config: Config,
  ) {
    this.isSender = config.roles.has('app') || config.roles.has('jobs');
    this.source.subscribers.push({
      afterTransactionCommit: ({ queryRunner }: TransactionCommitEvent) => {
        // A released savepoint is also reported as a commit, while its transaction is still active.
        if (!queryRunner.isTransactionActive && this.withMail.delete(queryRunner)) this.kick();
      },
    });
  }

  onApplicationBootstrap(): void {
    if (!this.isSender) return;
    const poll = (): void => {
      this.kick();
      void this.health.report();
    };
    this.timer = setInterval(poll, POLL_MS);
    this.timer.unref();
    poll();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.isStopping = true;
    await within(SHUTDOWN_WAITS.mails, Promise.allSettled([this.running, ...this.underWay]));
    this.transport.close();
  }

  /** Sends due mails after the transaction's commit; immediately when there is none. */
  deliverAfterCommit(tx: EntityManager): void {
    if (tx.queryRunner?.isTransactionActive === true) this.withMail.add(tx.queryRunner);
    else this.kick();
  }

  /**
   * Sends every due mail. Safe to call at any time, from any process.
   * @returns the number of mails sent; slow ones continue in the background.
   */
  async deliverDue(): Promise<number> {
    if (this.running !== null) {
      this.again = true;
      return this.running;
    }
    this.running = this.drain();
    try {
      return await this.running;
    } finally {
      this.running = null;
      // A request may have arrived after the last check and before this line.
      if (this.mustRepeat()) this.kick();
    }
  }

  /** Deletes rows of mails that were sent or given up more than a week ago. @returns how many. */
  async prune(): Promise<number> {
    const old = Raw((createdAt) => `${createdAt} < now() - make_interval(days => ${KEEP_DAYS})`);
    return (await this.mails.delete({ payload: IsNull(), createdAt: old })).affected ?? 0;
  }

  /** Removes old files from the folder that replaces the mail server. @returns the number of removed files. */
  pruneOutbox(): Promise<number> {
    return this.transport.pruneOutbox();
  }

  private get mails(): Repository<MailEntity> {
    return this.source.getRepository(MailEntity);
  }

  private kick(): void {
    if (!this.isSender || this.isStopping) return;
    this.deliverDue().catch((error: unknown) => {
      this.logger.warn(`Queued mails could not be read: ${reasonOf(error)}`);
    });
  }

  private async drain(): Promise<number> {
    let sent = 0;
    while (!this.isStopping) {
      this.again = false;
      const room = Math.min(CONCURRENCY, CONNECTIONS - this.underWay.size);
      const claimed = await rows<QueuedRow>(this.source.manager, CLAIM, [LEASE_SECONDS, room]);
      const results = await Promise.all(claimed.map((row) => within(PATIENCE_MS, this.track(this.deliver(row)))));
      sent += results.filter(Boolean).length;
      if (claimed.length > 0) await this.health.report();
      if (claimed.length < CONCURRENCY && !this.mustRepeat()) break;
    }
    return sent;
  }

  /** A commit may have arrived while the last batch was being sent. */
  private mustRepeat(): boolean {
    return this.again;
  }

  private async track(sending: Promise<boolean>): Promise<boolean> {
    this.underWay.add(sending);
    try {
      return await sending;
    } finally {
      this.underWay.delete(sending);
    }
  }

  private async deliver(row: QueuedRow): Promise<boolean> {
    const mail = this.unseal(row);
    if (mail === null) {
      await this.giveUp(row, UNREADABLE);
      return false;
    }
    const renewal = setInterval(() => {
      this.mails.update({ id: row.id }, { nextAttemptAt: inSeconds(LEASE_SECONDS) }).catch(() => undefined);
    }, RENEW_EVERY_MS);
    renewal.unref();
    try {
      const facts = { 'signpost.mail.kind': row.kind, 'signpost.mail.attempt': row.attempts };
      await traced('send mail', facts, () =>
        this.transport.send(row.id, mail.to, renderMail(mail, mail.language), row.kind),
      );
    } catch (error) {
      await this.postpone(row, error);
      return false;
    } finally {
      clearInterval(renewal);
    }
    await this.mails.update({ id: row.id }, { sentAt: NOW, payload: null });
    return true;
  }

  private async postpone(row: QueuedRow, error: unknown): Promise<void> {
    const { code, isFinal, words } = describeFailure(error);
    const most = row.kind === 'alert' ? MAXIMUM_ATTEMPTS_OF_ALERTS : MAXIMUM_ATTEMPTS;
    if (isFinal || row.attempts >= most) {
      await this.giveUp(row, code, words);
      return;
    }
    this.warnOf(row, code, words);
    const pause = BACKOFF_SECONDS[row.attempts - 1] ?? 12 * 3600;
    await this.mails.update({ id: row.id }, { nextAttemptAt: inSeconds(pause), lastError: code });
  }

  private async giveUp(row: QueuedRow, code: string, words: string | null = null): Promise<void> {
    this.warnOf(row, code, words);
    await this.mails.update({ id: row.id }, { failedAt: NOW, payload: null, lastError: code });
  }

  private warnOf({ id, kind, attempts }: QueuedRow, code: string, words: string | null): void {
    const reply = words === null ? '' : `. The mail server answered: ${words}`;
    this.logger.warn(`Mail ${id} (${kind}) was not sent at attempt ${attempts}: ${code}${reply}`);
  }

  /** Null for a mail that cannot be decrypted at any later attempt either. */
  private unseal({ id, payload }: QueuedRow): QueuedMail | null {
    try {
      return this.cipher.open(id, payload);
    } catch {
      return null;
    }
  }
}

/** Stored error of a mail that was queued with another SESSION_SECRET and cannot be decrypted. */
const UNREADABLE = 'queued with another SESSION_SECRET';

// SQL, because finding and claiming must be a single statement. Moving the next attempt ahead is the lease: until then
// no other process claims the row. One that lies further ahead than any delay was set by a clock that has been corrected
// since.
const CLAIM = `
  UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
  WHERE id IN (
    SELECT id FROM mails
    WHERE payload IS NOT NULL AND (next_attempt_at <= now() OR next_attempt_at > now() + interval '1 day')
    ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING id, kind, payload, attempts`;

/** The database's time is used, because clocks of processes may differ. */
const NOW = () => 'now()';
const inSeconds = (seconds: number) => () => `now() + make_interval(secs => ${seconds})`;
