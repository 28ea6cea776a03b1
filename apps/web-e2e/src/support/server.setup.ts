// Every ring of tests has the same server.
import { startTestServer } from '../../../../tools/test-server.js';

/** Where the workers of this ring find the server: they inherit the environment of whoever starts them. */
export const TEST_SERVER = 'BROWSER_TEST_SERVER';

/** One PostgreSQL for all instances: what a database costs is making its cluster, starting it and bringing it up to date. */
export default async function setup(): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  process.env[TEST_SERVER] = JSON.stringify(server);
  return stop;
}
