import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import type pg from 'pg';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../platform/database/index.js';
import type { Config } from '../../platform/config/index.js';
import { FileStorage } from '../../platform/storage/index.js';
import { END_ENTRY, MANIFEST_ENTRY, type BackupManifest } from './backup-format.js';
import { createBackup } from './backup.js';
import { checkBackup } from './check-backup.js';
import { connect, type OpsContext } from '../ops-context.js';
import { restoreBackup } from './restore.js';
import { readTables } from './schema-facts.js';

const LOGO = 'logos/0123456789abcdef.png';

let source: TestDatabase;
const folders: string[] = [];
const databases: TestDatabase[] = [];
const clients: pg.Client[] = [];

beforeAll(async () => {
  source = await createTestDatabase();
  databases.push(source);
  await fill(source);
});
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => undefined);
  for (const database of databases) await database.drop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let from: OpsContext;
let printed: string[];
beforeEach(async () => {
  from = await contextOf(source);
  printed = [];
  await from.storage.put(LOGO, Buffer.from('a picture'));
});

async function contextOf(database: TestDatabase): Promise<OpsContext> {
  const client = await connect(database.url);
  clients.push(client);
  const folder = mkdtempSync(join(tmpdir(), 'signpost-ops-'));
  folders.push(folder);
  return { config: {} as Config, client, storage: new FileStorage(folder), print: (line) => printed.push(line) };
}

async function emptyDatabase(): Promise<{ database: TestDatabase; context: OpsContext }> {
  const database = await createTestDatabase({ empty: true });
  databases.push(database);
  return { database, context: await contextOf(database) };
}

/** Rows in every kind of table: text that COPY must escape, circular references, partitions, counters, binary data. */
async function fill({ query }: TestDatabase): Promise<void> {
  await query(
    `INSERT INTO users (id, email, verified_at) SELECT gen_random_uuid(), 'u' || n || '@example.test', now() FROM generate_series(1, 50) n`,
  );
  await query(
    `INSERT INTO workspaces (id, slug, name, logo_key) VALUES (gen_random_uuid(), 'acme', E'Tab\\there, "quoted" \\\\ and\\nlines', $1)`,
    [LOGO],
  );
  await query(
    `INSERT INTO memberships SELECT w.id, u.id, CASE WHEN u.email = 'u1@example.test' THEN 'OWNER' ELSE 'MEMBER' END FROM workspaces w, users u`,
  );
  await query(`
    WITH made AS (
      INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host)
      SELECT gen_random_uuid(), w.id, 's' || n, CASE WHEN n % 2 = 0 THEN NULL ELSE '\\N' END, 'https://example.com/' || n, 'example.com'
      FROM workspaces w, generate_series(1, 500) n RETURNING id, workspace_id, slug)
    INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`);
  await query(`UPDATE link_counters SET used_visits = 7, lifetime_clicks = 5`);
  await query(
    `INSERT INTO audit_events (workspace_id, type, detail) SELECT id, 'workspace_created', '{"name": "Ümläut ☃"}' FROM workspaces`,
  );
  await query(`INSERT INTO visitor_salts VALUES ('2028-02-29', decode(repeat('ff', 32), 'hex'))`);
  for (const [name, start, end] of [
    ['2027_12', '2027-12-01', '2028-01-01'],
    ['2028_02', '2028-02-01', '2028-03-01'],
  ]) {
    await query(
      `CREATE TABLE click_events_${name} PARTITION OF click_events FOR VALUES FROM ('${start} 00:00+00') TO ('${end} 00:00+00')`,
    );
  }
  await query(`
    INSERT INTO click_events
    SELECT t, n, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
    FROM generate_series(1, 150000) n,
      LATERAL (SELECT timestamptz '2028-02-29 00:00Z' + n * interval '1 ms' - (n % 2) * interval '80 days' AS t) AS at`);
}

