import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
// Says what may be provided to the tests.
import type {} from '../libs/testing/src/test-database.js';
import { startEmbeddedPostgres } from '../apps/api/src/platform/database/embedded-postgres.js';
import { migrate } from '../apps/api/src/platform/database/migrations.js';

/** Name of the migrated database that every test database is cloned from. */
export const TEMPLATE = 'signpost_template';

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (text: string) => process.stderr.write(`${text}\n`),
};

/**
 * One real PostgreSQL for the whole ring: `TEST_DATABASE_URL` (a superuser of any server), or an embedded one in a
 * temporary folder. Holds one migrated template, from which each test file clones its own database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    await makeTemplate(given);
    project.provide('adminUrl', given);
    project.provide('cloning', '');
    return () => Promise.resolve();
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-test-'));
  // Tests do not need to survive a power cut.
  const postgresArgs = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'].flatMap(
    (setting) => ['-c', setting],
  );
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, postgresArgs });
  await makeTemplate(server.url);
  project.provide('adminUrl', server.url);
  // A third of the work of a clone whose every page is written to the journal as well.
  project.provide('cloning', 'STRATEGY FILE_COPY');
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const client = new pg.Client({ connectionString: databaseUrl(adminUrl, TEMPLATE) });
  await client.connect();
  await migrate(client);
  await client.end();
}

/** The same server, another database. */
export function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
