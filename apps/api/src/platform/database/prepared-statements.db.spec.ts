import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepared, PreparingClient } from './prepared-statements.js';
import { rows } from './sql.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    poolSize: 1,
    extra: { Client: PreparingClient },
  }).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await database.drop();
});

const MARKED = prepared('twice', 'SELECT $1::int * 2 AS twice');
const UNMARKED = 'SELECT $1::int * 3 AS thrice';

const preparedHere = (): Promise<{ name: string; times: number }[]> =>
  rows(
    source.manager,
    'SELECT name, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements ORDER BY name',
  );

test('a connection prepares marked statements once, and no others', async () => {
  expect(await rows(source.manager, MARKED, [4])).toEqual([{ twice: 8 }]);
  expect(await rows(source.manager, UNMARKED, [4])).toEqual([{ thrice: 12 }]);
  await source.transaction(async (tx) => {
    expect(await rows(tx, MARKED, [5])).toEqual([{ twice: 10 }]);
  });
  expect(await preparedHere()).toEqual([{ name: 'twice', times: 2 }]);
});

test('a statement that failed once can be executed again', async () => {
  await expect(rows(source.manager, MARKED, ['no number'])).rejects.toThrow(/invalid input syntax/);
  expect(await rows(source.manager, MARKED, [6])).toEqual([{ twice: 12 }]);
});

test('a name can only be used for one statement', () => {
  expect(() => prepared('twice', 'SELECT $1::int * 4')).toThrow(/twice/);
});
