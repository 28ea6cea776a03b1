import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SignalState } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { Config } from '../platform/config/index.js';
import { firstRow } from '../platform/database/index.js';
import { Signals, withReason } from '../platform/signals/index.js';
import { REFUSED } from './mail-failure.js';

/** Mails that wait longer are reported as a failure instead of a temporary problem. */
const FAILED_AFTER_MINUTES = 60;

/** Counts are bigint, as text. */
interface HealthRow {
  waiting: string;
  late: string;
  retrying: string;
  given_up: string;
  last_error: string | null;
}

/** State of mail delivery. */
interface Delivery {
  readonly state: SignalState;
  readonly detail: string | null;
}

/** Nothing is broken, but no recipient is reached. */
const NO_SERVER: Delivery = {
  state: 'degraded',
  detail: 'SMTP_URL is not set: no mail leaves this instance. Each is a file in DATA_DIR/outbox.',
};

/** How many mails wait, are retried or were given up, for metrics and the operator's `mail` signal. */
@Injectable()
export class MailHealth {
  private readonly hasServer: boolean;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly signals: Signals,
    config: Config,
  ) {
    this.hasServer = config.smtpUrl !== null;
  }

  /** Updates the `mail` signal. While the database is unavailable the state is unknown, so the last report is kept. */
  async report(): Promise<void> {
    const health = await this.read().catch(() => null);
    if (health !== null) this.signals.report('mail', health.state, health.detail);
  }

  /** Numbers of waiting mails, of those that failed at least once, and of those given up within a day. */
  async counts(): Promise<{ waiting: number; retrying: number; given_up: number }> {
    const row = await this.row();
    return { waiting: Number(row?.waiting), retrying: Number(row?.retrying), given_up: Number(row?.given_up) };
  }

  private async read(): Promise<Delivery> {
    const row = await this.row();
    const [late, retrying, givenUp] = [Number(row?.late), Number(row?.retrying), Number(row?.given_up)];
    const troubled = (state: SignalState, sentence: string): Delivery => ({
      state,
      detail: withReason(sentence, row?.last_error ?? null),
    });
    if (givenUp > 0) return troubled('failed', `Mails given up in the last 24 hours: ${givenUp}.`);
    if (late > 0) return troubled('failed', `Mails that have waited for more than an hour: ${late}.`);
    if (retrying > 0) return troubled('degraded', `Mails that wait for another attempt: ${retrying}.`);
    return this.hasServer ? { state: 'ok', detail: null } : NO_SERVER;
  }

  private row(): Promise<HealthRow | null> {
    return firstRow<HealthRow>(this.source.manager, HEALTH, [FAILED_AFTER_MINUTES]);
  }
}

// SQL, because one scan counts five things. A rejected recipient says nothing about our mail server, so it does not count.
const HEALTH = `
  SELECT
    count(*) FILTER (WHERE payload IS NOT NULL) AS waiting,
    count(*) FILTER (WHERE payload IS NOT NULL AND created_at < now() - make_interval(mins => $1)) AS late,
    count(*) FILTER (WHERE payload IS NOT NULL AND last_error IS NOT NULL) AS retrying,
    count(*) FILTER (WHERE failed_at > now() - interval '24 hours' AND last_error NOT LIKE '${REFUSED} 5%') AS given_up,
    max(last_error) FILTER (WHERE sent_at IS NULL AND last_error NOT LIKE '${REFUSED} 5%') AS last_error
  FROM mails WHERE payload IS NOT NULL OR failed_at > now() - interval '24 hours'`;
