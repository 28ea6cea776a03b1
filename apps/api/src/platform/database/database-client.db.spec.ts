import { connect, createServer, type AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from './database-client.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A way to the server that breaks as soon as the settings of the session are asked for. */
async function breakingProxy(): Promise<{ config: pg.ClientConfig; close: () => void }> {
  const { host, port, user, password, database: name } = new pg.Client(database.url);
  const proxy = createServer((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    client.on('data', (chunk) => {
      if (chunk.includes('set_config')) client.destroy();
      else server.write(chunk);
    });
    server.pipe(client);
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: open } = proxy.address() as AddressInfo;
  return {
    config: { host: '127.0.0.1', port: open, user, password, database: name },
    close: () => proxy.close(),
  };
}

/** What would have ended the process while `work` was done. */
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

test('a connection that breaks before anybody was given it is a refusal, and does not end the process', async () => {
  const proxy = await breakingProxy();
  const uncaught = await uncaughtDuring(async () => {
    await expect(new DatabaseClient(proxy.config).connect()).rejects.toThrow('Connection terminated');
  });
  proxy.close();
  expect(uncaught).toEqual([]);
});

test('nor does one that breaks while it is lent by a pool', async () => {
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
