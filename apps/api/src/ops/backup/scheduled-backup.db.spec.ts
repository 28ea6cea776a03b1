import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createTestDatabase, TestBucket, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig, type Config } from '../../platform/config/index.js';
import { BucketTarget } from './backup-target.js';
import { runCommand } from '../commands.js';
import { runDrill } from './restore-drill.js';
import { runBackup } from './scheduled-backup.js';

let database: TestDatabase;
let folder: string;
let config: Config;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `INSERT INTO users (id, email) SELECT gen_random_uuid(), 'u' || n || '@example.test' FROM generate_series(1, 3) n`,
  );
  await database.query(`INSERT INTO workspaces (id, slug, name) VALUES (gen_random_uuid(), 'acme', 'Acme')`);
  await database.query(
    `WITH made AS (
       INSERT INTO links (id, workspace_id, slug, destination_url, destination_host)
       SELECT gen_random_uuid(), id, 's' || n, 'https://example.com/' || n, 'example.com' FROM workspaces, generate_series(1, 5) n
       RETURNING id, workspace_id, slug)
     INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`,
  );
});
afterAll(() => database?.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-backups-'));
  config = configOf({});
  return () => rmSync(folder, { recursive: true, force: true });
});

function configOf(env: Record<string, string>): Config {
  return readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_KEEP: 'daily:2',
    ...env,
  });
}

const backups = (): string[] => readdirSync(join(folder, 'backups')).sort();
const at = (text: string): number => Date.parse(`${text}Z`);

test('a backup is written, verified and private; old ones are removed by the rule, foreign files stay', async () => {
  await runBackup(config, at('2026-11-24T02:00'));
  const foreign = ['signpost-2026.tar.gz', 'signpost-20200101T000000Z.tar.gz.gpg', 'notes.txt'];
  for (const name of foreign) writeFileSync(join(folder, 'backups', name), 'x');
  const parts = ['signpost-20261123T000000Z.tar.gz.part', `signpost-20261123T000000Z.tar.gz.${randomUUID()}.part`];
  for (const name of parts) writeFileSync(join(folder, 'backups', name), 'x');
  // Another run may still be writing this one.
  foreign.push(`signpost-20261126T015900Z.tar.gz.${randomUUID()}.part`);
  writeFileSync(join(folder, 'backups', foreign.at(-1) ?? ''), 'x');
  await runBackup(config, at('2026-11-25T01:00'));
  await runBackup(config, at('2026-11-25T02:00'));
  const [made] = await runBackup(config, at('2026-11-26T02:00:07'));
  expect(backups()).toEqual(
    [...foreign, 'signpost-20261125T020000Z.tar.gz', 'signpost-20261126T020007Z.tar.gz'].sort(),
  );
  expect(made).toMatchObject({ name: 'signpost-20261126T020007Z.tar.gz', removed: 1 });
  expect(statSync(join(folder, 'backups', made?.name ?? '')).mode & 0o777).toBe(0o600);
});

function bucketTarget(bucket: TestBucket, partBytes?: number): BucketTarget {
  const { s3 } = configOf({ BACKUP_S3_BUCKET: 'signpost', ...bucket.env }).backup ?? {};
  return new BucketTarget(s3 as NonNullable<typeof s3>, join(folder, 'scratch'), partBytes);
}

test('a bucket keeps backups by the same rule, and a drill restores the newest', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  const inBucket = configOf({ BACKUP_DIR: '', BACKUP_S3_BUCKET: 'signpost', ...bucket.env });
  await bucketTarget(bucket).write('notes.txt', Readable.from(['x']));
  for (const time of ['2026-11-24T02:00', '2026-11-25T01:00', '2026-11-25T02:00', '2026-11-26T02:00'])
    await runBackup(inBucket, at(time));
  expect(bucket.keys()).toEqual([
    'backups/notes.txt',
    'backups/signpost-20261125T020000Z.tar.gz',
    'backups/signpost-20261126T020000Z.tar.gz',
  ]);
  expect(await runDrill(inBucket)).toEqual([expect.objectContaining({ name: 'signpost-20261126T020000Z.tar.gz' })]);
});

test('a bucket whose secret is another one takes no backup, which is said', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  const env = { BACKUP_DIR: '', BACKUP_S3_BUCKET: 'signpost', ...bucket.env, S3_SECRET_ACCESS_KEY: 'of-another' };
  await expect(runBackup(configOf(env), Date.now())).rejects.toThrow(/^bucket signpost at http/);
  expect(bucket.keys()).toEqual([]);
});

