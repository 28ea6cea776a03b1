// What starts the built application needs around it: a port, a folder, a sign that it answers, and an end.
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A port that is free now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A folder of its own that the embedded database can walk into, also where it runs as another user. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Waits until the application answers its health route with 200. */
export async function untilHealthy(port, child) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error('the application ended at start');
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    await answer?.text();
    if (answer?.status === 200) return;
    await pause(50);
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
