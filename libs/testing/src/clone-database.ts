import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A PostgreSQL server for tests, with one migrated template database. */
export interface TestServer {
  /** Connection URL of a superuser. */
  readonly adminUrl: string;
  /** Suffix of the statement that clones a database: the server's cheapest strategy. */
  readonly cloning: string;
}

/** Name of the migrated database that every test database is cloned from. */
export const TEMPLATE = 'signpost_template';

/** Clones the migrated template (or an empty database) and returns the clone's connection URL. */
export async function cloneDatabase({ adminUrl, cloning }: TestServer, { empty = false } = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template1' : TEMPLATE} ${cloning}`);
  return databaseUrl(adminUrl, name);
}

/** Drops a clone, even if it is still in use. */
export async function dropDatabase({ adminUrl }: TestServer, url: string): Promise<void> {
  await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

/** The same server, another database. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Two concurrent clones may both find the template in use.
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
