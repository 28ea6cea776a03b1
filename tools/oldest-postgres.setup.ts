import type { TestProject } from 'vitest/node';
// Declares the types of values provided to the tests.
import type {} from '../libs/testing/src/test-database.js';
import { startOldestTestServer, startTestServer } from './test-server.js';

// Pages read on two servers must not depend on when one of them vacuums.
const ALIKE = ['-c', 'autovacuum=off'];

/**
 * Gives every test file of a ring the oldest supported PostgreSQL, and a pair of servers to compare. The pair is not the
 * ring's: a transaction that is open in any database of a server keeps dead rows of the others unpruned, so that more pages
 * are read.
 */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const servers = await Promise.all([startOldestTestServer(), startOldestTestServer(ALIKE), startTestServer(ALIKE)]);
  const [own, oldest, newest] = servers;
  project.provide('server', own.server);
  project.provide('comparedServers', { oldest: oldest.server, newest: newest.server });
  return () => Promise.all(servers.map((server) => server.stop()));
}
