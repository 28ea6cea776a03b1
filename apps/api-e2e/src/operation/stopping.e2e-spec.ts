import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, setUpOwner, startApp } from '@signpost/testing';
import { expect, test } from 'vitest';
import { aPath } from '../faults/under-load.js';
import { answeredWith, nothingSeen, Visitors } from '../load/visitors.js';

// SIGHUP is what a terminal sends when it is closed.
test.each(['SIGTERM', 'SIGHUP'] as const)(
  'an application that is stopped by %s cuts off nobody who is connected',
  async (signal) => {
    const app = await startApp();
    const paths = [await aPath(await setUpOwner(app))];
    const seen = nothingSeen();
    const visitors = new Visitors({ port: app.port, paths, perSecond: 300, connections: 16 }, seen);
    try {
      await eventually(() => answeredWith(seen, 302) > 100);
      expect(await app.kill(signal)).toBe(0);
    } finally {
      await visitors.stop();
      await app.stop();
    }
    expect([seen.broken, [...seen.statuses.keys()]]).toEqual([0, [302]]);
  },
);

test('an application that is told to stop while it starts handles the signal itself, as it must as the first process of a container', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-stop-'));
  // The start waits for a database that never answers.
  const database = createServer();
  await once(database.listen(0, '127.0.0.1'), 'listening');
  const { port } = database.address() as AddressInfo;
  const main = fileURLToPath(new URL('../../../../dist/apps/api/main.js', import.meta.url));
  const app = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c` },
    stdio: 'ignore',
  });
  const ended = once(app, 'exit');
  await once(database, 'connection');
  app.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  database.close();
  rmSync(dataDir, { recursive: true });
});
