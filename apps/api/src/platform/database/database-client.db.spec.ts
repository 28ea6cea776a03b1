import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from './database-client.js';
import { databaseProxy } from './database-proxy.fixtures.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A proxy to the server that breaks the connection when the session settings are sent. */
const breakingProxy = () =>
  databaseProxy(database.url, (chunk, client, server) => {
    if (chunk.includes('set_config')) client.destroy();
    else server.write(chunk);
  });

/** Uncaught errors, which would end the process, during `work`. */
async function uncaughtDuring(work: () => Promise<void>): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('uncaughtException', note);
  }
  return uncaught;
}

test('a connection that breaks while it is set up is rejected, and does not end the process', async () => {
  const proxy = await breakingProxy();
  const uncaught = await uncaughtDuring(async () => {
    await expect(new DatabaseClient(proxy.url).connect()).rejects.toThrow('Connection terminated');
  });
  proxy.close();
  expect(uncaught).toEqual([]);
});

test('a connection that breaks while a pool has lent it does not end the process', async () => {
  const pool = new pg.Pool({ connectionString: database.url, Client: DatabaseClient, max: 1 });
  const uncaught = await uncaughtDuring(async () => {
    const client = await pool.connect();
    const broken = expect(client.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    await new Promise((resolve) => client.once('end', resolve));
    await broken;
    client.release();
  });
  await pool.end();
  expect(uncaught).toEqual([]);
});

test('nothing that a pooler rejects is sent at the start of a connection: timeouts are session settings', async () => {
  const first: Buffer[] = [];
  const proxy = await databaseProxy(database.url, (chunk, _, server) => {
    first.push(chunk);
    server.write(chunk);
  });
  const client = new DatabaseClient({ connectionString: proxy.url, statement_timeout: 61_000, lock_timeout: 5_000 });
  await client.connect();
  const { rows } = await client.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
  );
  await client.end();
  proxy.close();
  expect(first[0]?.toString('latin1').split('\0')).not.toContain('statement_timeout');
  expect(first[0]?.toString('latin1').split('\0')).not.toContain('lock_timeout');
  expect(rows).toEqual([{ statement: '61s', lock: '5s' }]);
});
