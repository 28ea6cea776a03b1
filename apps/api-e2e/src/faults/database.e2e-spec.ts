import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingSeen } from '../load/visitors.js';
import { embeddedDatabase } from './embedded-database.js';
import {
  aPath,
  expectNothingLost,
  JOBS_SECRET,
  signal,
  underLoad,
  untilSignal,
  type VisitorsGoOn,
} from './under-load.js';

// The application with a database server of its own, which can be done anything to.
let app: AppProcess;
let owner: ApiClient;
let dataDir: string;
let paths: string[];
let unseen: string;
/** Everything that visitors saw in all tests. */
const total = nothingSeen();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'signpost-database-'));
  app = await startApp({ dataDir, database: embeddedDatabase(dataDir), env: { JOBS_SECRET } });
  owner = await setUpOwner(app);
  paths = [await aPath(owner)];
  unseen = await aPath(owner);
});
afterAll(async () => {
  await app?.database.drop();
  await app?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The server's main process. */
function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** The server's processes, the main one first. */
function servers(): number[] {
  const main = postmaster();
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' }).stdout;
  return [main, ...children.split('\n').map(Number).filter(Boolean)];
}

function everyone(signalName: NodeJS.Signals): void {
  for (const pid of servers()) {
    try {
      process.kill(pid, signalName);
    } catch {
      // Ended since it was listed.
    }
  }
}

const faulty = (incident: (visitorsGoOn: VisitorsGoOn) => Promise<void>) => underLoad(app, paths, incident, total);

async function get(path: string): Promise<{ status: number; retryAfter: boolean }> {
  const answer = await owner.get(path);
  return { status: answer.status, retryAfter: answer.headers.has('retry-after') };
}

async function untilHealthy(): Promise<void> {
  await eventually(async () => (await app.client().get('/api/health')).status === 200);
  await eventually(async () => (await owner.get('/api/links')).status === 200);
  await untilSignal(app, 'event_write', 'ok');
  await untilSignal(app, 'link_cache', 'ok');
}

test('the database server is killed: it is started again, and nothing is lost', async () => {
  for (const name of ['SIGKILL', 'SIGQUIT'] as const) {
    await faulty(async () => {
      const before = postmaster();
      process.kill(before, name);
      await eventually(() => {
        try {
          return postmaster() !== before;
        } catch {
          return false;
        }
      });
      await untilHealthy();
    });
    await expectNothingLost(app, total);
  }
});

test('the database server hangs with its connections open: nobody waits for its end, nothing is lost', async () => {
  await faulty(async (visitorsGoOn) => {
    everyone('SIGSTOP');
    try {
      const [list, second, health] = await Promise.all([get('/api/links'), get('/api/tags'), get('/api/health')]);
      for (const answer of [list, second]) expect(answer).toMatchObject({ status: 503, retryAfter: true });
      expect(health.status).toBe(503);
      expect((await app.client().get(unseen)).status).toBe(503);
      await visitorsGoOn();
      // The log tells this absence from others: a refusal, a full server, a pool that has none left.
      expect(app.output()).toMatch(/database_unavailable: \w/);
    } finally {
      everyone('SIGCONT');
    }
    await untilHealthy();
  });
  expect((await app.client().get(unseen)).status).toBe(302);
  await expectNothingLost(app, total);
});

test('others take every connection of the server: known links redirect, nothing is lost', async () => {
  const hogs: pg.Client[] = [];
  const hog = async (): Promise<void> => {
    for (;;) {
      const client = new pg.Client({
        connectionString: readFileSync(join(dataDir, 'postgres', 'url'), 'utf8'),
        application_name: 'hog',
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch (error) {
        // A server that is full may hang up before the client has written all that it says first.
        expect(['53300', 'EPIPE', 'ECONNRESET']).toContain((error as { code?: string }).code);
        return;
      }
      hogs.push(client);
    }
  };
  await faulty(async (visitorsGoOn) => {
    await hog();
    // Its own connections break now, and it gets none in their place.
    const [killer] = hogs;
    const cut = `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
      WHERE application_name LIKE 'signpost%' AND pid <> pg_backend_pid()`;
    const all = await killer?.query<{ count: number }>(`SELECT current_setting('max_connections')::int AS count`);
    // Every one, not only all that are free now: a connection on its way in or out is in no list.
    await eventually(async () => {
      await killer?.query(cut);
      await hog();
      return hogs.length === all?.rows[0]?.count;
    });
    expect(await get('/api/links')).toMatchObject({ status: 503, retryAfter: true });
    expect((await app.client().get('/api/health')).status).toBe(503);
    expect(['degraded', 'status 503']).toContain(await signal(app, 'event_write'));
    await visitorsGoOn();
    await Promise.all(hogs.map((client) => client.end()));
    await untilHealthy();
  });
  await expectNothingLost(app, total);
});
