import pg from 'pg';
import { inject } from 'vitest';
import { cloneDatabase, dropDatabase, type TestServer } from './clone-database.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test project. */
    server: TestServer;
    /** Servers of the oldest supported and the newest PostgreSQL that nothing but their comparison uses. */
    comparedServers: { readonly oldest: TestServer; readonly newest: TestServer };
  }
}

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Rows of one statement. */
  query<Row extends pg.QueryResultRow>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /** Does work in one transaction. */
  transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

/** Resolves once a statement in the database waits for a lock of another transaction. */
export async function untilSomebodyWaits(database: TestDatabase): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await database.query(waits)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Clones the migrated template (or an empty database) on the project's server, or another one. */
export async function createTestDatabase(
  options: { readonly empty?: boolean; readonly server?: TestServer } = {},
): Promise<TestDatabase> {
  const server = options.server ?? inject('server');
  const url = await cloneDatabase(server, options);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    query: async <Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []) =>
      (await pool.query<Row>(sql, parameters)).rows,
    transaction: (work) => inTransaction(pool, work),
    drop: async () => {
      await pool.end();
      await dropDatabase(server, url);
    },
  };
}

/** Does work in one transaction of a pool: all of it, or nothing. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
