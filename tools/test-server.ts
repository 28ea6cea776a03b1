import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/api/src/platform/database/embedded-postgres.js';
import { migrate } from '../apps/api/src/platform/database/migrations.js';
import { databaseUrl, TEMPLATE, type TestServer } from '../libs/testing/src/clone-database.js';

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (text: string) => process.stderr.write(`${text}\n`),
};

/**
 * One real PostgreSQL for a whole ring: `TEST_DATABASE_URL` (a superuser of any server), or an embedded one in a
 * temporary folder. Holds one migrated template, from which each test clones its own database.
 */
export async function startTestServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    await makeTemplate(given);
    return { server: { adminUrl: given, cloning: '' }, stop: () => Promise.resolve() };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-test-'));
  // Tests do not need to survive a power cut.
  const postgresArgs = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'].flatMap(
    (setting) => ['-c', setting],
  );
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, postgresArgs });
  await makeTemplate(embedded.url);
  return {
    // A third of the work of a clone whose every page is written to the journal as well.
    server: { adminUrl: embedded.url, cloning: 'STRATEGY FILE_COPY' },
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
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