test('what is too large for one request is sent to a bucket in parts, and read as it was', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  const target = bucketTarget(bucket, 1000);
  const methods: string[] = [];
  bucket.before = (method) => {
    methods.push(method);
    return undefined;
  };
  const bytes = randomBytes(1500);
  await target.write('large.tar.gz', Readable.from([bytes]));
  expect(methods).toEqual(['POST', 'PUT', 'PUT', 'POST']);
  const kept = await buffer(await target.read('large.tar.gz'));
  expect(gunzipSync(kept).equals(bytes)).toBe(true);
});

test('a bucket that is away is one line', async () => {
  const bucket = await new TestBucket().start();
  const { env } = bucket;
  await bucket.stop();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), BACKUP_S3_BUCKET: 'signpost', ...env };
  expect(await runCommand(['backup'], settings, { stdin, stdout, stderr })).toBe(1);
  expect(String(stderr.read())).toMatch(/^bucket signpost at http.*ECONNREFUSED.*\n$/);
});

test('a folder that fails half-way does not spoil the backup in the bucket beside it', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  mkdirSync(join(folder, 'backups', 'signpost-20261126T020000Z.tar.gz'), { recursive: true });
  const both = configOf({ BACKUP_S3_BUCKET: 'signpost', ...bucket.env });
  await expect(runBackup(both, at('2026-11-26T02:00'))).rejects.toThrow(join(folder, 'backups'));
  expect(await runDrill(configOf({ BACKUP_DIR: '', BACKUP_S3_BUCKET: 'signpost', ...bucket.env }))).toHaveLength(1);
});

test('a failing target is named with its reason and keeps no partial file', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(runBackup(configOf({ BACKUP_DIR: join(folder, 'file') }), Date.now())).rejects.toThrow(
    /file: .*(?:EEXIST|ENOTDIR)/,
  );
});

test('a drill restores the newest backup while the application runs, counts it, and leaves nothing behind', async () => {
  await runBackup(config, at('2026-11-26T02:00'));
  expect(await runDrill(config)).toEqual([
    expect.objectContaining({ name: 'signpost-20261126T020000Z.tar.gz', links: 5, clicks: 0, accounts: 3 }),
  ]);
  expect(
    await database.query(`SELECT datname FROM pg_database WHERE datname = current_database() || '_drill'`),
  ).toEqual([]);
  expect(await database.query('SELECT FROM links')).toHaveLength(5);
});

test('a drill finds a backup whose content was changed, and one that is cut', async () => {
  await runBackup(config, at('2026-11-26T02:00'));
  const file = join(folder, 'backups', backups()[0] ?? '');
  const tar = gunzipSync(readFileSync(file));
  tar.write('https://example.org/3', tar.indexOf('https://example.com/3'));
  writeFileSync(file, gzipSync(tar));
  await expect(runDrill(config)).rejects.toThrow('The backup is damaged: table links');
  writeFileSync(file, gzipSync(tar.subarray(0, tar.length / 2)));
  await expect(runDrill(config)).rejects.toThrow('The backup is damaged or ends too early');
  expect(existsSync(file)).toBe(true);
});

test('without a backup the drill fails with a message', async () => {
  await expect(runDrill(config)).rejects.toThrow(`There is no backup in ${join(folder, 'backups')} yet.`);
});

test('the command without a file writes to the configured places, and says so', async () => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') };
  expect(await runCommand(['backup'], env, { stdin, stdout, stderr })).toBe(0);
  const [made] = backups();
  expect(String(stderr.read())).toMatch(new RegExp(`^Backed up and checked: ${made} in .*backups, [0-9]+ rows\\.\n$`));
  expect(await runCommand(['backup'], { ...env, BACKUP_DIR: '' }, { stdin, stdout, stderr })).toBe(1);
  expect(String(stderr.read())).toBe('Neither BACKUP_DIR nor BACKUP_S3_BUCKET is set.\n');
});

/** Standard output that does something at the first write. */
const stdoutThat = (does: (done: (error?: Error) => void) => void): Writable =>
  new Writable({ write: (_chunk, _encoding, done) => does(done) });

test('a backup whose reader leaves is a failure that says so', async () => {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
  const stdout = stdoutThat((done) => done(broken));
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
  expect(await runCommand(['backup', '-'], env, { stdin, stdout, stderr })).toBe(1);
  expect(String(stderr.read())).toBe(
    'Standard output did not take all of it, so what arrived is not whole: write EPIPE.\n',
  );
});

test('a database that goes away in the middle of a command is one line', async () => {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  const stdout = stdoutThat((done) => {
    database
      .query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'signpost-cli'`,
      )
      .then(() => done(), done);
  });
  const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
  expect(await runCommand(['backup', '-'], env, { stdin, stdout, stderr })).toBe(1);
  expect(String(stderr.read())).toMatch(/^The database failed: .+\. Look at it, then run the command again\.\n$/);
});
