import pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { DatabaseClient, OPEN_TIMEOUT_MS } from '../../platform/database/index.js';

/**
 * Maintenance fails after this time, because a statement that waits for a table lock blocks every later statement on
 * that table.
 */
const LOCK_TIMEOUT_MS = 5_000;

/** Runs maintenance work on a separate connection, so that it does not occupy the shared pool. */
export async function withUpkeepPool<T>(config: Config, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl ?? '',
    Client: DatabaseClient,
    max: 1,
    connectionTimeoutMillis: OPEN_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    application_name: 'signpost-upkeep',
  });
  // A broken connection fails its running statement; errors of an idle one can be ignored.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
