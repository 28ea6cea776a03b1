import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createTestDatabase, eventually, TestBucket, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig, type Config, type S3Config } from '../../platform/config/index.js';
import { openS3 } from '../../platform/storage/index.js';
import { beginRun } from '../begin-run.js';
import { BucketTarget, FolderTarget } from './backup-target.js';
import { runCommand } from '../commands.js';
import { connect } from '../ops-context.js';
import { inScratchDatabase, runDrill } from './restore-drill.js';
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
  await runBackup(config, at('2026-11-25T01:00'));
  await runBackup(config, at('2026-11-25T02:00'));
  const [made] = await runBackup(config, at('2026-11-26T02:00:07'));
  expect(backups()).toEqual(
    [...foreign, 'signpost-20261125T020000Z.tar.gz', 'signpost-20261126T020007Z.tar.gz'].sort(),
  );
  expect(made).toMatchObject({ name: 'signpost-20261126T020007Z.tar.gz', removed: 1 });
  expect(statSync(join(folder, 'backups', made?.name ?? '')).mode & 0o777).toBe(0o600);
});

/** Files as runs leave them that are killed while they write. @returns their folder. */
function leaveParts(name: string): string {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const mark of ['', `.${randomUUID()}`])
    writeFileSync(join(place, `signpost-20261126T015900Z.tar.gz${mark}.part`), 'x');
  return place;
}

test('what a killed run has left is removed before the next one writes, unless another run may be at it', async () => {
  const place = leaveParts('backups');
  for (const foreign of ['signpost-20261125T015900Z.tar.gz', 'notes.part'])
    writeFileSync(join(place, foreign), 'whole');
  const other = await connect(database.url);
  await beginRun(other, 'backup', () => Promise.resolve());
  await runBackup(config, at('2026-11-26T02:00'));
  expect(backups().filter((name) => name.endsWith('.part'))).toHaveLength(3);
  await other.end();
  // Even a run that then fails has made room.
  mkdirSync(join(place, 'signpost-20261126T030000Z.tar.gz'));
  await expect(runBackup(config, at('2026-11-26T03:00'))).rejects.toThrow(place);
  expect(backups()).toEqual(['notes.part', ...[5, 6, 6].map((day) => expect.stringMatching(`-2026112${day}.*gz$`))]);
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

/** The requests of one part fail this often, by `fault`. */
function failPart(bucket: TestBucket, times: number, fault: (response: ServerResponse) => void): void {
  let failures = 0;
  bucket.before = (_method, url, response) => {
    if (url.includes('partNumber=2') && (failures += 1) <= times) fault(response);
    return undefined;
  };
}

test.each<[string, (response: ServerResponse) => void]>([
  ['is refused once', (response) => response.writeHead(500).end()],
  ['loses its connection once', (response) => response.destroy()],
])('a part of a large backup that %s is sent again', async (_, fault) => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  failPart(bucket, 1, fault);
  const bytes = randomBytes(2500);
  await bucketTarget(bucket, 1000).write('large.tar.gz', Readable.from([bytes]));
  const kept = await buffer(await bucketTarget(bucket).read('large.tar.gz'));
  expect(gunzipSync(kept).equals(bytes)).toBe(true);
});

test('an upload whose part fails for good is aborted; neither a part nor an open file stays here', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  failPart(bucket, Infinity, (response) => response.writeHead(500).end());
  await expect(bucketTarget(bucket, 1000).write('large.tar.gz', Readable.from([randomBytes(2500)]))).rejects.toThrow();
  expect([bucket.keys(), bucket.unfinished(), readdirSync(join(folder, 'scratch'))]).toEqual([[], [], []]);
  await eventually(() => openFilesIn(folder).length === 0);
});

test('a bucket that hangs up before it has read a file leaves it neither here nor open', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  bucket.before = (method, _url, response) => {
    if (method === 'PUT') response.destroy();
    return undefined;
  };
  const large = Readable.from([randomBytes(5_000_000)]);
  await expect(bucketTarget(bucket).write('large.tar.gz', large)).rejects.toThrow();
  expect(readdirSync(join(folder, 'scratch'))).toEqual([]);
  await eventually(() => openFilesIn(folder).length === 0);
});

test('a file that can no longer be read ends its upload, not the process', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  bucket.before = (method) => {
    // Between the parts.
    if (method === 'PUT') rmSync(join(folder, 'scratch'), { recursive: true, force: true });
    return undefined;
  };
  const large = Readable.from([randomBytes(2500)]);
  await expect(bucketTarget(bucket, 1000).write('large.tar.gz', large)).rejects.toThrow('ENOENT');
  expect([bucket.keys(), bucket.unfinished()]).toEqual([[], []]);
});

test('what a killed run has left of its uploads is removed here and in the bucket; foreign uploads stay', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  const inBucket = configOf({ BACKUP_DIR: '', BACKUP_S3_BUCKET: 'signpost', ...bucket.env });
  const place = leaveParts('data/backup');
  const { sdk, client } = await openS3(inBucket.backup?.s3 as S3Config, { requestMs: 5_000, silenceMs: 5_000 });
  for (const Key of ['backups/signpost-20261126T015900Z.tar.gz', 'backups/photos.zip'])
    await client.send(new sdk.CreateMultipartUploadCommand({ Bucket: 'signpost', Key }));
  await runBackup(inBucket, at('2026-11-26T02:00'));
  expect(readdirSync(place)).toEqual([]);
  expect(bucket.unfinished().map(({ key }) => key)).toEqual(['backups/photos.zip']);
});

