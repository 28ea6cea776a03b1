import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  COMPILE_CACHE,
  createTestDatabase,
  eventually,
  OWNER,
  setUpOwner,
  startApp,
  TestBucket,
  type ApiClient,
  type AppProcess,
  type TestDatabase,
} from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadedBefore } from '../support/built-files.js';
import { CLI, runCommand, runCommandLine, settingsOf, type Result } from '../support/command-line.js';

const MAIN = fileURLToPath(new URL('../../../../dist/apps/api/main.js', import.meta.url));
const TYPED = 'orbit-lantern-mosaic-prairie';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: AppProcess;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  folder = mkdtempSync(join(tmpdir(), 'signpost-cli-'));
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Env = Record<string, string>;

/** Runs one command beside the application, with its settings unless told otherwise. */
const signpost = (args: readonly string[], env: Env = {}, input: string | Buffer = ''): Promise<Result> =>
  runCommand(args, { ...settingsOf(app), ...env }, input);

/** The same as a command line. */
const signpostLine = (args: readonly string[], env: Env = {}, input: string | Buffer = ''): Promise<Result> =>
  runCommandLine(args, { ...settingsOf(app), ...env }, input, folder);

async function signInAsOwner(): Promise<ApiClient> {
  const owner = app.client();
  await owner.post('/api/auth/login', OWNER);
  return owner;
}

