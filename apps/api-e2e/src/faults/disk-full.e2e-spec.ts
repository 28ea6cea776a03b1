import { setTimeout as pause } from 'node:timers/promises';
import { eventually, setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, afterEach, expect, test } from 'vitest';
import { embeddedDatabase } from './embedded-database.js';
import { limitedFiles, smallDisk, type Disk } from './full-disks.js';
import { aPath, expectNothingLost, JOBS_SECRET, underLoad, untilSignal } from './under-load.js';

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
    const owner = await setUpOwner(running);
    const paths = [await aPath(owner)];
    const seen = await underLoad(running, paths, async (visitorsGoOn) => {
      disk.fill(running);
      await untilSignal(running, 'event_write', 'degraded');
      expect((await running.client().get('/api/health')).status).toBe(200);
      // Clicks that reach the database give their journal's space back, which an export may take: it is filled again.
      const refused = await eventually(async () => {
        disk.fill(running);
        const answer = await owner.get('/api/links/export.csv');
        return answer.status === 200 ? null : answer;
      });
      expect([refused.status, refused.body?.code]).toEqual([503, 'storage_unavailable']);
      await visitorsGoOn();
      disk.empty(running);
      await untilSignal(running, 'event_write', 'ok');
      expect((await owner.get('/api/links/export.csv')).status).toBe(200);
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