test('a bucket that does not tell of unfinished uploads takes backups', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  bucket.before = (_method, url, response) => {
    if (url.includes('uploads')) response.writeHead(403).end();
    return undefined;
  };
  expect(
    await runBackup(configOf({ BACKUP_DIR: '', BACKUP_S3_BUCKET: 'signpost', ...bucket.env }), Date.now()),
  ).toHaveLength(1);
});

test('a folder for files on their way that is also the folder of backups keeps its whole ones', async () => {
  const bucket = await new TestBucket().start();
  onTestFinished(() => bucket.stop());
  const place = join(folder, 'data', 'backup');
  const env = { BACKUP_DIR: place, BACKUP_S3_BUCKET: 'signpost', ...bucket.env };
  await runBackup(configOf(env), at('2026-11-26T02:00'));
  expect(readdirSync(place)).toEqual(['signpost-20261126T020000Z.tar.gz']);
});

/** Files of a folder that this process has open. Linux tells. */
function openFilesIn(place: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${descriptor}`);
      return file.startsWith(place) ? [file] : [];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}

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
  expect(await drillDatabases()).toEqual([]);
  expect(await database.query('SELECT FROM links')).toHaveLength(5);
});

/** Temporary databases of drills. */
async function drillDatabases(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, current_database() || '_drill')`,
  );
  return rows.map(({ name }) => name);
}

test('drills at the same time do not touch the database of another; one that a killed run has left is dropped', async () => {
  await runBackup(config, at('2026-11-26T02:00'));
  const { name = '' } = (await database.query<{ name: string }>('SELECT current_database() AS name'))[0] ?? {};
  const other = await connect(database.url);
  await beginRun(other, 'restore_drill', () => Promise.resolve());
  for (const left of ['_0123abcd', '_by_hand']) await database.query(`CREATE DATABASE "${name}_drill${left}"`);
  await Promise.all([runDrill(config), runDrill(config)]);
  expect(await drillDatabases()).toHaveLength(2);
  await other.end();
  await runDrill(config);
  expect(await drillDatabases()).toEqual([`${name}_drill_by_hand`]);
  await database.query(`DROP DATABASE "${name}_drill_by_hand"`);
});

test('a drill whose connection breaks leaves nothing behind, and fails with its own reason', async () => {
  const ours = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'signpost-cli'`;
  const failing = inScratchDatabase(config, async () => {
    await database.query(`SELECT pg_terminate_backend(pid) ${ours}`);
    await eventually(async () => (await database.query(`SELECT ${ours}`)).length === 0);
    throw new Error('its reason');
  });
  await expect(failing).rejects.toThrow('its reason');
  expect(await drillDatabases()).toEqual([]);
});

test('a drill whose backup is replaced meanwhile restores the newer one', async () => {
  await runBackup(config, at('2026-11-26T02:00'));
  const list = vi.spyOn(FolderTarget.prototype, 'list');
  onTestFinished(() => list.mockRestore());
  list.mockImplementationOnce(async () => {
    const found = backups();
    await runBackup(config, at('2026-11-26T03:00'));
    return found;
  });
  expect(await runDrill(config)).toMatchObject([{ name: 'signpost-20261126T030000Z.tar.gz', links: 5 }]);
  expect(backups()).toHaveLength(1);
});

test('a drill of a user who may not create databases says so', async () => {
  await runBackup(config, at('2026-11-26T02:00'));
  const user = `u${randomBytes(8).toString('hex')}`;
  await database.query(`CREATE ROLE ${user} LOGIN PASSWORD 'x'`);
  onTestFinished(() => database.query(`DROP ROLE ${user}`).then(() => undefined));
  const as = config.with({ databaseUrl: database.url.replace(/\/\/[^@]*@/, `//${user}:x@`) });
  await expect(runDrill(as)).rejects.toThrow(`The user ${user} of DATABASE_URL may not create a database`);
});

test('a drill finds a backup whose content was changed, and one that is cut', async () => {
  await runBackup(config, at('2026-11-26T02:00'));
  const file = join(folder, 'backups', backups()[0] ?? '');
  const tar = gunzipSync(readFileSync(file));
  tar.write('https://example.org/3', tar.indexOf('https://example.com/3'));
  writeFileSync(file, gzipSync(tar));
  await expect(runDrill(config)).rejects.toThrow('The backup is damaged: table links');
  writeFileSync(file, gzipSync(tar.subarray(0, tar.length / 2)));
  // Cut within an entry or between two.
  await expect(runDrill(config)).rejects.toThrow(/The backup (?:is damaged or )?ends too early/);
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
  expect(String(stderr.read())).toMatch(new RegExp(`^Backed up and verified: ${made} in .*backups, [0-9]+ rows\\.\n$`));
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
  expect(String(stderr.read())).toMatch(
    /^Database error: .+\. Check the database and DATABASE_URL, then try again\.\n$/,
  );
});
