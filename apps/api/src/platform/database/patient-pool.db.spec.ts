import { Logger } from '@nestjs/common';
import { createTestDatabase, eventually, type TestDatabase } from '@signpost/testing';
import type { Config } from '../config/index.js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseClient } from './database-client.js';
import { databaseProxy } from './database-proxy.fixtures.js';
import { HotPool } from './hot-pool.js';
import { PatientPool } from './patient-pool.js';
import { HOT_QUERY_TIMEOUT_MS } from './timed-query.js';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof databaseProxy>>;
/** Opens the proxy; bytes sent before are held until then. */
let open: () => void;
let passed: Promise<void>;
let pool: PatientPool;

function closeTheWay(): void {
  passed = new Promise((resolve) => {
    open = resolve;
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await databaseProxy(database.url, (chunk, _client, server) => {
    void passed.then(() => server.write(chunk));
  });
});
afterAll(async () => {
  proxy?.close();
  await database.drop();
});
beforeEach(() => {
  closeTheWay();
  pool = new PatientPool({ connectionString: proxy.url, Client: DatabaseClient, max: 2, waitMillis: 50 });
  return async () => {
    open();
    await pool.end();
  };
});

test('a waiting caller fails soon, and the connection that took longer serves the next caller', async () => {
  open();
  const busy = await pool.connect();
  closeTheWay();
  await expect(pool.query('SELECT 1')).rejects.toThrow('timeout exceeded when trying to connect');
  expect(pool.totalCount).toBe(2);
  open();
  await eventually(() => pool.idleCount === 1);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(pool.totalCount).toBe(2);
  busy.release();
});

test('the first caller waits for the first connection as long as it takes to open', async () => {
  const answer = pool.query('SELECT 1 AS one');
  const first = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))]);
  expect(first).toBe('waits');
  open();
  expect((await answer).rows).toEqual([{ one: 1 }]);
});

test('callers that wait while all connections are in use fail soon, too, and get no connection afterwards', async () => {
  open();
  const [one, two] = await Promise.all([pool.connect(), pool.connect()]);
  await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
  one.release();
  two.release();
  await eventually(() => pool.idleCount === 2);
  expect(pool.waitingCount).toBe(0);
});

test('the redirect’s connections may take longer to open than a visitor waits', async () => {
  const hot = new HotPool({ databaseUrl: proxy.url } as Config);
  const started = hot.onModuleInit();
  await new Promise((resolve) => setTimeout(resolve, HOT_QUERY_TIMEOUT_MS + 100));
  open();
  await started;
  expect(hot.idleCount).toBe(3);
  await hot.onApplicationShutdown();
});

test('the log says once that the database is unavailable, and once that it is available again', async () => {
  const errors = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
  const news = vi.spyOn(Logger.prototype, 'log').mockReturnValue();
  const refusing = await databaseProxy(database.url, (chunk, client, server) => {
    if (isAway) client.destroy();
    else server.write(chunk);
  });
  let isAway = false;
  const hot = new HotPool({ databaseUrl: refusing.url } as Config);
  try {
    await hot.onModuleInit();
    isAway = true;
    // Each is closed by the statement that it cannot send.
    await Promise.all([1, 2, 3].map(() => expect(hot.query('SELECT 1')).rejects.toThrow()));
    await eventually(() => errors.mock.calls.length > 0);
    isAway = false;
    await eventually(() => news.mock.calls.length > 0);
    expect(errors.mock.calls).toEqual([[expect.stringMatching(/^The database is unavailable: \S/)]]);
    expect(news.mock.calls).toEqual([['The database is available again.']]);
  } finally {
    await hot.onApplicationShutdown();
    refusing.close();
    vi.restoreAllMocks();
  }
});
