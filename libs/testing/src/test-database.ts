import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection URL of a superuser on the test server. */
    adminUrl: string;
    /** Ends the statement that clones a database: how the server does it cheapest. */
    cloning: string;
  }
}

/** A database of a test file's own. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Rows of one statement. */
  query<Row extends pg.QueryResultRow>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Resolves once a statement in the database waits for what another transaction has locked. */
export async function untilSomebodyWaits(database: TestDatabase): Promise<void> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await database.query(waits)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Clones the migrated template (or an empty database) on the ring's server. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(
    adminUrl,
    `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template1' : 'signpost_template'} ${inject('cloning')}`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 10 });
  pool.on('error', () => undefined);
  return {
    url: url.href,
    pool,
    query: async <Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []) =>
      (await pool.query<Row>(sql, parameters)).rows,
    drop: async () => {
      await pool.end();
      await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Two clones at once may both find the template in use.
    for (let attempt = 0; ; attempt += 1) {
      try {
        await client.query(sql);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || attempt >= 50) throw error;
        await client.query('SELECT pg_sleep(0.05)');
      }
    }
  } finally {
    await client.end();
  }
}
