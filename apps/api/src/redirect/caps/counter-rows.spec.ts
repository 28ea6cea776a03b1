import pg from 'pg';
import { expect, test } from 'vitest';
import { CounterRows } from './counter-rows.js';

/*
 * Which way rows are found, against a database that only says where they lie. That nothing is lost and no cap exceeded
 * either way, counter-rows.db.spec.ts shows with a real one.
 */

const INDEX = 'redirect-consume';
const PLACE = 'redirect-consume-in-place';

interface Sent {
  readonly name: string;
  readonly query_timeout: number;
  readonly values: readonly [string[], number[], (string | null)[]?];
}

/** Counters that lie on a page of the table, all on the same. */
class Pages {
  readonly sent: Sent[] = [];
  page = 1;
  /** Whether each statement moves the rows to the next page. */
  isWandering = true;
  /** Links that a statement has no row of. */
  readonly missing = new Set<string>();
  /** What the next statements fail with. */
  readonly failures: Error[] = [];
  private item = 0;

  readonly rows = new CounterRows({
    query: ((statement: Sent) => {
      this.sent.push(statement);
      const failure = this.failures.shift();
      if (failure !== undefined) return Promise.reject(failure);
      if (this.isWandering) this.page += 1;
      this.item += 1;
      const [links, visits] = statement.values;
      const place = `(${this.page},${this.item})`;
      const rows = links.map((link_id, at) => ({ link_id, granted: String(visits[at]), place }));
      return Promise.resolve({ rows: rows.filter(({ link_id }) => !this.missing.has(link_id)) });
    }) as never,
  });

  /** Takes one visit of one link, so many times. */
  async take(times: number, link = 'a'): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.rows.take(new Map([[link, 1]]));
  }

  /** How many statements in a row found rows the same way, from a statement on. */
  runs(from = 0): [string, number][] {
    const runs: [string, number][] = [];
    for (const { name } of this.sent.slice(from)) {
      const last = runs.at(-1);
      if (last?.[0] === name) last[1] += 1;
      else runs.push([name, 1]);
    }
    return runs;
  }
}

test('rows that stay on their page are found by their index', async () => {
  const pages = new Pages();
  pages.isWandering = false;
  await pages.take(200);
  expect(pages.runs()).toEqual([[INDEX, 200]]);
});

test('rows that wander are taken where they were left, twice as often each time they still do', async () => {
  const pages = new Pages();
  await pages.take(2 + 32 + 1 + 64 + 1 + 128 + 1 + 256 + 1 + 512 + 1 + 1_024 + 1 + 1_024 + 1);
  const lengths = [32, 64, 128, 256, 512, 1_024, 1_024];
  expect(pages.runs()).toEqual([
    [INDEX, 2],
    ...lengths.flatMap((length) => [
      [PLACE, length],
      [INDEX, 1],
    ]),
  ]);
});

test.each([
  ['wander again after a page full of statements still do', 16, 64],
  ['have stayed for longer begin anew', 17, 32],
])('rows that %s', async (_, statements, length) => {
  const pages = new Pages();
  await pages.take(2 + 32);
  pages.isWandering = false;
  // The page that the last statement by index saw.
  await pages.take(1);
  expect(pages.runs()).toEqual([
    [INDEX, 2],
    [PLACE, 32],
    [INDEX, 1],
  ]);
  await pages.take(statements - 2);
  pages.isWandering = true;
  const before = pages.sent.length;
  await pages.take(1 + length + 1);
  expect(pages.runs(before)).toEqual([
    [INDEX, 1],
    [PLACE, length],
    [INDEX, 1],
  ]);
});

test('a row that somebody else holds is not judged; thirty-two statements go by the index, whatever wanders', async () => {
  const pages = new Pages();
  await pages.take(2 + 5);
  pages.missing.add('b');
  const before = pages.sent.length;
  expect(
    await pages.rows.take(
      new Map([
        ['a', 3],
        ['b', 2],
      ]),
    ),
  ).toEqual(new Map([['a', 3]]));
  // By its index it is found for sure: no row means no visit.
  expect(
    await pages.rows.take(
      new Map([
        ['a', 3],
        ['b', 2],
      ]),
    ),
  ).toEqual(
    new Map([
      ['a', 3],
      ['b', 0],
    ]),
  );
  await pages.take(31 + 1 + 32 + 1);
  expect(pages.runs(before)).toEqual([
    [PLACE, 1],
    [INDEX, 33],
    [PLACE, 32],
    [INDEX, 1],
  ]);
});

test('a statement says where each row was left, if anybody knows, and is given two seconds', async () => {
  const pages = new Pages();
  await pages.take(2);
  const place = `(${pages.page},2)`;
  await pages.rows.take(
    new Map([
      ['a', 3],
      ['b', 2],
    ]),
  );
  expect(pages.sent.at(-1)?.values).toEqual([
    ['a', 'b'],
    [3, 2],
    [place, null],
  ]);
  expect(pages.sent.map((sent) => sent.query_timeout)).toEqual([2_000, 2_000, 2_000]);
});

test('ten thousand places are kept, and none of those before the one in excess', async () => {
  const many = Array.from({ length: 9_999 }, (_, at) => `many ${at}`);
  const full = new Pages();
  await full.rows.take(new Map(many.map((link) => [link, 1])));
  await full.take(1, 'the last');
  await full.take(1, 'many 7');
  await full.take(1);
  expect(full.runs()).toEqual([
    [INDEX, 3],
    [PLACE, 1],
  ]);

  const over = new Pages();
  await over.rows.take(new Map([...many, 'the last'].map((link) => [link, 1])));
  await over.take(1, 'one more');
  await over.take(1, 'many 7');
  await over.take(1);
  expect(over.runs()).toEqual([[INDEX, 4]]);
});

/** An error of the database with this SQLSTATE. */
function anError(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
}

test('a deadlock is tried five times, anything else once', async () => {
  const pages = new Pages();
  pages.failures.push(...Array.from({ length: 4 }, () => anError('40P01')));
  await pages.take(1);
  expect(pages.sent).toHaveLength(5);
  pages.failures.push(...Array.from({ length: 5 }, () => anError('40P01')));
  await expect(pages.take(1)).rejects.toThrow('refused');
  expect(pages.sent).toHaveLength(10);
  pages.failures.push(anError('57014'));
  await expect(pages.take(1)).rejects.toThrow('refused');
  expect(pages.sent).toHaveLength(11);
});
