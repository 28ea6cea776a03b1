import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/index.js';
import { HOT_QUERY_TIMEOUT_MS } from './timed-query.js';

/** Connections of the redirect path, apart from the API's. The click writer and LISTEN have one each beside the pools. */
const HOT_CONNECTIONS = 3;

/** Milliseconds after which a database that does not answer counts as away. */
export const CONNECT_TIMEOUT_MS = 3000;

/** How many connections of a process the API's own pool may take. */
export function apiPoolSize(config: Config): number {
  return Math.max(1, config.databasePoolSize - HOT_CONNECTIONS);
}

/** A small raw pool for what must not wait behind dashboard queries. */
@Injectable()
export class HotPool extends pg.Pool implements OnApplicationShutdown {
  constructor(config: Config) {
    super({
      connectionString: config.databaseUrl ?? '',
      max: HOT_CONNECTIONS,
      // Visitors wait no longer for a connection than for a statement.
      connectionTimeoutMillis: HOT_QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'signpost-redirect',
    });
    const logger = new Logger(HotPool.name);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.on('error', (error) => {
      logger.warn(`an idle database connection broke: ${error.message}`);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.ended) await this.end();
  }
}
