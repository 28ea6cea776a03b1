import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, httpSend, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answeredWith, nothingSeen, Visitors } from '../load/visitors.js';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0' };

const METRICS_TOKEN = 'a-token-for-the-metrics';

const folder = mkdtempSync(join(tmpdir(), 'signpost-workers-'));
/** While this file is there, no worker comes further than its first line. */
const obstacle = join(folder, 'obstacle');
const preload = join(folder, 'preload.cjs');

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  // Only a worker has an IPC channel.
  const condition = `process.send && require('node:fs').existsSync(${JSON.stringify(obstacle)})`;
  writeFileSync(preload, `if (${condition}) process.exit(1);`);
  const limits = { RATE_LIMIT_SLUG_CHECK: '5/600' };
  app = await startApp({
    env: { WEB_CONCURRENCY: '2', METRICS_TOKEN, LOG_LEVEL: 'info', NODE_OPTIONS: `--require="${preload}"`, ...limits },
  });
  owner = await setUpOwner(app);
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Process ids of the workers that live now. */
function workers(): number[] {
  const pid = app.child.pid ?? 0;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
}

async function visits(slug: string, count: number): Promise<number[]> {
  const visitors = Array.from({ length: count }, () => app.client().get(`/${slug}`, { headers: BROWSER }));
  return (await Promise.all(visitors)).map(({ status }) => status);
}

async function makeLink(input: object): Promise<{ id: string; slug: string }> {
  const { status, body } = await owner.post('/api/links', { destinationUrl: 'https://example.com/', ...input });
  expect(status).toBe(201);
  return body;
}

/** The counts of workers in the metrics. */
async function workerCounts(): Promise<Record<string, number>> {
  const url = new URL('/metrics', app.url);
  const { text } = await httpSend('GET', url, { authorization: `Bearer ${METRICS_TOKEN}` }, undefined);
  const samples = text.matchAll(/^signpost_worker(?:s\{state="(\w+)"\}|_(replacements)_total) (\d+)$/gm);
  return Object.fromEntries([...samples].map(([, state, total, value]) => [state ?? total, Number(value)]));
}

