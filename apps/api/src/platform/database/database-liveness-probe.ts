import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Config } from '../config/index.js';
import { counted } from '../counted.js';
import { within } from '../time/index.js';
import { DatabaseClient } from './database-client.js';
import { HotPool } from './hot-pool.js';
import type { TimedQuery } from './timed-query.js';

/** Milliseconds after which a connection in use triggers a check whether the server still answers. */
const OVERDUE_MS = 2_500;
const CHECK_EVERY_MS = 500;
/** Time for which an answer covers connections in use before it: a probe takes a connection, and statements may take long. */
const BELIEVED_MS = 10_000;
/** Time within which the server has to answer a probe. */
const PROBE_MS = 2_000;
const QUESTION: TimedQuery = { text: 'SELECT 1', query_timeout: PROBE_MS };
/** A probe that ends this much too late shows that this process got no processor time, not that the server is silent. */
const STARVED_MS = 250;

/**
 * Closes the API's connections to a server that stopped answering without closing them, because its machine is down, the
 * network drops packets or its process is stopped: the operating system would wait for a quarter of an hour. A statement that
 * merely takes long is not interrupted, since the server then answers the probe.
 */
@Injectable()
export class DatabaseLivenessProbe implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseLivenessProbe.name);
  private readonly inUse = new Map<pg.PoolClient, number>();
  private timer: NodeJS.Timeout | null = null;
  private isChecking = false;
  /** When the last answered probe was sent, in the time of `performance.now()`. */
  private answeredAt = Number.NEGATIVE_INFINITY;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly config: Config,
    private readonly hotPool: HotPool,
  ) {}

  onApplicationBootstrap(): void {
    const { master: pool } = this.source.driver as unknown as { master: pg.Pool };
    pool.on('acquire', (client) => this.inUse.set(client, performance.now()));
    pool.on('release', (_error, client) => this.inUse.delete(client));
    pool.on('remove', (client) => this.inUse.delete(client));
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    const now = performance.now();
    const overdue = [...this.inUse].filter(([, since]) => since <= now - OVERDUE_MS);
    const isNews = now - this.answeredAt > BELIEVED_MS || overdue.some(([, since]) => since > this.answeredAt);
    if (overdue.length === 0 || this.isChecking || !isNews) return;
    this.isChecking = true;
    const answers = await this.isAnswering();
    this.isChecking = false;
    if (answers) {
      this.answeredAt = now;
      return;
    }
    if (performance.now() - now > PROBE_MS + STARVED_MS) return;
    this.logger.warn(`The database does not answer. Closed: ${counted(overdue.length, 'connection')}.`);
    for (const [client, since] of overdue) {
      // While a statement is running, `end` closes the connection at once, and the statement fails.
      if (this.inUse.get(client) === since) (client as unknown as pg.Client).end().catch(() => undefined);
    }
  }

  /** Probes over the redirect's connections, which are already open if the server is far away, and over a new one. */
  private async isAnswering(): Promise<boolean> {
    const answers = [this.hotPool.query(QUESTION), this.queryOnNewConnection()];
    const first = Promise.any(answers).then(
      () => true,
      () => false,
    );
    return (await within(PROBE_MS, first)) ?? false;
  }

  /** @throws Error when a new connection gets no answer. */
  private async queryOnNewConnection(): Promise<void> {
    const client = new DatabaseClient({
      connectionString: this.config.databaseUrl ?? '',
      connectionTimeoutMillis: PROBE_MS,
      application_name: 'signpost-probe',
    });
    try {
      await client.connect();
      await client.query(QUESTION);
    } catch (error) {
      // Any error sent by the server shows that it answers.
      if (!(error instanceof pg.DatabaseError)) throw error;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}
