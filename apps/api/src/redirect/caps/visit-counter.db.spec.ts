import { randomUUID } from 'node:crypto';
import { addLink, addWorkspace, createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../memory/link-resolver.js';
import { CounterUnavailable, VisitCounter } from './visit-counter.js';

let database: TestDatabase;
let counter: VisitCounter;
/** Names of the statements that were sent. */
let sent: string[];
/** Runs before a statement reaches the database; if it throws, the statement is not sent. */
let onQuery: (name: string, nth: number) => Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => (onQuery = () => Promise.resolve()));

function aCounter(waitingMaximum?: number): VisitCounter {
  sent = [];
  onQuery = () => Promise.resolve();
  const between: Database = {
    query: async (statement) => {
      sent.push(statement.name ?? '');
      await onQuery(statement.name ?? '', sent.length);
      return database.pool.query(statement);
    },
  };
  return new VisitCounter(between, waitingMaximum);
}

async function aLink(maximum: number | null, used = 0): Promise<string> {
  const linkId = await addLink(database, await addWorkspace(database), { maximum_visits: maximum });
  await database.query('UPDATE link_counters SET used_visits = $2 WHERE link_id = $1', [linkId, used]);
  return linkId;
}

async function used(linkId: string): Promise<number> {
  const [row] = await database.query<{ used: string }>(
    'SELECT used_visits used FROM link_counters WHERE link_id = $1',
    [linkId],
  );
  return Number(row?.used);
}