describe('accounts', () => {
  test('user:create makes a verified account that signs in, in a workspace when one is named', async () => {
    const owner = await setUpOwner(app);
    const workspace = (await owner.get('/api/auth/session')).body.workspace.slug as string;
    const made = await signpostLine([
      'user:create',
      'New.Person@Example.test',
      '--workspace',
      workspace,
      '--role',
      'VIEWER',
    ]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const password = /with the password (\S+)/.exec(made.stdout)?.[1] ?? '';
    const client = app.client();
    const login = await client.post('/api/auth/login', { email: 'new.person@example.test', password });
    expect(login.body.user).toMatchObject({ email: 'new.person@example.test', verified: true });
    expect((await client.get('/api/auth/session')).body.workspace.role).toBe('VIEWER');

    expect(await signpost(['user:create', 'new.person@example.test'])).toMatchObject({
      code: 1,
      stderr: 'new.person@example.test already has an account. Use --workspace to add it to a workspace.\n',
    });
  });

  test('user:create adds an account that is there to a workspace, once and with its own password', async () => {
    const email = 'colleague@example.test';
    const workspace = (await (await signInAsOwner()).get('/api/auth/session')).body.workspace.slug as string;
    const password = /with the password (\S+)/.exec((await signpost(['user:create', email])).stdout)?.[1] ?? '';
    const client = app.client();
    await client.post('/api/auth/login', { email, password });
    expect((await client.get('/api/auth/session')).body.workspace).toBeNull();

    const retyped = await signpost(['user:create', email, '--workspace', workspace, '--password-stdin'], {}, TYPED);
    expect(retyped).toMatchObject({
      code: 1,
      stderr: `${email} already has an account and keeps its password. Leave out --password-stdin.\n`,
    });
    expect(await signpost(['user:create', email, '--workspace', workspace])).toEqual({
      code: 0,
      stdout: `${email} is now a member of ${workspace} and signs in as before.\n`,
      stderr: '',
    });
    expect((await client.get('/api/auth/session')).body).toMatchObject({ workspace: { role: 'MEMBER' } });
    const again = await signpost(['user:create', email, '--workspace', workspace, '--role', 'VIEWER']);
    expect(again).toMatchObject({ code: 1, stderr: `${email} is already a member of ${workspace}.\n` });
    expect((await client.get('/api/auth/session')).body).toMatchObject({ workspace: { role: 'MEMBER' } });
    const events = await app.database.query(`SELECT detail FROM audit_events WHERE detail->>'email' = $1`, [email]);
    expect(events).toEqual([{ detail: { email, role: 'MEMBER', by: 'command line' } }]);
  });

  test('an address that nobody has proven to be theirs opens no workspace', async () => {
    const email = 'squatter@example.test';
    const workspace = (await (await signInAsOwner()).get('/api/auth/session')).body.workspace.slug as string;
    await app.database.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), $1)`, [email]);
    const { code, stderr } = await signpost(['user:create', email, '--workspace', workspace]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('user:reset-password')]);
    expect(
      await app.database.query(`SELECT FROM memberships JOIN users ON id = user_id WHERE email = $1`, [email]),
    ).toEqual([]);
  });

  test('user:reset-password sets it, ends every session and is recorded', async () => {
    const client = app.client();
    await signpostLine(['user:reset-password', 'new.person@example.test', '--password-stdin'], {}, `${TYPED}\n`);
    await client.post('/api/auth/login', { email: 'new.person@example.test', password: TYPED });
    expect((await client.get('/api/auth/session')).body.user).not.toBeNull();

    const again = await signpost(['user:reset-password', 'new.person@example.test']);
    expect(again.code).toBe(0);
    expect((await client.get('/api/auth/session')).body.user).toBeNull();
    const old = await app.client().post('/api/auth/login', { email: 'new.person@example.test', password: TYPED });
    expect(old.status).toBe(401);
    const events = await app.database.query(`SELECT detail FROM audit_events WHERE type = 'password_reset'`);
    expect(events[0]).toEqual({ detail: { email: 'new.person@example.test', by: 'command line' } });
  });

  test('user:remove takes an account out of everything that it did, and refuses one that owns a workspace', async () => {
    const owner = await signInAsOwner();
    const { workspace, user } = (await owner.get('/api/auth/session')).body;
    const email = 'leaving@example.test';
    const made = await signpost(['user:create', email, '--workspace', workspace.slug as string]);
    const client = app.client();
    await client.post('/api/auth/login', { email, password: /with the password (\S+)/.exec(made.stdout)?.[1] });
    const userId = (await client.get('/api/auth/session')).body.user.id as string;
    const link = (
      await client.post('/api/links', { destinationUrl: 'https://example.com/', responsibleUserId: userId })
    ).body;

    expect(await signpost(['user:remove', email.toUpperCase()])).toEqual({
      code: 0,
      stdout: `${email} is removed.\n`,
      stderr: '',
    });
    expect((await client.get('/api/auth/session')).body.user).toBeNull();
    expect((await owner.get(`/api/links/${link.id as string}`)).body).toMatchObject({
      creator: null,
      responsibleUserId: null,
    });
    const { items } = (await owner.get(`/api/links/${link.id as string}/history`)).body;
    expect(items[0]).toMatchObject({
      actor: null,
      changes: [{ field: 'responsibleUserId', from: userId, to: null }],
    });
    const [event] = (await owner.get('/api/admin/audit-events?type=member_removed')).body.items;
    expect(event.detail).toEqual({ userId, email, by: 'command line' });
    expect(await app.database.query('SELECT FROM users WHERE email = $1', [email])).toEqual([]);

    const refused = await signpost(['user:remove', user.email as string]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`owns ${workspace.slug as string}`)]);
    expect((await owner.get('/api/auth/session')).body.user).not.toBeNull();
  });

  test.each([
    ['nobody to remove', ['user:remove', 'nobody@example.test'], 'There is no account', ''],
    ['an unknown account', ['user:reset-password', 'nobody@example.test'], 'There is no account', ''],
    ['a malformed address', ['user:create', 'nobody'], 'not an email address', ''],
    ['a short password', ['user:create', 'x@example.test', '--password-stdin'], '12 to 200', 'short'],
    ['a guessable password', ['user:create', 'x@example.test', '--password-stdin'], 'easy to guess', 'password1234'],
    ['an unknown workspace', ['user:create', 'x@example.test', '--workspace', 'none'], 'no workspace none', ''],
    ['a role in no workspace', ['user:create', 'x@example.test', '--role', 'VIEWER'], '--workspace', ''],
    ['an unknown workspace to erase', ['workspace:erase', 'none'], 'no workspace none', ''],
    ['an unknown role', ['user:create', 'x@example.test', '--role', 'OWNER'], 'MEMBER or VIEWER', ''],
  ])('refuses %s in one line', async (_, args, message, input) => {
    const { code, stdout, stderr } = await signpost(args, {}, input);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await app.database.query(`SELECT FROM users WHERE email = 'x@example.test'`)).toEqual([]);
  });
});

test('workspace:erase empties a workspace that was deleted, once, and none that is in use', async () => {
  const used = (await (await signInAsOwner()).get('/api/auth/session')).body.workspace.slug as string;
  const refused = await signpost(['workspace:erase', used]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(`^${used} is not deleted\\. [^\\n]+\\n$`)]);
  await app.database.query(
    `INSERT INTO workspaces (id, slug, name, deleted_at) VALUES (gen_random_uuid(), 'former', 'Their name', now())`,
  );
  expect(await signpost(['workspace:erase', 'former'])).toEqual({
    code: 0,
    stdout: 'former is erased. Its slug stays taken.\n',
    stderr: '',
  });
  expect(await app.database.query(`SELECT name FROM workspaces WHERE slug = 'former'`)).toEqual([{ name: '' }]);
  const again = await signpost(['workspace:erase', 'former']);
  expect(again).toEqual({ code: 1, stdout: '', stderr: 'former is already erased.\n' });
});

describe('doctor', () => {
  test('finds a sound installation sound', async () => {
    const { code, stdout, stderr } = await signpostLine(['doctor', '--json']);
    const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
    expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
    expect([code, stderr]).toEqual([0, '']);
    const address = findings.find(({ check }) => check === 'public address');
    expect(address).toMatchObject({ state: 'ok' });
    expect(readdirSync(join(app.dataDir, 'uploads')).filter((name) => name.startsWith('doctor'))).toEqual([]);
  });

  test('says what is wrong and what to do about it', async () => {
    const { code, stdout } = await signpost(['doctor'], {
      SMTP_URL: 'smtp://127.0.0.1:1',
      REDIS_URL: 'redis://127.0.0.1:1',
      OPERATOR_EMAILS: 'ops@example.test',
      DATABASE_POOL_SIZE: '400',
      PUBLIC_URL: 'http://localhost:2',
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/WARNING\s+public address: .*ECONNREFUSED.*\n.*localhost is the container itself/);
    expect(stdout).toMatch(/FAILED\s+mail: 127\.0\.0\.1:1/);
    expect(stdout).toMatch(/FAILED\s+redis/);
    expect(stdout).toMatch(/WARNING\s+secrets: OPERATOR_EMAILS is set and JOBS_SECRET is not/);
    expect(stdout).toMatch(/WARNING\s+database: .*402 of/);
  });

  test('a storage that takes nothing is named with its reason, and nothing else is on standard output', async () => {
    const { code, stdout } = await signpost(['doctor', '--json'], {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'logos',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'very-secret',
      S3_PUBLIC_URL: 'http://127.0.0.1:1/logos',
    });
    const findings = JSON.parse(stdout) as { check: string; state: string; detail: string; action?: string }[];
    expect(code).toBe(1);
    expect(findings.find(({ check }) => check === 'storage')).toEqual({
      check: 'storage',
      state: 'failed',
      detail: expect.stringMatching(/^bucket logos at http:\/\/127\.0\.0\.1:1\/?: .*ECONNREFUSED/),
      action: expect.stringContaining('S3_ENDPOINT'),
    });
    expect(stdout).not.toContain('very-secret');
  });

  test('a database that is away is told, and everything else is looked at', async () => {
    const env = { DATABASE_URL: 'postgres://user:pass@127.0.0.1:1/none' };
    const { code, stdout, stderr } = await signpost(['doctor', '--json'], env);
    const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
    expect([code, stderr]).toEqual([1, '']);
    expect(findings).toHaveLength(16);
    const failed = findings.filter(({ state }) => state === 'failed');
    expect(failed.map(({ check }) => check)).toEqual([
      'database',
      'settings',
      'time',
      'schema',
      'partitions',
      'jobs',
      'logos',
    ]);
    for (const { detail } of failed) expect(detail).toMatch(/^The database cannot be reached: .*ECONNREFUSED/);
    expect(stdout).not.toContain('pass@');
    // People read it once.
    const { stdout: text } = await signpost(['doctor'], env);
    expect(text.match(/^FAILED.*$/gm)).toEqual([
      expect.stringMatching(/^FAILED\s+database, settings, time, schema, partitions, jobs, logos: .*ECONNREFUSED/),
    ]);
  });

  test('an application whose database is away answers at its public address all the same', async () => {
    const database = await createTestDatabase();
    const other = await startApp({ database });
    try {
      await database.drop();
      const { stdout } = await signpost(['doctor', '--json'], settingsOf(other));
      const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
      expect(findings.find(({ check }) => check === 'database')?.state).toBe('failed');
      expect(findings.find(({ check }) => check === 'public address')).toEqual({
        check: 'public address',
        state: 'ok',
        detail: expect.stringContaining(other.url),
      });
    } finally {
      await other.stop();
    }
  });

  test('a broken configuration is one clear message', async () => {
    const broken = await signpost(['doctor'], { PORT: 'x', SESSION_SECRET: 'short' });
    expect(broken.stderr).toContain('PORT');
    expect(broken.stderr).toContain('SESSION_SECRET');
  });

  test('says which secret is read, whatever file is left from before', async () => {
    const secretOf = async (env: Record<string, string>) => {
      const { stdout } = await signpost(['doctor', '--json'], env);
      return (JSON.parse(stdout) as { check: string; detail: string }[]).find(({ check }) => check === 'secrets')
        ?.detail;
    };
    const file = join(app.dataDir, 'session-secret');
    expect(existsSync(file)).toBe(true);
    expect(await secretOf({})).toBe(`SESSION_SECRET is stored in ${file}`);
    expect(await secretOf({ SESSION_SECRET: 'x'.repeat(32) })).toBe('SESSION_SECRET comes from the environment');
  });
});

describe('a folder that is mistyped', () => {
  const nowhere = (): string => join(folder, 'nowhere');

  test('is told by doctor, and stays away', async () => {
    const { code, stdout } = await signpost(['doctor', '--json'], { DATABASE_URL: '', DATA_DIR: nowhere() });
    const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
    const failed = findings.filter(({ state }) => state === 'failed');
    expect([code, failed.map(({ check }) => check)]).toEqual([
      1,
      ['data folder', 'database', 'settings', 'time', 'schema', 'partitions', 'jobs', 'storage', 'logos'],
    ]);
    expect(existsSync(nowhere())).toBe(false);
  });

  test.each([
    ['backup', '-'],
    ['migrate:plan'],
    ['user:create', 'x@example.test'],
    ['user:reset-password', 'x@example.test'],
    ['user:remove', 'x@example.test'],
    ['workspace:erase', 'none'],
  ])('is told by %s, and stays away', async (...args) => {
    expect(await signpost(args, { DATABASE_URL: '', DATA_DIR: nowhere() })).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is no database in ${nowhere()}, and DATABASE_URL is not set. Check both.\n`,
    });
    expect(existsSync(nowhere())).toBe(false);
  });
});

