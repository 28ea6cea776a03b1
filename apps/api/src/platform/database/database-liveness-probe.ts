import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Config } from '../config/index.js';
import { counted } from '../counted.js';
import { DatabaseClient } from './database-client.js';

/** Milliseconds after which a connection in use makes one look whether the server still answers at all. */
const OVERDUE_MS = 2_500;
const LOOK_EVERY_MS = 500;
/** For how long an answer is believed of what was under way already: asking takes a connection, and statements may take long. */
const BELIEVED_MS = 10_000;
/** Time that the server has to answer a question on a new connection. */
const PROBE_MS = 2_000;
/** A probe that ends this much later than it should says that this process got no processor time, not that the server is silent. */
const STARVED_MS = 250;

/**
 * Cuts the API's connections to a server that has fallen silent without closing them: a machine that is gone, a network
 * that drops packets, a process that is stopped. The operating system would wait for a quarter of an hour. A statement
 * that merely takes long is left alone: then the server answers others.
 */
@Injectable()
export class DatabaseLivenessProbe implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DatabaseLivenessProbe.name);
  private readonly inUse = new Map<pg.PoolClient, number>();
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  /** When the server was asked the last time that it answered, on the clock of `performance.now()`. */
  private answeredAt = Number.NEGATIVE_INFINITY;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { master: pool } = this.source.driver as unknown as { master: pg.Pool };
    pool.on('acquire', (client) => this.inUse.set(client, performance.now()));
    pool.on('release', (_error, client) => this.inUse.delete(client));
    pool.on('remove', (client) => this.inUse.delete(client));
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const now = performance.now();
    const overdue = [...this.inUse].filter(([, since]) => since <= now - OVERDUE_MS);
    const isNews = now - this.answeredAt > BELIEVED_MS || overdue.some(([, since]) => since > this.answeredAt);
    if (overdue.length === 0 || this.isLooking || !isNews) return;
    this.isLooking = true;
    const answers = await this.isAnswering();
    this.isLooking = false;
    if (answers) {
      this.answeredAt = now;
      return;
    }
    if (performance.now() - now > PROBE_MS + STARVED_MS) return;
    this.logger.warn(`the database is silent, cut: ${counted(overdue.length, 'connection')}`);
    for (const [client, since] of overdue) {
      // Ends it at once, since it waits for an answer; whoever waits learns that the connection is gone.
      if (this.inUse.get(client) === since) (client as unknown as pg.Client).end().catch(() => undefined);
    }
  }

  private async isAnswering(): Promise<boolean> {
    const client = new DatabaseClient({
      connectionString: this.config.databaseUrl ?? '',
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: 'signpost-probe',
    });
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch (error) {
      // Whatever it says, it speaks.
      return error instanceof pg.DatabaseError;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}
