import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OutsideError } from '../errors/outside-error.js';
import { migrate, readMigrations, type Migration } from './migrations.js';

let database: TestDatabase;
let clients: pg.Client[];

beforeEach(async () => {
  database = await createTestDatabase();
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

const next = (sql: string): Migration[] => [...readMigrations(), { name: '0900_next', sql, checksum: 'next' }];

async function isApplied(): Promise<boolean> {
  return (await database.query(`SELECT FROM schema_migrations WHERE name = '0900_next'`)).length === 1;
}

/** A long transaction of another client that locks a table. */
async function holdLinks(): Promise<pg.Client> {
  const reader = await connect();
  await reader.query('BEGIN; LOCK TABLE links IN ACCESS SHARE MODE');
  return reader;
}

test('a migration that does not get its locks changes nothing, fails by name, and succeeds later', async () => {
  const reader = await holdLinks();
  const client = await connect();
  const all = next('CREATE TABLE half (a int); ALTER TABLE links ADD COLUMN a int;');
  const waits: number[] = [];
  const attempt = migrate(client, all, { attempts: 2, onWait: (_, count) => waits.push(count) });
  await expect(attempt).rejects.toThrow('Migration 0900_next did not get its locks');
  expect(waits).toEqual([1]);
  expect(await database.query(`SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
  expect(await isApplied()).toBe(false);
  await reader.query('COMMIT');
  expect(await migrate(client, all)).toEqual(['0900_next']);
});

test('while a migration waits for its locks, other statements on the table are blocked only for a moment', async () => {
  await holdLinks();
  const migrating = migrate(await connect(), next('ALTER TABLE links ADD COLUMN a int;'), { attempts: 2 });
  const visitor = await connect();
  const rejected = expect(migrating).rejects.toThrow('did not get its locks');
  // Longer than the lock timeout of a migration, much shorter than the transaction that holds the lock.
  await visitor.query(`SET statement_timeout = '10s'`);
  for (let n = 0; n < 50; n += 1) await visitor.query('SELECT count(*) FROM links');
  await rejected;
});

test('an index can be built concurrently even while another process waits to migrate', async () => {
  const sql =
    '-- outside a transaction\n-- Why.\nDROP INDEX CONCURRENTLY IF EXISTS a_idx;\nCREATE INDEX CONCURRENTLY a_idx ON links (slug);\n';
  const all = next(sql);
  const [one, other] = await Promise.all([connect(), connect()]);
  const names = await Promise.all([migrate(one, all), migrate(other, all)]);
  expect(names.flat()).toEqual(['0900_next']);
  const index = await database.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_idx'::regclass`);
  expect(index).toEqual([{ indisvalid: true }]);
});

test('the error of a failed migration names it, and earlier migrations stay applied', async () => {
  const all = [...next('CREATE TABLE whole (a int);'), { name: '0901_broken', sql: 'CREATE TABEL x', checksum: 'b' }];
  await expect(migrate(await connect(), all)).rejects.toThrow('Migration 0901_broken failed');
  expect(await isApplied()).toBe(true);
});

/** The words of an error for the operator. */
async function wordsOf(failing: Promise<unknown>): Promise<string> {
  const error: unknown = await failing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OutsideError);
  return (error as Error).message;
}

test('a migration that loses its connection says so, and succeeds later', async () => {
  const client = await connect();
  client.on('error', () => undefined);
  expect(await wordsOf(migrate(client, next('SELECT pg_terminate_backend(pg_backend_pid());')))).toBe(
    'Migration 0900_next failed: terminating connection due to administrator command. Check the database and DATABASE_URL, then try again.',
  );
  expect(await migrate(await connect(), next('SELECT 1;'))).toEqual(['0900_next']);
});

test('a migration that is not permitted says what to change', async () => {
  const client = await connect();
  await client.query('GRANT CREATE ON SCHEMA public TO PUBLIC; SET ROLE pg_read_all_data');
  expect(await wordsOf(migrate(client, next('ALTER TABLE links ADD COLUMN a int;')))).toBe(
    'Migration 0900_next failed: must be owner of table links. Let the user of DATABASE_URL own the database and all that is in it.',
  );
});

test('a process that waits for another one to migrate says so once', async () => {
  // "sign" in ASCII.
  const key = [0x7369676e];
  const other = await connect();
  await other.query('SELECT pg_advisory_lock($1)', key);
  const said: string[] = [];
  const waiting = Promise.withResolvers<boolean>();
  const migrating = migrate(await connect(), next('SELECT 1;'), {
    onTurnOfAnother: () => {
      said.push('once');
      waiting.resolve(true);
    },
  });
  await waiting.promise;
  expect(await isApplied()).toBe(false);
  await other.query('SELECT pg_advisory_unlock($1)', key);
  expect(await migrating).toEqual(['0900_next']);
  expect(said).toEqual(['once']);
});

test('a schema that a newer build has migrated is rejected, and the error names the unknown migrations', async () => {
  const client = await connect();
  await migrate(client, next('CREATE TABLE whole (a int);'));
  await expect(migrate(client)).rejects.toMatchObject({
    name: 'UnsuitableDatabaseError',
    message: expect.stringContaining('0900_next is a migration that this version does not know'),
  });
});

test('a read-only server is rejected by name', async () => {
  const client = await connect();
  await client.query('SET default_transaction_read_only = on');
  await expect(migrate(client)).rejects.toMatchObject({
    name: 'UnsuitableDatabaseError',
    message: expect.stringContaining('The database takes no changes: it is a standby, or read-only.'),
  });
});

test('a database that cannot store every letter is rejected before anything is created in it', async () => {
  const admin = await connect();
  const name = `${String(admin.database)}_latin`;
  const [{ version }] = (await admin.query(`SELECT current_setting('server_version_num')::int AS version`)).rows as [
    { version: number },
  ];
  // PostgreSQL 14 has no other locale provider and no syntax for it.
  const provider = version < 150_000 ? '' : 'LOCALE_PROVIDER libc';
  await admin.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' ${provider} LOCALE 'C' TEMPLATE template0`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await expect(migrate(client)).rejects.toThrow(`The database ${name} has the encoding LATIN1`);
    expect((await client.query(`SELECT to_regclass('schema_migrations') AS found`)).rows).toEqual([{ found: null }]);
  } finally {
    await client.end();
    await admin.query(`DROP DATABASE ${name}`);
  }
});