test('a folder in which no database can be made is told by the name of its setting', async () => {
  const file = join(folder, 'no-folder');
  writeFileSync(file, '');
  const { code, stderr } = await signpost(['migrate'], { DATABASE_URL: '', DATA_DIR: file });
  expect([code, stderr]).toEqual([1, expect.stringMatching(`^DATA_DIR ${file}: it must be a folder [^\n]+\n$`)]);
});

test.each([
  ['backup', '-'],
  ['user:create', 'x@example.test'],
  ['user:reset-password', 'x@example.test'],
  ['user:remove', 'x@example.test'],
  ['workspace:erase', 'none'],
])('%s tells in one line a database that is empty', async (...args) => {
  const database = await createTestDatabase({ empty: true });
  try {
    const { code, stdout, stderr } = await signpost(args, { DATABASE_URL: database.url });
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^Signpost has never run on this database: [^\n]+\n$/),
    ]);
  } finally {
    await database.drop();
  }
});

describe('backup and restore', () => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  async function emptyInstance(): Promise<{ database: TestDatabase; env: Record<string, string>; dataDir: string }> {
    const database = await createTestDatabase({ empty: true });
    databases.push(database);
    const dataDir = mkdtempSync(join(folder, 'restored-'));
    return { database, dataDir, env: { DATABASE_URL: database.url, DATA_DIR: dataDir } };
  }

  test.each(['whole.tar', 'whole.tar.gz'])(
    '%s of the running application makes the same application elsewhere',
    async (name) => {
      const owner = app.client();
      await owner.post('/api/auth/login', { email: 'owner@example.test', password: 'correct-horse-battery-staple' });
      const logo = await owner.upload('/api/workspaces/logo', PNG, 'logo.png', 'image/png');
      expect(logo.status).toBe(200);
      const link = await owner.post('/api/links', { destinationUrl: 'https://example.com/kept', title: name });
      const file = join(folder, name);
      expect(await signpostLine(['backup', file])).toMatchObject({ code: 0, stdout: '' });
      expect(statSync(file).mode & 0o077).toBe(0);
      expect(existsSync(`${file}.part`)).toBe(false);

      const { env, database, dataDir } = await emptyInstance();
      const restored = await signpostLine(['restore', file], env);
      expect(restored).toMatchObject({ code: 0 });
      expect(restored.stderr).toContain('Restored the backup of');
      const twin = await startApp({ database, dataDir });
      try {
        const client = twin.client();
        const login = await client.post('/api/auth/login', {
          email: 'owner@example.test',
          password: 'correct-horse-battery-staple',
        });
        expect(login.status).toBe(200);
        expect((await client.get(`/api/links/${link.body.id}`)).body).toMatchObject({
          title: name,
          slug: link.body.slug,
        });
        expect((await twin.client().get(logo.body.logoUrl)).status).toBe(200);
        const visit = await twin.client().get(`/${link.body.slug}`);
        expect([visit.status, visit.headers.get('location')]).toEqual([302, 'https://example.com/kept']);
        expect((await client.post('/api/links', { destinationUrl: 'https://example.com/more' })).status).toBe(201);
      } finally {
        await twin.kill('SIGTERM');
      }
    },
  );

  test('a storage that is away ends a backup with one line and its reason, and leaves no file', async () => {
    const file = join(folder, 'without-logos.tar');
    const { code, stderr } = await signpost(['backup', file], TestBucket.envAt(1));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The file storage is unavailable[^\n]+ECONNREFUSED[^\n]*\n$/),
    ]);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    // The rest can be backed up all the same.
    const rest = await signpost(['backup', file, '--without-uploads'], TestBucket.envAt(1));
    expect([rest.code, rest.stderr]).toEqual([0, expect.stringMatching(/^Backed up [^\n]+ and 0 uploaded files\.\n$/)]);
    expect(existsSync(file)).toBe(true);
  });

  test('what a backup is says its content: standard input has no name, and a name may be wrong', async () => {
    const file = join(folder, 'plain.tar');
    await signpost(['backup', file]);
    const tar = readFileSync(file);
    const renamed = join(folder, 'renamed.tar.gz');
    writeFileSync(renamed, tar);
    for (const [args, input] of [
      [['restore', '-'], gzipSync(tar)],
      [['restore', '-'], tar],
      [['restore', renamed], ''],
    ] as const) {
      const { code, stderr } = await signpostLine(args, (await emptyInstance()).env, input);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^Restored the backup of [^\n]+\n$/)]);
    }
    for (const input of ['', 'x']) {
      const { code, stderr } = await signpost(['restore', '-'], (await emptyInstance()).env, input);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^The backup [^\n]*ends too early[^\n]+\n$/)]);
    }
  });

  test('a backup has a name that says what it is: a tar, packed or not', async () => {
    for (const name of ['backup.zip', 'backup', 'backup.gz', 'backup.tar.zst']) {
      const { code, stdout, stderr } = await signpost(['backup', join(folder, name)]);
      expect([name, code, stdout, stderr]).toEqual([
        name,
        1,
        '',
        expect.stringMatching(/^A backup is a tar file: .+\n$/),
      ]);
      expect(existsSync(join(folder, name))).toBe(false);
    }
    expect(await signpost(['backup', join(folder, 'short.tgz')])).toMatchObject({ code: 0 });
    expect([...readFileSync(join(folder, 'short.tgz')).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  });

  test('a running or a used instance is not overwritten, and a missing or damaged file is one line', async () => {
    const file = join(folder, 'refused.tar');
    await signpost(['backup', file]);
    const refused = await signpost(['restore', file]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^Signpost is running on the database [^\n]+\n$/),
    ]);
    const { password } = new URL(app.database.url);
    expect(password === '' || !refused.stderr.includes(password)).toBe(true);
    const { env } = await emptyInstance();
    const broken = {
      'no-tar': Buffer.from('no tar at all'.repeat(100)),
      cut: gzipSync(readFileSync(file)).subarray(0, -9),
    };
    for (const [name, content] of Object.entries(broken)) {
      const named = join(folder, `${name}.tar.gz`);
      writeFileSync(named, content);
      const { code, stderr } = await signpost(['restore', named], env);
      expect([name, code, stderr]).toEqual([name, 1, expect.stringMatching(/^The backup is damaged [^\n]+\n$/)]);
    }
    const missing = await signpost(['restore', join(folder, 'none.tar')], (await emptyInstance()).env);
    expect(missing.code).toBe(1);
    expect(missing.stderr.trim().split('\n')).toHaveLength(1);
  });
});

