import { createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCappedLink } from './capped-link.fixtures.js';
import { CounterRows } from './counter-rows.js';
import type { Database } from '../memory/link-resolver.js';
import { VisitCounter } from './visit-counter.js';

const BY_INDEX = 'redirect-consume';
const IN_PLACE = 'redirect-consume-in-place';

let database: TestDatabase;
/** Somebody with a transaction of their own. */
let other: pg.Client;
/** Statements that went out, by name. */
let sent: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  sent = [];
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(() => other.end());
afterAll(() => database.drop());

const noting = (pool: pg.Pool): Database => ({
  query: (statement) => {
    sent.push(statement.name ?? '');
    return pool.query(statement);
  },
});

const aLink = (maximum: number): Promise<string> => makeCappedLink(database, maximum);

const someLinks = (count: number, maximum: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => aLink(maximum)));

async function used(...links: string[]): Promise<number[]> {
  const rows = await database.query<{ link_id: string; used: string }>(
    'SELECT link_id, used_visits used FROM link_counters WHERE link_id = ANY($1::uuid[])',
    [links],
  );
  return links.map((linkId) => Number(rows.find((row) => row.link_id === linkId)?.used));
}

const each = (links: string[], visits: number): Map<string, number> => new Map(links.map((link) => [link, visits]));
const values = (granted: Map<string, number>, links: string[]): (number | undefined)[] =>
  links.map((link) => granted.get(link));

async function holdSnapshot(): Promise<void> {
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await other.query('SELECT 1 FROM links LIMIT 1');
}

/** Takes visits beside a held snapshot until rows are taken where they were left; answers how many of each link. */
async function untilInPlace(rows: CounterRows, links: string[]): Promise<number> {
  await holdSnapshot();
  let statements = 0;
  while (sent.at(-1) !== IN_PLACE) {
    if ((statements += 1) > 300) throw new Error('rows are still found by their index');
    expect(values(await rows.take(each(links, 1)), links)).toEqual(links.map(() => 1));
  }
  return statements;
}

describe('beside a snapshot that is held', () => {
  test('rows are taken where they were left, and by their index again when it is let go', async () => {
    const rows = new CounterRows(noting(database.pool));
    const links = await someLinks(10, 1_000_000);
    let taken = await untilInPlace(rows, links);
    sent = [];
    for (; taken < 600; taken += 1) await rows.take(each(links, 1));
    // Their index is asked now and then, whether it has become cheaper.
    expect(sent.filter((name) => name === BY_INDEX).length).toBeGreaterThan(0);
    expect(sent.filter((name) => name === BY_INDEX).length).toBeLessThan(sent.length / 4);
    await other.query('COMMIT');
    for (; sent.slice(-50).includes(IN_PLACE); taken += 1) {
      // As long as others of the cluster write, in whatever database, old versions are kept a while longer.
      if (taken > 100_000) throw new Error('rows are still taken where they were left');
      await rows.take(each(links, 1));
    }
    expect(await used(...links)).toEqual(links.map(() => taken));
  });

  test('a cap is exact, and rows at their cap are known, too', async () => {
    const rows = new CounterRows(noting(database.pool));
    const links = await someLinks(8, 400);
    const taken = await untilInPlace(rows, links);
    expect(values(await rows.take(each(links, 399 - taken)), links)).toEqual(links.map(() => 399 - taken));
    expect(values(await rows.take(each(links, 3)), links)).toEqual(links.map(() => 1));
    expect(values(await rows.take(each(links, 3)), links)).toEqual(links.map(() => 0));
    expect(values(await rows.take(each(links, 1)), links)).toEqual(links.map(() => 0));
    expect(new Set(sent.slice(-4))).toEqual(new Set([IN_PLACE]));
    expect(await used(...links)).toEqual(links.map(() => 400));
  });

  test('a link whose row was never seen, or has been moved by others, is found all the same', async () => {
    const rows = new CounterRows(noting(database.pool));
    const links = await someLinks(8, 1_000);
    const taken = await untilInPlace(rows, links);
    const [moved = ''] = links;
    await database.query('UPDATE link_counters SET used_visits = used_visits + 5 WHERE link_id = $1', [moved]);
    const fresh = await aLink(2);
    expect(values(await rows.take(each([fresh, ...links], 3)), [fresh, ...links])).toEqual([2, ...links.map(() => 3)]);
    expect(sent.at(-1)).toBe(IN_PLACE);
    expect(await used(fresh, moved)).toEqual([2, taken + 5 + 3]);
  });

  test('nothing is taken from a row that somebody else holds; the next statement waits for it', async () => {
    const rows = new CounterRows(noting(database.pool));
    const links = await someLinks(8, 1_000);
    const taken = await untilInPlace(rows, links);
    const [shared = '', ...alone] = links;
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('UPDATE link_counters SET used_visits = 999 WHERE link_id = $1', [shared]);
      const waiting = rows.take(each(links, 2));
      await untilSomebodyWaits(database);
      await holder.query('COMMIT');
      const granted = await waiting;
      expect(values(granted, alone)).toEqual(alone.map(() => 2));
      // Not judged: neither let through nor turned away.
      expect(granted.has(shared)).toBe(false);
      expect(await used(shared)).toEqual([999]);
      expect(sent.at(-1)).toBe(IN_PLACE);
      expect((await rows.take(each([shared], 2))).get(shared)).toBe(1);
      expect(sent.at(-1)).toBe(BY_INDEX);
      expect(await used(shared, ...alone)).toEqual([1_000, ...alone.map(() => taken + 2)]);
    } finally {
      await holder.end();
    }
  });
});

