import type { TestProject } from 'vitest/node';
// Declares the types of values provided to the tests.
import type {} from '../libs/testing/src/test-database.js';
import { startOldestTestServer, startTestServer } from './test-server.js';

// Results compared between two servers must not depend on when one of them vacuums.
const ALIKE = ['-c', 'autovacuum=off'];

/** Gives every test file of a ring the oldest supported PostgreSQL, and the newest one to compare with. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const [oldest, newest] = await Promise.all([startOldestTestServer(ALIKE), startTestServer(ALIKE)]);
  project.provide('server', oldest.server);
  project.provide('newestServer', newest.server);
  return () => Promise.all([oldest.stop(), newest.stop()]);
}
