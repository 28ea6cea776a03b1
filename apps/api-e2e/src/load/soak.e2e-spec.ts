import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { BusyMember, nothingDone, type EditedLink } from './members.js';
import { journalMegabytes, openHandles, residentMegabytes, uncaught } from './process-facts.js';
import { answeredWith, nothingSeen, Visitors } from './visitors.js';

/** Seconds of each of the six parts; `SOAK_SECONDS=300` makes a run of half an hour. */
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 2);
/** Redirects a second that visitors ask for. */
const RATE = Number(process.env['SOAK_RATE'] ?? 2000);
const VISITORS = Number(process.env['SOAK_VISITORS'] ?? 64);
const LINKS = 20;
/** Samples of a part, spread over it. */
const SAMPLES = 5;
// A bounded heap: what leaks ends the process in a long run, and in a short one the heap's own swing stays small.
const env = { NODE_OPTIONS: '--max-old-space-size=192 --max-semi-space-size=8' };

let first: AppProcess;
/** The process that runs now, on the folder and the database of the first. */
let app: AppProcess;
let owner: ApiClient;
let links: EditedLink[];

const seen = nothingSeen();
const work = nothingDone();

beforeAll(async () => {
  first = await startApp({ env });
  app = first;
  owner = await setUpOwner(app);
  links = [];
  for (let number = 0; number < LINKS; number += 1) {
    const made = await owner.post('/api/links', { destinationUrl: 'https://example.com/' });
    expect(made.status, made.text).toBe(201);
    links.push(made.body as EditedLink);
  }
});
afterAll(async () => {
  if (app !== first) await app?.stop();
  await first?.stop();
});

/** What the process holds at one moment. */
interface Sample {
  readonly memory: number;
  readonly handles: number;
  readonly journal: number;
}

/** One part: visitors and a member for a while, with an incident in its middle. @returns samples over the part. */
async function part(name: string, incident?: (member: BusyMember) => Promise<void>): Promise<Sample[]> {
  const before = { ...seen, answered: answeredWith(seen, 302) };
  const startedAt = performance.now();
  const paths = links.map(({ slug }) => `/${slug}`);
  const visitors = new Visitors({ port: app.port, paths, perSecond: RATE, connections: VISITORS }, seen);
  const member = new BusyMember(owner, links, work);
  const samples: Sample[] = [];
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    if (sample === Math.ceil(SAMPLES / 2)) await incident?.(member);
    const due = startedAt + (sample * SECONDS * 1000) / SAMPLES;
    await pause(Math.max(0, due - performance.now()));
    samples.push({ memory: residentMegabytes(app), handles: openHandles(app), journal: journalMegabytes(app) });
  }
  await Promise.all([visitors.stop(), member.stop()]);
  const rate = (answeredWith(seen, 302) - before.answered) / ((performance.now() - startedAt) / 1000);
  const broken = seen.broken - before.broken;
  process.stdout.write(
    `soak, ${name}: ${rate.toFixed(0)} redirects/s, ${broken} broken, so far ${[...seen.statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}, slowest ${seen.slowestMs.toFixed(0)} ms; ` +
      `${work.edits} edits, ${work.imported} links imported, ${work.reports} reports so far; MB of memory, handles, ` +
      `MB of journal: ${samples.map((s) => `${s.memory.toFixed(0)}, ${s.handles}, ${s.journal.toFixed(0)}`).join('; ')}\n`,
  );
  return samples;
}

async function recorded(): Promise<number> {
  const [row] = await app.database.query<{ n: string }>('SELECT sum(lifetime_clicks) n FROM link_counters');
  return Number(row?.n ?? 0);
}

/**
 * Every redirected visitor is recorded. A connection may have broken after its click was recorded and before the answer
 * arrived: only such clicks may be recorded in addition.
 */
async function expectNothingLost(): Promise<void> {
  const answered = answeredWith(seen, 302);
  await eventually(async () => (await recorded()) >= answered);
  await pause(1000);
  const stored = await recorded();
  expect(stored).toBeGreaterThanOrEqual(answered);
  expect(stored).toBeLessThanOrEqual(answered + seen.broken);
  const [raw] = await app.database.query<{ n: string }>('SELECT count(*) n FROM click_events');
  expect(Number(raw?.n)).toBe(stored);
}

const patience = { timeout: 120_000 + SECONDS * 4000 };

test('quiet parts: every answer is a redirect, every redirect is recorded, nothing grows', patience, async () => {
  const [early] = (await part('first')).slice(-1);
  await part('second');
  const [late] = (await part('third')).slice(-1);
  expect([seen.broken, [...seen.statuses.keys()]]).toEqual([0, [302]]);
  expect(work.failures).toEqual([]);
  expect(work.imported).toBeGreaterThan(0);
  await expectNothingLost();
  expect((late?.memory ?? 0) - (early?.memory ?? 0)).toBeLessThan(150);
  expect((late?.handles ?? 0) - (early?.handles ?? 0)).toBeLessThan(20);
  // Segments of 64 MB; one that is stored is let go when the next is begun.
  expect(late?.journal).toBeLessThan(200);
});

test('stopped and started again: who was redirected is recorded, nobody twice', patience, async () => {
  await part('restart', async () => {
    expect(await app.kill('SIGTERM')).toBe(0);
    app = await startApp({ dataDir: app.dataDir, database: app.database, port: app.port, env });
  });
  expect([...seen.statuses.keys()]).toEqual([302]);
  await expectNothingLost();
});

test('killed and started again: who was redirected is recorded, nobody twice', patience, async () => {
  await part('kill -9', async () => {
    await app.kill('SIGKILL');
    app = await startApp({ dataDir: app.dataDir, database: app.database, port: app.port, env });
  });
  expect([...seen.statuses.keys()]).toEqual([302]);
  await expectNothingLost();
});

test('the database goes away and comes back: known links redirect, and their clicks arrive', patience, async () => {
  const name = new URL(app.database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('server').adminUrl });
  await admin.connect();
  const broken = seen.broken;
  try {
    await part('database away', async (member) => {
      // A link that is edited in the moment in which the database goes away is not known any more.
      await member.stop();
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      expect((await app.client().get('/api/health')).status).toBe(503);
      const list = await owner.get('/api/links');
      expect([list.status, list.headers.get('retry-after') !== null]).toEqual([503, true]);
      await pause(SECONDS * 250);
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    });
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
  expect([seen.broken, [...seen.statuses.keys()]]).toEqual([broken, [302]]);
  await eventually(async () => (await app.client().get('/api/health')).status === 200);
  await expectNothingLost();
  expect(uncaught(app)).toEqual([]);
});
