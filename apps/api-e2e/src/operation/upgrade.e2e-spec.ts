import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  eventually,
  freePort,
  httpSend,
  OWNER,
  startApp,
  type TestDatabase,
} from '@signpost/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Visitors } from '../support/visitors.js';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const UPGRADE = new URL('./upgrade/', import.meta.url);
const MIGRATIONS = new URL('../../../../apps/api/src/migrations/', import.meta.url);
const FROZEN = new URL('released-schema.sql', UPGRADE);
const TODAY = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.sql'))
  .sort();
/** The last migration of the schema that it begins with: the released one; before the first release, today's. */
const FIRST = existsSync(FROZEN)
  ? (/^-- The schema up to (\w+),/.exec(readFileSync(FROZEN, 'utf8'))?.[1] ?? 'unknown')
  : (TODAY.at(-1) ?? '').slice(0, -4);
const NEXT = readdirSync(new URL('next/', UPGRADE)).sort();

let folder: string;
let database: TestDatabase;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-upgrade-'));
  database = await createTestDatabase({ empty: true });
  await makeFirstSchema();
  await database.pool.query(readFileSync(new URL('first-data.sql', UPGRADE), 'utf8'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The schema that the upgrade begins with: the released one that `tools/migrations/freeze.mjs` has frozen. Before the
 * first release nothing is frozen, for the first migrations may still change: then it is what they make today.
 */
async function makeFirstSchema(): Promise<void> {
  if (existsSync(FROZEN)) {
    await database.pool.query(readFileSync(FROZEN, 'utf8'));
    return;
  }
  const migrating = run(join(REPOSITORY, 'dist/apps/api/cli.js'), ['migrate'], {});
  expect([await migrating.ended, migrating.output()]).toEqual([0, expect.any(String)]);
}

/** The built application with another set of migrations: another version of it, as far as the database can tell. */
function makeVersion(name: string, edit: (migrations: string) => void): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'dist/apps'), { recursive: true });
  cpSync(join(REPOSITORY, 'dist/apps/api'), join(root, 'dist/apps/api'), { recursive: true });
  cpSync(join(REPOSITORY, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  edit(join(root, 'dist/apps/api/migrations'));
  return join(root, 'dist/apps/api');
}

interface Running {
  readonly url: string;
  readonly ended: Promise<number | null>;
  readonly child: ChildProcess;
  readonly output: () => string;
}

function run(program: string, args: string[], env: Record<string, string>): Running {
  const url = `http://127.0.0.1:${env['PORT'] ?? ''}`;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      JOBS_SCHEDULER: 'off',
      PUBLIC_URL: url,
      ...env,
    },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { url, child, output: () => output, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

/** The version before: it knows the first migrations alone, and redirects. */
async function startOld(): Promise<Running> {
  const old = makeVersion('old', (migrations) => {
    for (const file of readdirSync(migrations)) if (file > `${FIRST}.sql`) rmSync(join(migrations, file));
  });
  const app = run(join(old, 'main.js'), [], { PORT: String(await freePort()), ROLES: 'redirect' });
  await eventually(async () => {
    if (app.child.exitCode !== null) throw new Error(app.output());
    return (await httpSend('GET', new URL('/steady', app.url), {}, undefined).catch(() => null))?.status === 302;
  });
  return app;
}

const applied = async (): Promise<string[]> =>
  (await database.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name')).map(({ name }) => name);

test('a start says how many migrations it has applied, and the newest', async () => {
  const next = makeVersion('next', (migrations) => {
    cpSync(fileURLToPath(new URL('next/', UPGRADE)), migrations, { recursive: true });
  });
  const port = String(await freePort());
  const app = run(join(next, 'main.js'), [], { PORT: port, LOG_LEVEL: 'info', ROLES: 'redirect' });
  await eventually(() => {
    if (app.child.exitCode !== null) throw new Error(app.output());
    return app.output().includes('Signpost is ready');
  });
  const pending = [...TODAY, ...NEXT].sort().filter((file) => file > `${FIRST}.sql`);
  expect(app.output()).toContain(
    `${pending.length} migrations applied, up to ${pending.at(-1)?.slice(0, -4) ?? 'nothing'}.`,
  );
});

test('the first schema becomes today’s and the next one while the version before redirects, and nothing is lost', async () => {
  const old = await startOld();
  expect((await applied()).at(-1)).toBe(FIRST);
  const visitors = new Visitors(old.url, ['/steady', '/formerly', '/capped'], (n) =>
    n < 2_000 ? `/fresh-${n + 1}` : null,
  );
  visitors.start(8);
  await visitors.until(200);

  const next = makeVersion('next', (migrations) => {
    cpSync(fileURLToPath(new URL('next/', UPGRADE)), migrations, { recursive: true });
  });
  // Somebody's long transaction, as a report or a backup has: what needs the table for itself has to wait for it.
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; LOCK TABLE links IN ACCESS SHARE MODE');
  const migrating = run(join(next, 'cli.js'), ['migrate'], {});
  await eventually(() => migrating.output().includes('waiting for a long transaction'));
  await visitors.until(visitors.answered + 200);
  await reader.query('COMMIT');
  await reader.end();
  expect([await migrating.ended, migrating.output()]).toEqual([0, expect.stringContaining(`Applied: `)]);
  await visitors.until(visitors.answered + 200);

  expect(await applied()).toEqual([...TODAY, ...NEXT].sort().map((file) => file.slice(0, -4)));
  const [index] = await database.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = 'links_colour_idx'::regclass`,
  );
  expect(index).toEqual({ indisvalid: true });

  // The version before goes on until the new one has taken its place.
  const app = await startApp({ main: join(next, 'main.js'), database, dataDir: join(folder, 'data-new') });
  try {
    visitors.move(app.url);
    await visitors.until(visitors.answered + 200);
    old.child.kill('SIGTERM');
    expect(await old.ended).toBe(0);
    await visitors.until(visitors.answered + 200);
    await visitors.stop();
    expect(visitors.failures).toEqual([]);

    const owner = app.client();
    expect((await owner.post('/api/auth/login', OWNER)).status).toBe(200);
    const { body: list } = await owner.get('/api/links?perPage=1&archived=all');
    expect(list.total).toBe(2_003);
    const id = '01900000-0000-7000-a000-000000000001';
    expect((await owner.get(`/api/links/${id}`)).body).toMatchObject({
      slug: 'steady',
      aliases: ['formerly'],
      tags: ['kept'],
    });
    const count = () => database.query<{ n: number }>('SELECT count(*)::int AS n FROM click_events WHERE outcome = 0');
    await eventually(async () => ((await count())[0]?.n ?? 0) >= visitors.answered);
    expect(await count()).toEqual([{ n: visitors.answered }]);
    process.stdout.write(
      `      ${visitors.answered} redirects, 0 failed, slowest ${Math.round(visitors.slowestMs)} ms\n`,
    );
  } finally {
    await app.stop();
  }
});
