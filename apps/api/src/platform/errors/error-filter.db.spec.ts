import type { Logger } from '@nestjs/common';
import { ERRORS } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import pg from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { renderError, toApiError } from './error-filter.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** The error of a pool when a connection is requested; the pool is then closed. */
async function failureOf(pool: pg.Pool, ...inUse: pg.PoolClient[]): Promise<unknown> {
  try {
    return await pool.query('SELECT 1').catch((error: unknown) => error);
  } finally {
    for (const client of inUse) client.release();
    await pool.end();
  }
}

const answerTo = (thrown: unknown) => {
  const { code, status, message, details } = toApiError(thrown);
  return { code, status, message, retryAfter: details.retryAfter };
};

test('a pool whose connections are all in use is distinguished from an unavailable database', async () => {
  const unavailable = ERRORS.database_unavailable;
  const options = { max: 1, connectionTimeoutMillis: 1_000 };
  const full = new pg.Pool({ ...options, connectionString: database.url });
  const busy = answerTo(await failureOf(full, await full.connect()));
  expect(busy).toEqual({
    code: 'database_unavailable',
    status: unavailable.status,
    message: expect.stringContaining('all connections to it are in use'),
    retryAfter: 2,
  });
  const refused = new pg.Pool({ ...options, connectionString: 'postgres://nobody@127.0.0.1:1/none' });
  expect(answerTo(await failureOf(refused))).toEqual({ ...busy, message: unavailable.message });
});

test.each<[string, (tx: EntityManager) => Promise<unknown>]>([
  ['a statement', (tx) => tx.query('SELECT 1')],
  ['a query', (tx) => tx.createQueryBuilder().select('1').from('users', 'u').getRawMany()],
  ['the commit', () => Promise.resolve()],
])(
  'a connection that breaks in the middle of a transaction, before %s, is a database that is away',
  async (_, next) => {
    const source = await new DataSource({
      type: 'postgres',
      url: database.url,
      poolErrorHandler: () => undefined,
    }).initialize();
    const failure: unknown = await source
      .transaction(async (tx) => {
        const [{ pid }] = await tx.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
        await database.query('SELECT pg_terminate_backend($1)', [pid]);
        while (tx.queryRunner?.isReleased === false) await new Promise((resolve) => setImmediate(resolve));
        await next(tx);
      })
      .catch((error: unknown) => error);
    await source.destroy();
    expect(answerTo(failure)).toMatchObject({ code: 'database_unavailable', status: 503, retryAfter: 2 });
  },
);

test.each([
  ['takes no changes', "SET LOCAL transaction_read_only = on; INSERT INTO tags (name) VALUES ('a')"],
  ['gives statements little time', 'SET LOCAL statement_timeout = 1; SELECT pg_sleep(10)'],
])('a database that %s is unavailable, not a bug', async (_, sql) => {
  const failure: unknown = await database.transaction((tx) => tx.query(sql)).catch((error: unknown) => error);
  expect(answerTo(failure)).toMatchObject({ code: 'database_unavailable', status: 503, retryAfter: 2 });
});

test('work that stops because its client has left is no failure; without that it is one', () => {
  const error = vi.fn<Logger['error']>();
  const render = (thrown: unknown, response: Partial<Response>): void =>
    renderError(thrown, { context: {} } as Request, response as Response, { error } as unknown as Logger);
  const { reason } = AbortSignal.abort();
  render(reason, { destroyed: true });
  expect(error).not.toHaveBeenCalled();
  const rest = { headersSent: true, destroy: () => rest as Response };
  render(reason, { destroyed: false, ...rest });
  render(new Error('a bug'), { destroyed: true, ...rest });
  expect(error).toHaveBeenCalledTimes(2);
});

test('an account that is gone by the time it is written down is one that is not signed in, whatever refers to it', async () => {
  const references = await database.query<{ constraint: string }>(
    `SELECT conname AS constraint FROM pg_constraint WHERE confrelid = 'users'::regclass AND conparentid = 0`,
  );
  const others = references.filter(
    ({ constraint }) =>
      answerTo(Object.assign(new Error('x'), { code: '23503', constraint })).code !== 'unauthenticated',
  );
  expect(others).toEqual([{ constraint: 'links_responsible_user_id_fkey' }]);
  const another = Object.assign(new Error('x'), { code: '23503', constraint: 'links_campaign_id_fkey' });
  expect(answerTo(another).code).toBe('internal_error');
});
