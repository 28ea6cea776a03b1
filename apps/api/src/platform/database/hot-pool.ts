import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/index.js';
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
  private timer: NodeJS.Timeout | null = null;

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
    const logger = new Logger(HotPool.name);
    // The pool replaces an idle connection that breaks; without a listener the error event would end the process.
    this.on('error', (error) => {
      logger.warn(`An idle database connection broke and is replaced: ${error.message}`);
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
    const wanted = Array.from({ length: this.idleCount + missing }, () =>
      this.connect().then(
        (client) => {
          client.release();
        },
        () => undefined,
      ),
    );
    await Promise.all(wanted);
  }
}