/** Every row of every table, as text, in no particular order. */
async function contentOf(database: TestDatabase, context: OpsContext): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const { name } of await readTables(context.client)) {
    const [row] = await database.query<{ digest: string }>(
      `SELECT count(*) || ':' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS digest FROM ${name} t`,
    );
    content[name] = row?.digest ?? '';
  }
  return content;
}

async function backupBytes(): Promise<Buffer> {
  const { stream, summary } = createBackup(from);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  await summary;
  return Buffer.concat(chunks);
}

interface TarEntry {
  readonly name: string;
  readonly content: string;
}

/** A backup with one of its entries changed. */
async function rewritten(backup: Buffer, name: string, change: (entry: TarEntry) => TarEntry): Promise<Buffer> {
  const unpacked = extract();
  const packed = pack();
  unpacked.end(backup);
  for await (const entry of unpacked) {
    const bytes = await buffer(entry);
    if (entry.header.name !== name) packed.entry(entry.header, bytes);
    else {
      const changed = change({ name, content: bytes.toString('utf8') });
      packed.entry({ name: changed.name }, changed.content);
    }
  }
  packed.finalize();
  return buffer(packed);
}

async function withManifest(change: (manifest: BackupManifest) => BackupManifest): Promise<Buffer> {
  return rewritten(await backupBytes(), MANIFEST_ENTRY, ({ name, content }) => ({
    name,
    content: JSON.stringify(change(JSON.parse(content) as BackupManifest)),
  }));
}

const inPieces = (bytes: Buffer, size = 65_000) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
  );

test('a backup restored into an empty database is the same in every row, file and counter', async () => {
  const bytes = await backupBytes();
  const { database, context } = await emptyDatabase();
  await restoreBackup(context, inPieces(bytes));
  expect(await contentOf(database, context)).toEqual(await contentOf(source, from));
  expect((await context.storage.read(LOGO))?.toString()).toBe('a picture');

  // Identity columns continue where they were, triggers work, references are valid.
  const last = async ({ query }: TestDatabase) =>
    (await query<{ no: number }>('SELECT max(no) AS no FROM links'))[0]?.no ?? 0;
  await database.query(`
    WITH made AS (INSERT INTO links (id, workspace_id, slug, destination_url, destination_host)
      SELECT gen_random_uuid(), id, 'new', 'https://example.com/', 'example.com' FROM workspaces RETURNING id, workspace_id, slug)
    INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`);
  expect(await last(database)).toBe((await last(source)) + 1);
  expect(
    await database.query(`SELECT used_visits FROM link_counters JOIN links ON id = link_id WHERE slug = 'new'`),
  ).toEqual([{ used_visits: '0' }]);
  await expect(database.query(`UPDATE links SET slug = 'nowhere' WHERE slug = 'new'`)).rejects.toThrow(
    'links_slug_fkey',
  );
});

test('backups contain no salts of visitor hashes, which must be deleted after the following day', async () => {
  expect((await source.query('SELECT FROM visitor_salts')).length).toBeGreaterThan(0);
  const text = (await backupBytes()).toString('latin1');
  expect(text).toContain('tables/users/');
  expect(text).not.toContain('visitor_salts');
  expect(text).not.toContain('ff'.repeat(32));
});

