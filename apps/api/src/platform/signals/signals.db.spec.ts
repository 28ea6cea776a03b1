import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Clock } from '../time/index.js';
import { SignalEntity } from './signal.entity.js';
import { Signals } from './signals.service.js';

let database: TestDatabase;
const sources: DataSource[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  for (let n = 0; n < 2; n += 1) {
    sources.push(
      await new DataSource({ type: 'postgres', url: database.url, poolSize: 2, entities: [SignalEntity] }).initialize(),
    );
  }
});
afterAll(async () => {
  for (const source of sources) if (source.isInitialized) await source.destroy();
  await database.drop();
});
beforeEach(() => database.query('TRUNCATE signals'));

const processOf = (n: number) => new Signals(sources[n] as DataSource, new Clock());

/** Waits until all reports are stored. */
async function stored(count: number): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM signals');
    if (row?.n === count) return;
  }
}

const states = async (signals: Signals) => (await signals.read()).map(({ key, state, detail }) => [key, state, detail]);

test('a signal that no process has reported is ok, and every signal is listed', async () => {
  expect(await states(processOf(0))).toEqual([
    ['event_write', 'ok', null],
    ['link_cache', 'ok', null],
    ['mail', 'ok', null],
    ['backup', 'ok', null],
  ]);
});

test('shared rate limits are listed where something says how they are', async () => {
  const signals = processOf(0);
  let state: 'ok' | 'degraded' = 'degraded';
  signals.derive('rate_limits', () => Promise.resolve({ state, detail: null, updatedAt: null }));
  expect((await states(signals))[4]).toEqual(['rate_limits', 'degraded', null]);
  state = 'ok';
  expect((await states(signals))[4]).toEqual(['rate_limits', 'ok', null]);
});

test('the worst state that any live process reports is read', async () => {
  const [a, b] = [processOf(0), processOf(1)];
  a.report('event_write', 'ok');
  b.report('event_write', 'degraded', '12 events wait');
  await stored(2);
  for (const signals of [a, b])
    expect((await states(signals))[0]).toEqual(['event_write', 'degraded', '12 events wait']);
  a.report('event_write', 'failed', 'disk full');
  expect((await states(a))[0]).toEqual(['event_write', 'failed', 'disk full']);

  // The reports of a process end with it.
  await a.beforeApplicationShutdown();
  await stored(1);
  expect((await states(b))[0]).toEqual(['event_write', 'degraded', '12 events wait']);
  await database.query(`UPDATE signals SET seen_at = now() - interval '2 minutes'`);
  expect(await states(a)).toHaveLength(4);
  expect((await states(processOf(0)))[0]).toEqual(['event_write', 'ok', null]);
});

test('without a database a process still knows its own reports', async () => {
  const signals = processOf(1);
  signals.report('link_cache', 'degraded', 'the connection for changes is down');
  await sources[1]?.destroy();
  expect((await states(signals))[1]).toEqual(['link_cache', 'degraded', 'the connection for changes is down']);
  expect(() => signals.report('mail', 'failed')).not.toThrow();
});
