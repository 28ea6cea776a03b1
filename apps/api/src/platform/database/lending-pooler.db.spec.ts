import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireNotLent, requireOwnSession } from './lending-pooler.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A client of a pooler that lends connections of {@link pool} for one transaction at a time, the latest one first. */
function lentClient(): Pick<pg.ClientBase, 'query'> {
  let lent: pg.PoolClient | null = null;
  let isOpen = false;
  const query = async (text: string): Promise<pg.QueryResult> => {
    const client = (lent ??= await pool.connect());
    if (text === 'BEGIN') isOpen = true;
    const result = await client.query(text);
    if (text === 'ROLLBACK') isOpen = false;
    if (!isOpen) {
      client.release();
      lent = null;
    }
    return result;
  };
  return { query: query as pg.ClientBase['query'] };
}

test('a pooler that lends connections for one transaction at a time is rejected, and the error says what to change', async () => {
  await expect(requireNotLent(lentClient(), lentClient())).rejects.toMatchObject({
    name: 'LendingPoolerError',
    message: expect.stringContaining('pool_mode = session'),
  });
});

test('a connection of its own is accepted', async () => {
  const client = await pool.connect();
  await expect(requireOwnSession(client, database.url)).resolves.toBeUndefined();
  client.release();
});