test.each([
  ['of another link', (places: unknown[]) => [...places].reverse()],
  ['that is no more', (places: unknown[]) => places.map(() => '(4000000,1)')],
])('a place %s counts for nothing', async (_, wrong) => {
  let isWrong = false;
  const rows = new CounterRows({
    query: (statement) => {
      sent.push(statement.name ?? '');
      const [links, visits, places] = statement.values ?? [];
      const values = isWrong ? [links, visits, wrong(places as unknown[])] : statement.values;
      return database.pool.query({ ...statement, values });
    },
  });
  const links = await someLinks(8, 1_000);
  const taken = await untilInPlace(rows, links);
  isWrong = true;
  const wanted = new Map(links.map((link, at) => [link, at + 1]));
  expect(await rows.take(wanted)).toEqual(wanted);
  expect(sent.at(-1)).toBe(IN_PLACE);
  expect(await used(...links)).toEqual(links.map((_, at) => taken + at + 1));
});

describe('several processes at the same links', () => {
  const PROCESSES = 4;
  let pools: pg.Pool[];

  beforeEach(() => {
    pools = Array.from({ length: PROCESSES }, () => {
      const pool = new pg.Pool({ connectionString: database.url, max: 1 });
      pool.on('error', () => undefined);
      return pool;
    });
  });
  afterEach(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
  });

  /** Visits of one process, one after the other; answers how many were let through. */
  async function visit(counter: VisitCounter, links: string[], visits: number): Promise<number[]> {
    const granted = links.map(() => 0);
    for (let nth = 0; nth < visits; nth += 1) {
      const answers = await Promise.all(links.map((link) => counter.consume(link).catch(() => false)));
      answers.forEach((isGranted, at) => (granted[at] = (granted[at] ?? 0) + (isGranted ? 1 : 0)));
    }
    return granted;
  }

  test('share them to the last visit beside a held snapshot, whoever takes them which way', async () => {
    const links = await someLinks(6, 500);
    await holdSnapshot();
    const counters = pools.map((pool) => new VisitCounter(noting(pool)));
    const byProcess = await Promise.all(counters.map((counter) => visit(counter, links, 200)));
    await other.query('COMMIT');
    expect(links.map((_, at) => byProcess.reduce((sum, granted) => sum + (granted[at] ?? 0), 0))).toEqual(
      links.map(() => 500),
    );
    expect(await used(...links)).toEqual(links.map(() => 500));
    expect(new Set(sent)).toEqual(new Set([BY_INDEX, IN_PLACE]));
  });

  test('never exceed a cap while their connections are cut: what nobody was told of counts as used', async () => {
    const links = await someLinks(6, 300);
    await holdSnapshot();
    let isCutting = true;
    let cuts = 0;
    const cutting = (async () => {
      for (let turn = 0; isCutting; turn += 1) {
        const pids = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%held%'
          AND pid <> pg_backend_pid() ORDER BY pid OFFSET ${turn % PROCESSES} LIMIT 1`;
        cuts += (await database.query(`SELECT pg_terminate_backend(pid) FROM (${pids}) one`)).length;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    const counters = pools.map((pool) => new VisitCounter(pool));
    const byProcess = await Promise.all(counters.map((counter) => visit(counter, links, 100)));
    isCutting = false;
    await cutting;
    expect(cuts).toBeGreaterThan(0);
    await other.query('COMMIT');
    const taken = await used(...links);
    links.forEach((_, at) => {
      const granted = byProcess.reduce((sum, one) => sum + (one[at] ?? 0), 0);
      expect(taken[at]).toBeLessThanOrEqual(300);
      expect(granted).toBeLessThanOrEqual(taken[at] ?? 0);
    });
    // And a cap that is left is still given out to the last.
    const rest = await visit(new VisitCounter(database.pool), links, 301);
    expect(rest).toEqual(taken.map((before) => 300 - before));
    expect(await used(...links)).toEqual(links.map(() => 300));
  });
});