const times = <T>(count: number, act: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, act));
/** Waits long enough for a statement that does not wait for another one. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
const granted = (answers: boolean[]): number => answers.filter(Boolean).length;
const many = (count: number, value: boolean): boolean[] => Array<boolean>(count).fill(value);

describe('visits', () => {
  test.each([
    ['below the cap', 5, 0, 3, 3],
    ['up to the cap', 5, 0, 5, 5],
    ['beyond the cap', 5, 3, 4, 2],
    ['at the cap', 5, 5, 3, 0],
    ['over a cap that was lowered', 5, 9, 3, 0],
    ['with a cap of one', 1, 0, 2, 1],
  ])('%s: maximum %i, used %i, %i arrive, %i are let through', async (_, maximum, before, arrive, expected) => {
    counter = aCounter();
    const link = await aLink(maximum, before);
    const answers = await times(arrive, () => counter.consume(link));
    // In order of arrival.
    expect(answers).toEqual([...many(expected, true), ...many(arrive - expected, false)]);
    expect(await used(link)).toBe(before + expected);
  });

  test('a cap that was removed a moment ago lets everyone through', async () => {
    counter = aCounter();
    const link = await aLink(null, 7);
    expect(await times(3, () => counter.consume(link))).toEqual(many(3, true));
    expect(await used(link)).toBe(10);
  });

  test('a link that no longer exists grants no visit', async () => {
    counter = aCounter();
    expect(await counter.consume(randomUUID())).toBe(false);
  });

  test('visits that arrive together share a statement, even for different links', async () => {
    counter = aCounter();
    const [first, second] = [await aLink(2), await aLink(1)];
    const answers = await Promise.all([first, second, first, second, first].map((link) => counter.consume(link)));
    expect(answers).toEqual([true, true, true, false, false]);
    expect(sent).toEqual(['redirect-consume']);
    expect([await used(first), await used(second)]).toEqual([2, 1]);
  });

  test('visits that arrive while a statement is running share the next one, and all are answered', async () => {
    counter = aCounter();
    const link = await aLink(10);
    const late: Promise<boolean>[] = [];
    onQuery = async (_, nth) => {
      if (nth > 1) return;
      late.push(counter.consume(link), counter.consume(link));
      await someTurns();
      expect(sent).toHaveLength(1);
    };
    expect(await counter.consume(link)).toBe(true);
    expect(await Promise.all(late)).toEqual([true, true]);
    expect(sent).toEqual(many(2, true).map(() => 'redirect-consume'));
    expect(await counter.consume(link)).toBe(true);
    expect(await used(link)).toBe(4);
  });

  test('many processes never share the last visits', async () => {
    const link = await aLink(50);
    const counters = Array.from({ length: 4 }, () => new VisitCounter(database.pool));
    const answers = await Promise.all(counters.flatMap((one) => Array.from({ length: 40 }, () => one.consume(link))));
    expect(granted(answers)).toBe(50);
    expect(await used(link)).toBe(50);
  });

  test('a statement that waited for another sees the count that the other one committed', async () => {
    counter = aCounter();
    const link = await aLink(3);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('UPDATE link_counters SET used_visits = 2 WHERE link_id = $1', [link]);
      const answers = times(3, () => counter.consume(link));
      await untilSomebodyWaits(database);
      await other.query('COMMIT');
      expect(granted(await answers)).toBe(1);
      expect(await used(link)).toBe(3);
    } finally {
      await other.end();
    }
  });

  test('links are locked in a fixed order, whatever the order of the visits, so that statements never deadlock', async () => {
    const links = (await Promise.all(Array.from({ length: 30 }, () => aLink(1000)))).sort();
    const forth = new VisitCounter(database.pool);
    const back = new VisitCounter(database.pool);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([
        ...links.map((link) => forth.consume(link)),
        ...[...links].reverse().map((link) => back.consume(link)),
      ]);
    }
    const [row] = await database.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(Number(row?.deadlocks)).toBe(0);
  });
});

test('processes whose connections are cut never exceed a cap: a visit whose answer was lost counts as used', async () => {
  const links = await times(6, () => aLink(300));
  const pools = Array.from({ length: 4 }, () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    pool.on('error', () => undefined);
    return pool;
  });
  let isCutting = true;
  let cuts = 0;
  const cutting = (async () => {
    for (let turn = 0; isCutting; turn += 1) {
      const pids = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%held%'
        AND pid <> pg_backend_pid() ORDER BY pid OFFSET ${turn % pools.length} LIMIT 1`;
      cuts += (await database.query(`SELECT pg_terminate_backend(pid) FROM (${pids}) one`)).length;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const byProcess = await Promise.all(pools.map((pool) => visitInTurn(new VisitCounter(pool), links, 100)));
  isCutting = false;
  await cutting;
  await Promise.all(pools.map((pool) => pool.end()));
  expect(cuts).toBeGreaterThan(0);
  const taken = await Promise.all(links.map(used));
  links.forEach((_, at) => {
    expect(taken[at]).toBeLessThanOrEqual(300);
    expect(byProcess.reduce((sum, one) => sum + (one[at] ?? 0), 0)).toBeLessThanOrEqual(taken[at] ?? 0);
  });
  // The visits that remain under the cap can still all be used.
  const rest = await visitInTurn(new VisitCounter(database.pool), links, 301);
  expect(rest).toEqual(taken.map((before) => 300 - before));
});

/** Visits several links one after the other as one process; returns how many visits of each link were granted. */
async function visitInTurn(visits: VisitCounter, links: string[], count: number): Promise<number[]> {
  const passed = links.map(() => 0);
  for (let nth = 0; nth < count; nth += 1) {
    const answers = await Promise.all(links.map((link) => visits.consume(link).catch(() => false)));
    answers.forEach((isGranted, at) => (passed[at] = (passed[at] ?? 0) + (isGranted ? 1 : 0)));
  }
  return passed;
}

describe('whether all visits are used', () => {
  test.each([
    [5, 4, false],
    [5, 5, true],
    [5, 6, true],
    [null, 6, false],
  ])('maximum %j, used %i: %s', async (maximum, before, expected) => {
    counter = aCounter();
    const link = await aLink(maximum, before);
    expect(await counter.isAtCap(link)).toBe(expected);
    expect(await used(link)).toBe(before);
  });

  test('several questions at once, about several links, some of them while a statement is running', async () => {
    counter = aCounter();
    const [full, free] = [await aLink(1, 1), await aLink(1)];
    const late: Promise<boolean>[] = [];
    onQuery = async (_, nth) => {
      if (nth > 1) return;
      late.push(counter.isAtCap(free), counter.isAtCap(full));
      await someTurns();
      expect(sent).toHaveLength(1);
    };
    expect(await Promise.all([full, free, full].map((link) => counter.isAtCap(link)))).toEqual([true, false, true]);
    expect(await Promise.all(late)).toEqual([false, true]);
    expect(sent).toEqual(['redirect-at-cap', 'redirect-at-cap']);
    expect(await counter.isAtCap(full)).toBe(true);
  });
});

