import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/index.js';
import { reasonOf } from '../errors/reason.js';
import { DatabaseClient } from './database-client.js';
import { PatientPool } from './patient-pool.js';
import { HOT_QUERY_TIMEOUT_MS } from './timed-query.js';

/** Connections of the redirect path, separate from the API's. The click writer and LISTEN have one more each. */
const HOT_CONNECTIONS = 3;

/** Maximum number of connections in the API's own pool. */
export function apiPoolSize(config: Config): number {
  return Math.max(1, config.databasePoolSize - HOT_CONNECTIONS);
}

/** Interval at which the pool opens missing connections. */
const FILL_EVERY_MS = 1_000;

/**
 * A small raw pool for queries that must not wait for those of the dashboard. All its connections are opened at start, kept
 * open, and reopened once the database is available again: if a server runs out of connections, the API lacks them first.
 */
@Injectable()
export class HotPool extends PatientPool implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(HotPool.name);
  private timer: NodeJS.Timeout | null = null;
  private isAway = false;

  constructor(config: Config) {
    super({
      connectionString: config.databaseUrl ?? '',
      Client: DatabaseClient,
      max: HOT_CONNECTIONS,
      min: HOT_CONNECTIONS,
      idleTimeoutMillis: 0,
      // A visitor waits no longer for a connection than for a statement.
      waitMillis: HOT_QUERY_TIMEOUT_MS,
      application_name: 'signpost-redirect',
    });
    // The pool replaces an idle connection that breaks; without a listener the error event would end the process.
    this.on('error', (error) => {
      this.logger.warn(`An idle database connection broke and is replaced: ${error.message}`);
    });
  }

  async onModuleInit(): Promise<void> {
    await this.fill();
    this.timer = setInterval(() => void this.fill(), FILL_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    if (!this.ended) await this.end();
  }

  /** Opens missing connections. If the database is unavailable or full, the next call tries again. */
  private async fill(): Promise<void> {
    const missing = HOT_CONNECTIONS - this.totalCount;
    if (missing <= 0 || this.ending) return;
    // The pool hands out idle connections first, so those are requested as well.
    const wanted = await Promise.allSettled(Array.from({ length: this.idleCount + missing }, () => this.tryOne()));
    const refusals = wanted.filter((one) => one.status === 'rejected');
    this.tell(refusals.length === wanted.length ? reasonOf(refusals[0]?.reason) : null);
  }

  private async tryOne(): Promise<void> {
    (await this.connect()).release();
  }

  /** Logs once that the database takes no connection, and once that it does again: no request may be there to say so. */
  private tell(reason: string | null): void {
    // A pool that ends refuses everybody.
    if (this.ending) return;
    if (reason !== null && !this.isAway) this.logger.error(`The database is unavailable: ${reason}`);
    if (reason === null && this.isAway) this.logger.log('The database is available again.');
    this.isAway = reason !== null;
  }
}