test('migrate:plan says what migrate will do, and migrate does it once', async () => {
  const database = await createTestDatabase({ empty: true });
  const env = { DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(folder, 'migrate-')) };
  try {
    const plan = await signpost(['migrate:plan'], env);
    const names = plan.stdout.trim().split('\n');
    expect(names[0]).toBe('0001_accounts');
    expect(await database.query(`SELECT to_regclass('users') AS users`)).toEqual([{ users: null }]);
    expect((await signpost(['migrate:plan', '--sql'], env)).stdout).toContain('CREATE TABLE users');
    expect((await signpostLine(['migrate'], env)).stdout).toBe(`Applied: ${names.join(', ')}\n`);
    for (const command of ['migrate', 'migrate:plan']) {
      expect((await signpost([command], env)).stdout).toBe('No pending migrations.\n');
    }
  } finally {
    await database.drop();
  }
});

test('a database that a newer version has migrated is refused by name, whatever is asked of it', async () => {
  const database = await createTestDatabase();
  await database.query(`INSERT INTO schema_migrations (name, checksum) VALUES ('9999_from_tomorrow', 'x')`);
  const env = { DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(folder, 'newer-')) };
  try {
    const file = join(folder, 'newer.tar');
    await signpost(['backup', file]);
    for (const args of [['migrate'], ['migrate:plan'], ['backup', '-'], ['restore', file]]) {
      const { code, stdout, stderr } = await signpost(args, env);
      expect([args, code, stdout, stderr]).toEqual([
        args,
        1,
        '',
        expect.stringMatching(/^A newer version of Signpost has changed this database: 9999_from_tomorrow [^\n]+\n$/),
      ]);
    }
    const { stdout } = await signpost(['doctor', '--json'], env);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({
        check: 'schema',
        state: 'failed',
        detail: expect.stringContaining('9999_from_tomorrow'),
      }),
    );
    const start = spawnSync(process.execPath, [MAIN], { encoding: 'utf8', env: { ...COMPILE_CACHE, ...env } });
    expect([start.status, start.stderr.trim().split('\n').at(-1)]).toEqual([
      1,
      expect.stringContaining('9999_from_tomorrow'),
    ]);
  } finally {
    await database.drop();
  }
});

