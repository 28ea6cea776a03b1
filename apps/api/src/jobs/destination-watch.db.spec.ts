import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addLink, createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DestinationWatch } from '../destinations/index.js';
import { aWorkspace, HOUR, startProcess, type TestProcess } from './jobs.fixtures.js';
import { SetClock } from '../platform/time/set-clock.fixtures.js';

// Hosts are left alone as they asked and as decisions 4 promise, however many addresses of theirs are due.

const NOW = Date.now();

let database: TestDatabase;
let process: TestProcess;
let clock: SetClock;
let workspaceId: string;
let server: Server;
let base: string;
/** Paths of requests but those of robots.txt. */
const asked: string[] = [];

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    if (url !== '/robots.txt') asked.push(url);
    if (url.startsWith('/rest')) response.writeHead(503, { 'retry-after': '3600' });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  database = await createTestDatabase();
  clock = new SetClock(NOW);
  process = await startProcess(database.url, clock, { DESTINATION_WATCH: 'on', ALLOW_PRIVATE_DESTINATIONS: 'true' });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await process.close();
  await database.drop();
});
beforeEach(async () => {
  clock.at = NOW;
  await database.query('TRUNCATE workspaces, watched_destinations, watched_hosts CASCADE');
  ({ id: workspaceId } = await aWorkspace(database));
});

const link = (path: string) => addLink(database, workspaceId, { destination_url: base + path });

/** Another host, which takes its time to answer. @returns its origin. */
async function aSlowHost(): Promise<string> {
  const slow = createServer((_, response) => {
    setTimeout(() => response.end(), 50);
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  slow.unref();
  return `http://127.0.0.1:${String((slow.address() as AddressInfo).port)}`;
}

/** Runs the job `ms` later, when everything is due, as if somebody had asked for it. @returns the paths that were asked for. */
async function runAfter(ms: number): Promise<string[]> {
  clock.at += ms;
  await database.query('UPDATE watched_destinations SET due_at = least(due_at, $1)', [new Date(clock.at)]);
  asked.length = 0;
  await process.app.get(DestinationWatch, { strict: false }).run();
  return [...asked];
}

test('of the addresses of a host one is looked at in ten seconds, although two looks go on at once', async () => {
  for (let n = 0; n < 20; n += 1) await link(`/${String(n)}`);
  await runAfter(0);
  expect([await runAfter(9_999), (await runAfter(1)).length, await runAfter(9_999)]).toEqual([[], 1, []]);
});

test('a host that asked by Retry-After to be left alone still is, at each of its addresses and when somebody asks', async () => {
  const id = await link('/rest');
  expect(await runAfter(0)).toEqual(['/rest', '/rest']);
  await link('/other');
  expect(await runAfter(HOUR - 1)).toEqual([]);
  // Nor is it asked because the link leads to another of its addresses now.
  await database.query('UPDATE links SET destination_url = $2, updated_at = now() WHERE id = $1', [
    id,
    `${base}/rest/later`,
  ]);
  expect(await runAfter(0)).toEqual([]);
  expect(await runAfter(1)).toHaveLength(1);
});

test('a clock that was ahead by a year keeps back no look once it is right', async () => {
  await link('/early');
  expect(await runAfter(365 * 24 * HOUR)).toEqual(['/early']);
  await link('/late');
  asked.length = 0;
  const watch = process.app.get(DestinationWatch, { strict: false });
  // Two addresses of one host, with its pause of ten seconds between them.
  for (const later of [0, 10_000]) {
    clock.at = NOW + HOUR + later;
    await watch.run();
  }
  expect([...asked].sort()).toEqual(['/early', '/late']);
});

test('a link that is stored while a run collects the destinations is left to the next run', async () => {
  await link('/earlier');
  const other = await database.pool.connect();
  await other.query('BEGIN');
  await other.query(`
    INSERT INTO watched_destinations (hash, url, host, due_at)
    SELECT sha256(convert_to(destination_url, 'UTF8')), destination_url, '', now() FROM links`);
  const run = runAfter(0);
  await untilSomebodyWaits(database);
  await link('/later');
  await other.query('ROLLBACK');
  other.release();
  expect(await run).toEqual(['/earlier']);
  await runAfter(0);
  const watched = await database.query('SELECT url FROM link_destinations JOIN watched_destinations USING (hash)');
  expect(watched.map(({ url }) => url)).toEqual(expect.arrayContaining([`${base}/earlier`, `${base}/later`]));
});

test('a look whose result cannot be stored ends the run, and spoils no look beside it', async () => {
  const hosts = await Promise.all([aSlowHost(), aSlowHost(), aSlowHost()]);
  await link('/refused');
  for (const host of hosts) await addLink(database, workspaceId, { destination_url: `${host}/` });
  await runAfter(0);
  await database.query(`
    TRUNCATE watched_hosts;
    UPDATE watched_destinations SET checked_at = NULL;
    UPDATE watched_destinations SET due_at = 'epoch' WHERE url LIKE '%/refused';
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE OF checked_at ON watched_destinations FOR EACH ROW
      WHEN (NEW.url LIKE '%/refused') EXECUTE FUNCTION refuse()`);
  await expect(runAfter(0)).rejects.toThrow('refused');
  await database.query('DROP FUNCTION refuse CASCADE');
  const states = await database.query('SELECT state FROM watched_destinations WHERE checked_at IS NOT NULL');
  expect(states).toEqual([{ state: 'ok' }, { state: 'ok' }, { state: 'ok' }]);
});
