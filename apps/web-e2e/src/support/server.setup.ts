// All test rings use the same server.
import { startTestServer } from '../../../../tools/test-server.js';

/** Name of the variable with the server's address for the workers, which inherit this environment. */
export const TEST_SERVER = 'BROWSER_TEST_SERVER';

/** One PostgreSQL server for all instances: creating a cluster, starting it and migrating it is the expensive part. */
export default async function setup(): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  process.env[TEST_SERVER] = JSON.stringify(server);
  return stop;
}