test('a database of an older version is told by what needs the tables of this one, and can be backed up', async () => {
  const database = await createTestDatabase();
  await database.query(`DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)`);
  const env = { DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(folder, 'older-')) };
  try {
    for (const args of [
      ['user:list'],
      ['user:create', 'x@example.test'],
      ['user:reset-password', 'x@example.test'],
      ['workspace:erase', 'none'],
      ['export-redirects', '--format', 'json'],
      ['import', join(folder, 'none.csv'), '--workspace', 'none'],
    ])
      expect([args[0], await signpost(args, env)]).toEqual([
        args[0],
        { code: 1, stdout: '', stderr: expect.stringMatching(/^The database has pending migrations: [^\n]+\n$/) },
      ]);
    expect((await signpost(['backup', join(folder, 'older.tar')], env)).code).toBe(0);
  } finally {
    await database.drop();
  }
});

test('the settings of a database do not reach our connections, and doctor knows them', async () => {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const setting of [`datestyle = 'German, DMY'`, `timezone = 'Asia/Kolkata'`, `bytea_output = 'escape'`])
    await database.query(`ALTER DATABASE ${name} SET ${setting}`);
  const german = await startApp({ database });
  try {
    const owner = await setUpOwner(german);
    const made = await owner.post('/api/links', {
      destinationUrl: 'https://example.com/',
      expiresAt: Date.UTC(2099, 0, 2),
    });
    expect([made.status, made.body.expiresAt]).toEqual([201, '2099-01-02T00:00:00.000Z']);
    expect((await owner.get('/api/auth/sessions')).status).toBe(200);
    const { stdout } = await signpost(['doctor', '--json'], { DATABASE_URL: database.url });
    const findings = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
    const settings = findings.find(({ check }) => check === 'settings');
    // Test databases run without fsync, which is a warning.
    expect(settings).toMatchObject({ state: 'warning', detail: expect.stringContaining('German') });
  } finally {
    await german.stop();
    await database.drop();
  }
});

