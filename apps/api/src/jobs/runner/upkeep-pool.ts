import pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { DatabaseClient, OPEN_TIMEOUT_MS } from '../../platform/database/index.js';

/** Upkeep gives up rather than make visitors wait behind its wish for a lock. */
const LOCK_TIMEOUT_MS = 5_000;

/** Lends a connection of its own for the length of one piece of upkeep, so that nobody waits for the ones they share. */
export async function withUpkeepPool<T>(config: Config, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl ?? '',
    Client: DatabaseClient,
    max: 1,
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    application_name: 'signpost-upkeep',
  });
  // A connection that breaks fails the statement that runs on it; an idle one is of no matter.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
