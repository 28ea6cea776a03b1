import { Agent, request } from 'node:http';
import pg from 'pg';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openHandles, residentMegabytes } from './process-facts.js';

/** Seconds of traffic before and after each incident; `SOAK_SECONDS=300` makes a run of half an hour. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 4);
const VISITORS = Number(process.env['SOAK_VISITORS'] ?? 16);
const LINKS = 20;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let first: AppProcess;
/** The process that runs now, on the folder and the database of the first. */
let app: AppProcess;
let owner: ApiClient;
let links: { id: string; slug: string }[];

beforeAll(async () => {
  // A bounded heap: what leaks ends the process in a long run, and in a short one the heap's own swing stays small.
  first = await startApp({ env: { NODE_OPTIONS: '--max-old-space-size=192 --max-semi-space-size=8' } });
  app = first;
  owner = await setUpOwner(app);
  links = await Promise.all(
    Array.from(
      { length: LINKS },
      async () => (await owner.post('/api/links', { destinationUrl: 'https://example.com/' })).body,
    ),
  );
});
afterAll(async () => {
  await app?.stop();
  await first?.stop();
});

/** What visitors saw: answers by status, and requests that ended without one. */
interface Seen {
  sent: number;
  broken: number;
  readonly statuses: Map<number, number>;
}

/** Sends visitors for a while, and members who edit, import and read reports beside them. */
async function traffic(seen: Seen, members = true): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS });
  const visitor = async (index: number): Promise<void> => {
    for (let turn = index; performance.now() < until; turn += 1) {
      seen.sent += 1;
      const status = await visit(agent, links[turn % LINKS]?.slug ?? '');
      if (status === null) seen.broken += 1;
      else seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
    }
  };
  const member = async (): Promise<void> => {
    for (let turn = 0; members && performance.now() < until; turn += 1) {
      const { id } = links[turn % LINKS] ?? { id: '' };
      await owner.patch(`/api/links/${id}`, { title: `Turn ${turn}`, destinationUrl: `https://example.com/${turn}` });
      await owner.get(`/api/links/${id}/analytics`);
      await owner.get('/api/workspaces/analytics.csv');
      await owner.upload('/api/links/import/preview', `destination_url\nexample.com/${turn}\n`, 'a.csv', 'text/csv');
    }
  };
  await Promise.all([...Array.from({ length: VISITORS }, (_, index) => visitor(index)), member()]);
  agent.destroy();
}

function visit(agent: Agent, slug: string): Promise<number | null> {
  return new Promise((resolve) => {
    const outgoing = request(
      { host: '127.0.0.1', port: app.port, path: `/${slug}`, headers: { 'user-agent': BROWSER }, agent },
      (incoming) => {
        incoming.resume();
        incoming.on('end', () => {
          resolve(incoming.statusCode ?? null);
        });
        incoming.on('error', () => {
          resolve(null);
        });
      },
    );
    outgoing.on('error', () => {
      resolve(null);
    });
    outgoing.end();
  });
}

async function recorded(): Promise<number> {
  const [row] = await app.database.query<{ n: string }>('SELECT sum(lifetime_clicks) n FROM link_counters');
  return Number(row?.n ?? 0);
}

const seen: Seen = { sent: 0, broken: 0, statuses: new Map() };

test('a quiet run: every answer is a redirect, every redirect is recorded, nothing grows', async () => {
  await traffic(seen);
  const early = { memory: residentMegabytes(app), handles: openHandles(app) };
  await traffic(seen);
  await traffic(seen);
  expect([seen.broken, [...seen.statuses.keys()]]).toEqual([0, [302]]);
  await eventually(async () => (await recorded()) === seen.sent);
  expect(residentMegabytes(app) - early.memory).toBeLessThan(150);
  expect(openHandles(app) - early.handles).toBeLessThan(20);
});

test('killed and started again: whoever was redirected is recorded, nobody twice', async () => {
  const running = traffic(seen, false);
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 500));
  await app.kill('SIGKILL');
  await running;
  app = await startApp({ dataDir: app.dataDir, database: app.database, port: app.port });
  await traffic(seen, false);
  const answered = seen.statuses.get(302) ?? 0;
  await eventually(async () => (await recorded()) >= answered);
  // What was on its way when the process died may have been recorded without the visitor having the answer.
  expect(await recorded()).toBeLessThanOrEqual(answered + VISITORS);
  expect([...seen.statuses.keys()]).toEqual([302]);
});

test('the database goes away and comes back: known links redirect, and their clicks arrive', async () => {
  const before = seen.statuses.get(302) ?? 0;
  const stored = await recorded();
  const name = new URL(app.database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  try {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    expect((await app.client().get('/api/health')).status).toBe(503);
    const list = await owner.get('/api/links');
    expect([list.status, list.headers.get('retry-after') !== null]).toEqual([503, true]);
    await traffic(seen, false);
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
  expect([...seen.statuses.keys()]).toEqual([302]);
  const answered = (seen.statuses.get(302) ?? 0) - before;
  await eventually(async () => (await recorded()) === stored + answered);
  await eventually(async () => (await app.client().get('/api/health')).status === 200);
});