test('a reader that has seen enough, such as head, is no failure', () => {
  const command = `"${process.execPath}" "${CLI}" doctor | head -n 1`;
  const env = { PATH: process.env['PATH'], ...COMPILE_CACHE, ...settingsOf(app) };
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env });
  expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
});

// Where there is no such device, there is no full disk either.
test.runIf(existsSync('/dev/full'))(
  'standard output that takes nothing is one line, and standard error as well',
  () => {
    const env = { PATH: process.env['PATH'], ...COMPILE_CACHE, ...settingsOf(app) };
    const run = (tail: string) =>
      spawnSync('sh', ['-c', `"${process.execPath}" "${CLI}" ${tail}`], { encoding: 'utf8', env });
    for (const command of ['--version', 'export-redirects --format json']) {
      const { status, stderr } = run(`${command} > /dev/full`);
      expect([status, stderr]).toEqual([1, expect.stringMatching(/^Standard output .*ENOSPC[^\n]*\n$/)]);
    }
    const { status } = run('backup - 2> /dev/full > /dev/null');
    expect(status).toBe(0);
  },
);

test.each<[NodeJS.Signals, number]>([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('a backup that is interrupted by %s leaves no file', async (signal, code) => {
  const place = mkdtempSync(join(folder, 'interrupted-'));
  await app.database.transaction(async (tx) => {
    // It comes to this table in the middle.
    await tx.query('LOCK TABLE links IN ACCESS EXCLUSIVE MODE');
    const command = spawn(process.execPath, [CLI, 'backup', join(place, 'a.tar')], {
      env: { ...process.env, ...COMPILE_CACHE, ...settingsOf(app) },
      stdio: 'ignore',
    });
    const ended = once(command, 'exit');
    await eventually(() => readdirSync(place).length > 0);
    command.kill(signal);
    expect(await ended).toEqual([code, null]);
  });
  expect(readdirSync(place)).toEqual([]);
});

test('a command that is not understood says how it is used, and one that is asked about says so, too', async () => {
  for (const args of [['nonsense'], ['restore'], ['backup', 'a.tar', 'b.tar'], ['doctor', '--nope']]) {
    const { code, stdout, stderr } = await signpostLine(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: signpost');
  }
  expect((await signpostLine(['nonsense'])).stderr).toMatch(/^Unknown command: nonsense\n/);
  for (const args of [[], ['help'], ['backup', '--help']]) {
    const { code, stdout, stderr } = await signpostLine(args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: signpost');
  }
});

test('--version says which one it is', async () => {
  const { version } = (await app.client().get('/api/health')).body as { version: string };
  expect(await signpostLine(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('help and refusals read neither the database nor the passwords', () => {
  const loaded = loadedBefore('cli.js');
  expect(loaded).toContain('reflect-metadata');
  for (const name of ['pg', '@node-rs/argon2']) expect(loaded).not.toContain(name);
});
