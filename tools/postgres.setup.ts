import type { TestProject } from 'vitest/node';
// Says what may be provided to the tests.
import type {} from '../libs/testing/src/test-database.js';
import { startTestServer } from './test-server.js';

/** Gives every test file of a ring the server that its databases are on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide('server', server);
  return stop;
}
