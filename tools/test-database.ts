import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../apps/api/src/platform/database/embedded-postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the test server; `createTestDatabase` makes databases of its own through it. */
    adminUrl: string;
  }
}

/**
 * One PostgreSQL server for a whole ring: the one at `TEST_DATABASE_URL`, else an embedded one in a temporary folder.
 * It does not wait for the disk, since nothing of it outlives the ring.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const outside = process.env.TEST_DATABASE_URL;
  if (outside !== undefined && outside !== '') {
    project.provide('adminUrl', outside);
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'signpost-test-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.warn, error: console.error },
    postgresArgs: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
  });
  project.provide('adminUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
