import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, afterEach, expect, test } from 'vitest';
import { embeddedDatabase } from './embedded-database.js';
import { aPath, expectNothingLost, JOBS_SECRET, underLoad, untilSignal } from './under-load.js';

/** A folder whose disk can be filled and emptied again. */
interface Disk {
  readonly folder: string;
  fill(app: AppProcess): void;
  empty(app: AppProcess): void;
  remove(): void;
}

const run = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** Any disk, and a process whose files may not grow: what a quota does. */
function limitedFiles(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-quota-'));
  const limit = (app: AppProcess, bytes: string): void => {
    expect(run('prlimit', '--pid', String(app.child.pid), `--fsize=${bytes}:unlimited`)).toBe(true);
  };
  return {
    folder,
    fill: (app) => limit(app, '0'),
    empty: (app) => limit(app, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A small file system of its own, where the tests may mount one. */
function smallDisk(size: string): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-disk-'));
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder)) {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      for (let bytes = 65_536; bytes >= 1; bytes = bytes === 65_536 ? 1 : 0) {
        try {
          for (;;) appendFileSync(ballast, Buffer.alloc(bytes));
        } catch (error) {
          expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
        }
      }
    },
    empty: () => rmSync(ballast),
    remove: () => {
      run('umount', folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const disks = [limitedFiles(), smallDisk('8m')].filter((disk) => disk !== null);
const largeDisk = smallDisk('300m');
let app: AppProcess | null = null;
afterEach(async () => {
  await app?.stop();
  app = null;
});
afterAll(() => {
  for (const disk of [...disks, largeDisk]) disk?.remove();
});

test.each(disks)(
  'a disk that is full ($folder): redirects go on, clicks wait in memory and are stored',
  async (disk) => {
    const running = await startApp({ dataDir: disk.folder, env: { JOBS_SECRET } });
    app = running;
    const paths = [await aPath(await setUpOwner(running))];
    const seen = await underLoad(running, paths, async (visitorsGoOn) => {
      disk.fill(running);
      await untilSignal(running, 'event_write', 'degraded');
      expect((await running.client().get('/api/health')).status).toBe(200);
      await visitorsGoOn();
      disk.empty(running);
      await untilSignal(running, 'event_write', 'ok');
    });
    await expectNothingLost(running, seen);
  },
);

// Where the tests may not mount a file system there is none to fill.
test.runIf(largeDisk !== null)(
  'a disk that is full, the embedded database on it: redirects go on, both recover',
  async () => {
    const disk = largeDisk as Disk;
    const database = embeddedDatabase(disk.folder);
    const running = await startApp({ dataDir: disk.folder, database, env: { JOBS_SECRET } });
    app = running;
    const owner = await setUpOwner(running);
    const paths = [await aPath(owner)];
    const seen = await underLoad(running, paths, async (visitorsGoOn) => {
      disk.fill(running);
      await untilSignal(running, 'event_write', 'degraded');
      const statuses = new Set<number>();
      for (let time = 0; time < 20; time += 1) {
        statuses.add((await owner.post('/api/tags', { name: `Tag ${time}` })).status);
        await pause(100);
      }
      await visitorsGoOn();
      // Taken, or refused as something that can be tried again.
      expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
      disk.empty(running);
      await untilSignal(running, 'event_write', 'ok');
      await eventually(async () => (await running.client().get('/api/health')).status === 200);
    });
    await expectNothingLost(running, seen);
    await database.drop();
  },
);
