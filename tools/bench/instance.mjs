// A built application as a process of its own, and requests to it.
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';

const agent = new Agent({ keepAlive: true });

/** A port that is free now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** One GET over a connection that is kept; throws unless the answer is 200. @returns {Promise<number>} its bytes */
export function httpGet(port, path, cookie) {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, agent, headers: { cookie } }, (incoming) => {
      let bytes = 0;
      incoming.on('data', (chunk) => (bytes += chunk.length));
      incoming.on('error', reject);
      incoming.on('end', () =>
        incoming.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path} answered ${incoming.statusCode}`)),
      );
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Waits until the application answers its health route with 200. */
export async function untilHealthy(port, child) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error('the application ended at start');
    const isUp = await httpGet(port, '/api/health', '').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the application did not become healthy');
}

/** Ends a process as an operator would. */
export function stopProcess(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

/** The smallest value that at least the share of all do not exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
