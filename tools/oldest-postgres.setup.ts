import type { TestProject } from 'vitest/node';
// Says what may be provided to the tests.
import type {} from '../libs/testing/src/test-database.js';
import { startOldestTestServer, startTestServer } from './test-server.js';

// What two servers are compared by must not depend on when one of them cleans up.
const ALIKE = ['-c', 'autovacuum=off'];

/** Gives every test file of a ring the oldest PostgreSQL that is supported, and the newest beside it to compare with. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const [oldest, newest] = await Promise.all([startOldestTestServer(ALIKE), startTestServer(ALIKE)]);
  project.provide('server', oldest.server);
  project.provide('newestServer', newest.server);
  return () => Promise.all([oldest.stop(), newest.stop()]);
}