test('a backup is one snapshot, whatever is written in the meantime', async () => {
  const before = await contentOf(source, from);
  const { stream, summary } = createBackup(from);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (chunks.length === 0) {
      await source.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'late@example.test')`);
      await source.query(`UPDATE workspaces SET name = 'Changed'`);
    }
    chunks.push(chunk as Buffer);
  }
  await summary;
  const { database, context } = await emptyDatabase();
  await restoreBackup(context, inPieces(Buffer.concat(chunks)));
  expect(await contentOf(database, context)).toEqual(before);
});

test('a damaged, cut or foreign backup restores nothing', async () => {
  const bytes = await backupBytes();
  const flipped = Buffer.from(bytes);
  const at = flipped.indexOf('https://example.com/77');
  flipped.write('https://example.org/77', at);
  for (const [damaged, message] of [
    [flipped, /damaged/],
    [bytes.subarray(0, Math.floor(bytes.length / 2)), /damaged or ends too early/],
    [bytes.subarray(0, bytes.lastIndexOf('end.json')), /ends too early/],
    [Buffer.from('not a tar at all'.repeat(100)), /not a backup|damaged/],
    [await rewritten(bytes, MANIFEST_ENTRY, ({ name }) => ({ name, content: '{"format":' })), /damaged/],
  ] as const) {
    const { database, context } = await emptyDatabase();
    await expect(restoreBackup(context, inPieces(damaged))).rejects.toThrow(message);
    const [table] = await database.query<{ found: string | null }>(`SELECT to_regclass('users')::text AS found`);
    if (table?.found !== null)
      expect(await database.query('SELECT FROM users UNION ALL SELECT FROM workspaces')).toEqual([]);
  }
});

test.each([
  ['in one piece', Infinity],
  ['in many', 500],
])('a backup that is cut within a table says so, %s', async (_, size) => {
  const bytes = await backupBytes();
  const cut = bytes.subarray(0, bytes.indexOf('https://example.com/77'));
  const { context } = await emptyDatabase();
  await expect(restoreBackup(context, inPieces(cut, size))).rejects.toThrow(
    'The backup is damaged or ends too early: nothing was restored.',
  );
});

test.each([
  [
    'a sequence',
    /"value": "\d+"/,
    '"value": "77777"',
    /^The backup is damaged: its manifest is not what was backed up\./,
  ],
  ['the name of a part', '"migrations"', '"migrationz"', /^The backup is damaged or ends too early/],
  ['the name of a column', '"columns"', '"column"', /^The backup is damaged or ends too early/],
])('damage to %s in the manifest is found by a restore and by the check', async (_, found, put, message) => {
  const damaged = await rewritten(await backupBytes(), MANIFEST_ENTRY, ({ name, content }) => ({
    name,
    content: content.replace(found, put),
  }));
  const { context } = await emptyDatabase();
  await expect(restoreBackup(context, inPieces(damaged))).rejects.toThrow(message);
  await expect(checkBackup(inPieces(damaged))).rejects.toThrow(message);
});

test('a backup of before there was a checksum of the manifest is restored', async () => {
  const older = await rewritten(await backupBytes(), END_ENTRY, ({ name, content }) => ({
    name,
    content: content.replace(/"manifest": "\w+",/, ''),
  }));
  const { database, context } = await emptyDatabase();
  await restoreBackup(context, inPieces(older));
  expect(await database.query('SELECT count(*)::int AS links FROM links')).toEqual([{ links: 500 }]);
  await checkBackup(inPieces(older));
});

describe('a maliciously prepared backup', () => {
  const RANGE = `FOR VALUES FROM ('2030-01-01 00:00:00+00') TO ('2030-02-01 00:00:00+00')`;
  const partition = (changes: object) => ({
    parent: 'click_events',
    name: 'click_events_2030_01',
    bound: RANGE,
    ...changes,
  });

  test.each([
    ['a statement behind a bound', partition({ bound: `${RANGE}; CREATE TABLE intruder ()` })],
    [
      'a literal that ends early',
      partition({ bound: RANGE.replace('2030-02-01', `x'); CREATE TABLE intruder (); --`) }),
    ],
    ['a default partition', partition({ bound: 'DEFAULT' })],
    ['a partition of an unknown table', partition({ parent: 'pg_class', name: 'pg_class_2030_01' })],
    ['a partition by another name', partition({ name: 'intruder' })],
  ])('%s is refused, and no statement of it runs', async (_, prepared) => {
    const bytes = await withManifest((manifest) => ({ ...manifest, partitions: [...manifest.partitions, prepared] }));
    const { database, context } = await emptyDatabase();
    await expect(restoreBackup(context, inPieces(bytes))).rejects.toThrow(
      `The backup has a partition that no backup of Signpost has: ${prepared.name}.`,
    );
    expect(await database.query(`SELECT to_regclass('intruder') AS found`)).toEqual([{ found: null }]);
    expect(await database.query('SELECT FROM users')).toEqual([]);
  });

  test.each([
    ['table', (tables: BackupManifest['tables']) => [...tables, { name: 'pg_authid', columns: ['rolname'] }]],
    ['column', (tables: BackupManifest['tables']) => tables.map((table) => ({ ...table, columns: ['id", "x'] }))],
  ])('a %s unknown to our schema is refused before any data is loaded', async (kind, change) => {
    const bytes = await withManifest((manifest) => ({ ...manifest, tables: change(manifest.tables) }));
    const { context } = await emptyDatabase();
    await expect(restoreBackup(context, inPieces(bytes))).rejects.toThrow(
      `The backup has a ${kind} that is not known here`,
    );
  });

  test('a file that would leave the folder of uploads is refused', async () => {
    const bytes = await rewritten(await backupBytes(), `uploads/${LOGO}`, (entry) => ({
      ...entry,
      name: 'uploads/../../intruder.png',
    }));
    const { context } = await emptyDatabase();
    await expect(restoreBackup(context, inPieces(bytes))).rejects.toThrow('no upload is called: ../../intruder.png');
  });
});

