import type { TestProject } from 'vitest/node';
// Declares the types of values provided to the tests.
import type {} from '../libs/testing/src/test-database.js';
import { startTestServer } from './test-server.js';

/** Gives every test file of a ring the server for its databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide('server', server);
  return stop;
}
