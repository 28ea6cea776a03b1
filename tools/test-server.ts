import { chownSync, existsSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
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

/**
 * Where Linux keeps files in memory. The 500 files of a clone cost 20 ms of processor time there, and up to 300 ms on a
 * disk, whose file system has to find a free inode for each.
 */
const MEMORY = '/dev/shm';
/** Free bytes that a ring needs there, several times over; otherwise the databases are on the disk. */
const ENOUGH_MEMORY = 4 * 2 ** 30;

/** A server with one migrated template database, from which each test clones its own. */
export interface RunningTestServer {
  readonly server: TestServer;
  readonly stop: () => Promise<void>;
}

/** One real PostgreSQL for a whole ring: `TEST_DATABASE_URL` (a superuser of any server), or an embedded one in a temporary folder. */
export async function startTestServer(more: readonly string[] = []): Promise<RunningTestServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    await makeTemplate(given, null);
    return { server: { adminUrl: given, cloning: '' }, stop: () => Promise.resolve() };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-test-'));
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, postgresArgs: [...SETTINGS, ...more] });
  const memory = folderInMemory(join(dataDir, 'postgres', 'cluster'));
  await makeTemplate(embedded.url, memory);
  return {
    // A file copy takes a third of the work of a clone that also writes every page to the WAL.
    server: { adminUrl: embedded.url, cloning: 'STRATEGY FILE_COPY' },
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
      if (memory !== null) rmSync(memory, { recursive: true, force: true });
    },
  };
}

/** The same with the oldest supported PostgreSQL. */
export async function startOldestTestServer(more: readonly string[] = []): Promise<RunningTestServer> {
  const { url, data, stop } = await startOldestPostgres([
    ...SETTINGS,
    '-c',
    'jit=off',
    '-c',
    'random_page_cost=1.1',
    ...more,
  ]);
  const memory = folderInMemory(data);
  await makeTemplate(url, memory);
  return {
    server: { adminUrl: url, cloning: '' },
    stop: async () => {
      await stop();
      if (memory !== null) rmSync(memory, { recursive: true, force: true });
    },
  };
}

/** A folder in memory for the account that owns a cluster, or null where there is no memory for it. */
function folderInMemory(cluster: string): string | null {
  if (!existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH_MEMORY) return null;
  const folder = mkdtempSync(join(MEMORY, 'signpost-test-'));
  const { uid, gid } = statSync(cluster);
  chownSync(folder, uid, gid);
  return folder;
}

/** Creates the template, in `memory` if given: a database inherits the tablespace of its own template. */
async function makeTemplate(adminUrl: string, memory: string | null): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE}`);
  if (memory !== null) {
    await admin.query(`CREATE TABLESPACE memory LOCATION '${memory}'`);
    await admin.query('ALTER DATABASE template1 SET TABLESPACE memory');
  }
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.end();
  const client = new pg.Client({ connectionString: databaseUrl(adminUrl, TEMPLATE) });
  await client.connect();
  await migrate(client);
  await client.end();
}
