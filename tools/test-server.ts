import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/api/src/platform/database/embedded/embedded-postgres.js';
import { migrate } from '../apps/api/src/platform/database/migrations.js';
import { databaseUrl, TEMPLATE, type TestServer } from '../libs/testing/src/clone-database.js';
import { startOldestPostgres } from './oldest-postgres.js';

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (text: string) => process.stderr.write(`${text}\n`),
};

// Tests need no durability. Statement statistics are recorded for the test that compares two versions.
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'shared_preload_libraries=pg_stat_statements',
].flatMap((setting) => ['-c', setting]);

/** A server with one migrated template database, from which each test clones its own. */
export interface RunningTestServer {
  readonly server: TestServer;
  readonly stop: () => Promise<void>;
}

/** One real PostgreSQL for a whole ring: `TEST_DATABASE_URL` (a superuser of any server), or an embedded one in a temporary folder. */
export async function startTestServer(more: readonly string[] = []): Promise<RunningTestServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    await makeTemplate(given);
    return { server: { adminUrl: given, cloning: '' }, stop: () => Promise.resolve() };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-test-'));
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, postgresArgs: [...SETTINGS, ...more] });
  await makeTemplate(embedded.url);
  return {
    // A file copy takes a third of the work of a clone that also writes every page to the WAL.
    server: { adminUrl: embedded.url, cloning: 'STRATEGY FILE_COPY' },
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same with the oldest supported PostgreSQL. */
export async function startOldestTestServer(more: readonly string[] = []): Promise<RunningTestServer> {
  const { url, stop } = await startOldestPostgres([
    ...SETTINGS,
    '-c',
    'jit=off',
    '-c',
    'random_page_cost=1.1',
    ...more,
  ]);
  await makeTemplate(url);
  return { server: { adminUrl: url, cloning: '' }, stop };
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