describe('a database that does not answer', () => {
  const broken = new Error('connection lost');

  test('fails every waiting visit, and the next visit queries it again', async () => {
    counter = aCounter();
    const link = await aLink(1);
    onQuery = () => Promise.reject(broken);
    for (const query of [() => counter.consume(link), () => counter.isAtCap(link)]) {
      const answers = await Promise.allSettled([query(), query()]);
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 'rejected',
          reason: { message: 'the database is unavailable', cause: broken },
        });
        expect((answer as PromiseRejectedResult).reason).toBeInstanceOf(CounterUnavailable);
      }
    }
    expect(sent).toHaveLength(2);
    onQuery = () => Promise.resolve();
    expect(await counter.isAtCap(link)).toBe(false);
    expect(await counter.consume(link)).toBe(true);
  });

  test('is waited for no longer than two seconds', async () => {
    const queries: unknown[] = [];
    const silent = new VisitCounter({
      query: (statement) => {
        queries.push([statement.name, (statement as { query_timeout?: number }).query_timeout]);
        return Promise.reject(broken);
      },
    });
    await Promise.allSettled([silent.consume('a'), silent.isAtCap('a')]);
    expect(queries).toEqual([
      ['redirect-consume', 2000],
      ['redirect-at-cap', 2000],
    ]);
  });

  test('a deadlock has changed nothing and is tried again, five times in all', async () => {
    counter = aCounter();
    const link = await aLink(9);
    const deadlock = Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });
    onQuery = (_, nth) => (nth < 5 ? Promise.reject(deadlock) : Promise.resolve());
    expect(await counter.consume(link)).toBe(true);
    expect(sent).toHaveLength(5);
    expect(await used(link)).toBe(1);
    sent.length = 0;
    onQuery = () => Promise.reject(deadlock);
    await expect(counter.consume(link)).rejects.toThrow(CounterUnavailable);
    expect(sent).toHaveLength(5);
  });

  test('beyond the limit of waiting visits new ones are rejected, until the waiting ones are answered', async () => {
    counter = aCounter(50);
    const link = await aLink(1_000);
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    onQuery = () => held;
    const waiting = times(50, () => counter.consume(link));
    await expect(counter.consume(link)).rejects.toThrow('too many visits wait');
    await expect(counter.isAtCap(link)).rejects.toThrow(CounterUnavailable);
    goOn();
    expect(granted(await waiting)).toBe(50);
    expect(granted(await times(50, () => counter.consume(link)))).toBe(50);
    expect(await used(link)).toBe(100);
  });

  test('the limit of waiting visits is 20,000', async () => {
    const waiting = new VisitCounter({ query: () => new Promise(() => undefined) });
    for (let visit = 0; visit < 20_000; visit += 1) void waiting.consume('a');
    await expect(waiting.consume('a')).rejects.toThrow('too many visits wait');
    const other = new VisitCounter({ query: () => new Promise(() => undefined) });
    for (let visit = 0; visit < 19_999; visit += 1) void other.consume('a');
    const last = other.consume('a').catch(() => 'turned away');
    expect(await Promise.race([last, someTurns()])).toBeUndefined();
  });

  test('after an outage, visits that failed no longer count towards the limit', async () => {
    counter = aCounter(50);
    onQuery = () => Promise.reject(broken);
    const link = await aLink(1_000);
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.allSettled(Array.from({ length: 50 }, () => counter.consume(link)));
      expect(answers.every((answer) => answer.status === 'rejected')).toBe(true);
    }
    onQuery = () => Promise.resolve();
    expect(await counter.consume(link)).toBe(true);
  });
});