test('a database that is not empty, or on which the application runs, stays unchanged', async () => {
  const bytes = await backupBytes();
  const used = await createTestDatabase();
  databases.push(used);
  await used.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'somebody@example.test')`);
  await expect(restoreBackup(await contextOf(used), inPieces(bytes))).rejects.toThrow(
    /^The database test_\w+ at \S+:\d+ is not empty\./,
  );

  const { database, context } = await emptyDatabase();
  const application = await connect(database.url);
  clients.push(application);
  await application.query(`SET application_name = 'signpost'`);
  await expect(restoreBackup(context, inPieces(bytes))).rejects.toThrow(
    /is running on the database test_\w+ at \S+:\d+\./,
  );
});

test('a restore waits for the end of another command, such as one that was stopped', async () => {
  const bytes = await backupBytes();
  const { database, context } = await emptyDatabase();
  const stopped = await connect(database.url);
  const waiting = Promise.withResolvers<string>();
  const restoring = restoreBackup({ ...context, print: waiting.resolve }, inPieces(bytes));
  expect(await waiting.promise).toMatch(/^Another command is connected to the database test_\w+ at /);
  await stopped.end();
  await restoring;
  expect(await database.query('SELECT count(*)::int AS links FROM links')).toEqual([{ links: 500 }]);
});

test('a backup of an older schema is loaded into that schema and then migrated', async () => {
  const old = await createTestDatabase({ empty: true });
  databases.push(old);
  const oldContext = await contextOf(old);
  const all = readMigrations();
  await migrate(
    oldContext.client,
    all.filter(({ name }) => name < '0003'),
  );
  await old.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'early@example.test')`);
  const { stream } = createBackup(oldContext);
  const { database, context } = await emptyDatabase();
  await restoreBackup(context, stream);
  expect(await database.query('SELECT email FROM users')).toEqual([{ email: 'early@example.test' }]);
  expect(await database.query('SELECT name FROM schema_migrations ORDER BY name')).toEqual(
    all.map(({ name }) => ({ name })),
  );

  const tooNew = await createTestDatabase({ empty: true });
  databases.push(tooNew);
  await source.query(`INSERT INTO schema_migrations (name, checksum) VALUES ('9999_future', 'x')`);
  const future = await backupBytes();
  await source.query(`DELETE FROM schema_migrations WHERE name = '9999_future'`);
  await expect(restoreBackup(await contextOf(tooNew), inPieces(future))).rejects.toThrow('another version');
});
