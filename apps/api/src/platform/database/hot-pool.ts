import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/index.js';
import { DatabaseClient } from './database-client.js';
import { PatientPool } from './patient-pool.js';
import { HOT_QUERY_TIMEOUT_MS } from './timed-query.js';

/** Connections of the redirect path, apart from the API's. The click writer and LISTEN have one each beside the pools. */
const HOT_CONNECTIONS = 3;

/** How many connections of a process the API's own pool may take. */
export function apiPoolSize(config: Config): number {
  return Math.max(1, config.databasePoolSize - HOT_CONNECTIONS);
}

/** How often a process looks whether all of them are open. */
const FILL_EVERY_MS = 1_000;

/**
 * A small raw pool for what must not wait behind dashboard queries. Its connections are opened at the start, kept, and
 * opened again as soon as the database is back: where a server runs out of connections, the API goes short first.
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
      // Visitors wait no longer for a connection than for a statement.
      waitMillis: HOT_QUERY_TIMEOUT_MS,
      application_name: 'signpost-redirect',
    });
    const logger = new Logger(HotPool.name);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.on('error', (error) => {
      logger.warn(`an idle database connection broke: ${error.message}`);
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

  /** Opens what is missing. A database that is away or full is asked again the next time. */
  private async fill(): Promise<void> {
    const missing = HOT_CONNECTIONS - this.totalCount;
    if (missing <= 0 || this.ending) return;
    // Those that are idle are taken first, so they are asked for as well.
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