describe.skipIf(process.platform !== 'linux')('two workers on one port (process ids are read from /proc)', () => {
  beforeEach(async () => {
    // Whoever kills one needs the other to be there.
    await eventually(async () => (await workerCounts().catch(() => null))?.['serving'] === 2);
  });

  test('visits that come while the cap is set are under it or before it, and none is lost', async () => {
    const { id, slug } = await makeLink({});
    const [early, , during] = await Promise.all([
      visits(slug, 30),
      owner.patch(`/api/links/${id}`, { maximumVisits: 1000 }),
      visits(slug, 30),
    ]);
    expect([...early, ...during]).toEqual(Array(60).fill(302));
    await eventually(async () => (await owner.get(`/api/links/${id}`)).body.lifetimeClicks === 60);
    expect((await owner.get(`/api/links/${id}`)).body.usedVisits).toBe(60);
  });

  test('share a cap to the last visit', async () => {
    const link = await makeLink({ maximumVisits: 25 });
    const statuses = await visits(link.slug, 60);
    expect(statuses.filter((status) => status === 302)).toHaveLength(25);
    expect(statuses.filter((status) => status === 404)).toHaveLength(35);
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({ usedVisits: 25, status: 'limit_reached' });
  });

  test('both hear of a change that one of them made', async () => {
    const link = await makeLink({});
    await visits(link.slug, 10);
    await owner.patch(`/api/links/${link.id}`, { destinationUrl: 'https://example.com/moved' });
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => app.client().get(`/${link.slug}`)));
      return answers.every(({ headers }) => headers.get('location') === 'https://example.com/moved');
    });
  });

  test('count a limit together, and go on when one of them is replaced', async () => {
    /** Each on a connection of its own: they are given to the workers in turn. */
    const statuses = async (times: number): Promise<number[]> => {
      const path = '/api/workspaces/slug-available?slug=some';
      const answers = await Promise.all(Array.from({ length: times }, () => owner.get(path)));
      return answers.map(({ status }) => status).sort();
    };
    expect(await statuses(12)).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(429)]);
    const [victim] = workers();
    process.kill(victim ?? 0, 'SIGKILL');
    await eventually(async () => (await workerCounts().catch(() => null))?.['serving'] === 2);
    await eventually(() => workers().filter((pid) => pid !== victim).length === 2);
    expect(await statuses(4)).toEqual([429, 429, 429, 429]);
  });

  test('one that is killed is replaced, and the clicks that it had answered are counted once', async () => {
    const link = await makeLink({});
    const [victim, other] = workers();
    expect([victim, other]).not.toContain(undefined);
    const answered = (await visits(link.slug, 200)).filter((status) => status === 302).length;
    process.kill(victim ?? 0, 'SIGKILL');
    await eventually(() => workers().filter((pid) => pid !== victim).length === 2);
    expect(answered).toBe(200);
    const after = await eventually(async () => {
      const statuses = await visits(link.slug, 20).catch(() => []);
      return statuses.length === 20 && statuses.every((status) => status === 302) ? 20 : null;
    });
    await eventually(async () => (await owner.get(`/api/links/${link.id}`)).body.lifetimeClicks >= answered + after);
    // Time for a second count, if there were one: the successor has long adopted the journal by now.
    const { body } = await owner.get(`/api/links/${link.id}`);
    expect(body.lifetimeClicks).toBe(body.usedVisits);
    expect(body.lifetimeClicks % 20).toBe(0);
  });

  test('one that is killed while it lets visitors through: the cap is given out to the last visit and no further', async () => {
    const [maximumVisits, connections] = [600, 16];
    const link = await makeLink({ maximumVisits });
    const [victim] = workers();
    const seen = nothingSeen();
    const paths = [`/${link.slug}`];
    const visitors = new Visitors({ port: app.port, paths, perSecond: 500, connections }, seen);
    try {
      await eventually(() => answeredWith(seen, 302) > 100);
      process.kill(victim ?? 0, 'SIGKILL');
      expect(answeredWith(seen, 404)).toBe(0);
      await eventually(() => answeredWith(seen, 404) > 100);
    } finally {
      await visitors.stop();
    }
    expect([...seen.statuses.keys()].sort()).toEqual([302, 404]);
    expect((await owner.get(`/api/links/${link.id}`)).body).toMatchObject({ usedVisits: maximumVisits });
    // A visit that the dead worker consumed without having answered stays consumed.
    expect(answeredWith(seen, 302)).toBeLessThanOrEqual(maximumVisits);
    expect(answeredWith(seen, 302)).toBeGreaterThanOrEqual(maximumVisits - connections);
    await eventually(() => workers().filter((pid) => pid !== victim).length === 2);
  });

  test('one that dies leaves nobody waiting whom it was about to be given', async () => {
    const link = await makeLink({});
    const [victim] = workers();
    let [visited, isOpen, gone] = [0, true, 0];
    /** Each time on a connection of its own, so that there is always one on its way to a worker. */
    const visitAgain = async (): Promise<void> => {
      while (isOpen) {
        await httpSend('GET', new URL(`/${link.slug}`, app.url), BROWSER, undefined).catch(() => undefined);
        visited += 1;
      }
      gone += 1;
    };
    for (let visitor = 0; visitor < 16; visitor += 1) void visitAgain();
    await eventually(() => visited > 300);
    process.kill(victim ?? 0, 'SIGKILL');
    await eventually(() => workers().filter((pid) => pid !== victim).length === 2);
    isOpen = false;
    await eventually(() => gone === 16);
  });

  test('one that cannot start is tried again until it can, and the other serves meanwhile', async () => {
    const link = await makeLink({});
    writeFileSync(obstacle, '');
    const [victim, other] = workers();
    process.kill(victim ?? 0, 'SIGKILL');
    // As often as ends a start that has never served.
    await eventually(() => /ended \(1\), 5 times in a row\. 1 of 2 serve/.test(app.output()), 60_000);
    expect(await workerCounts()).toMatchObject({ serving: 1, missing: 1 });
    expect(await visits(link.slug, 20)).toEqual(Array.from({ length: 20 }, () => 302));
    rmSync(obstacle);
    await eventually(() => /Worker \d serves again/.test(app.output()), 60_000);
    expect(workers()).toHaveLength(2);
    expect(workers()).toContain(other);
    const { replacements, ...counts } = await workerCounts();
    expect(counts).toEqual({ serving: 2, missing: 0 });
    expect(replacements).toBeGreaterThanOrEqual(6);
    expect((await owner.get('/api/auth/session')).status).toBe(200);
  });

  test('all end with their primary', async () => {
    const pids = workers();
    expect(await app.kill('SIGTERM')).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    // The primary's lines have the same form as those of the workers.
    expect(app.output()).toContain('"context":"Workers"');
    expect(app.output()).not.toContain('[Nest]');
  });
});
