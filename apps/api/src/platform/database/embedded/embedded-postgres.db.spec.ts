import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { build } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DataDirInUseError } from '../data-dir-lock.js';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.js';

const isRoot = process.getuid?.() === 0;
let folder: string;
let running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pg-'));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir = folder): Promise<EmbeddedPostgres> {
  const errors: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => errors.push(message) };
  try {
    const server = await startEmbeddedPostgres({ dataDir, log });
    running.push(server);
    return server;
  } catch (error) {
    if (errors.length === 0) throw error;
    throw new Error(errors.join('\n'), { cause: error });
  }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves once the query succeeds again. */
function queryEventually(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return vi.waitFor(() => query(url, sql), { timeout: 30_000, interval: 50 });
}

/** A zombie process (state Z) is dead. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${String(pid)}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

describe('an embedded PostgreSQL', () => {
  test('starts, can be stopped twice, and has its data after the next start', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    await Promise.all([first.stop(), first.stop()]);
    expect(isAlive(first.pid)).toBe(false);
    await expect(query(first.url, 'SELECT 1')).rejects.toThrow();

    const second = await start();
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
  });

  test('supports trigram search with letters beyond ASCII', async () => {
    const { url } = await start();
    await query(url, 'CREATE EXTENSION pg_trgm');
    const rows = await query(
      url,
      "SELECT lower('ÄÖ') AS lower, similarity('münchen', 'MÜNCHEN')::float8 AS similarity",
    );
    expect(rows).toEqual([{ lower: 'äö', similarity: 1 }]);
  });

  test('rejects a wrong password', async () => {
    const url = new URL((await start()).url);
    url.password = 'wrong';
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('is restarted with the same URL after kill -9, with all committed data', async () => {
    const server = await start();
    const killed = server.pid;
    const exits: unknown[] = [];
    server.onExit((exit) => exits.push(exit));
    await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(
      () => {
        expect(server.pid).not.toBe(killed);
      },
      { timeout: 30_000 },
    );
    expect(await queryEventually(server.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    expect(exits).toEqual([{ code: null, signal: 'SIGKILL' }]);
  });

  test('a second start in the same folder fails and names the process that uses it', async () => {
    const server = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirInUseError);
    expect(refusal).toMatchObject({ ownerPid: process.pid });
    expect(String(refusal)).toContain(`${folder} is in use by process ${String(process.pid)}`);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('can be found by a tool while it runs, and not afterwards', async () => {
    expect(findRunningEmbeddedPostgres(folder)).toBeNull();
    const server = await start();
    expect(findRunningEmbeddedPostgres(folder)).toBe(server.url);
    await server.stop();
    expect(findRunningEmbeddedPostgres(folder)).toBeNull();
  });

  test('uses a socket folder elsewhere when its own path is too long, and removes it', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const server = await start(deep);
    const socketDir = new URL(server.url).searchParams.get('host') ?? '';
    expect(socketDir.startsWith(deep)).toBe(false);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(existsSync(socketDir)).toBe(false);
  });

  test('protects its files from other users', async () => {
    const server = await start();
    const socketDir = new URL(server.url).searchParams.get('host') ?? '';
    expect((await lstat(socketDir)).mode & 0o077).toBe(0);
    for (const name of ['password', 'url', 'cluster', 'owner.lock', 'owner.lock.pid']) {
      expect((await lstat(join(folder, 'postgres', name))).mode & 0o077).toBe(0);
    }
    // Root's server runs as another user, who may traverse the folders but not list them.
    for (const path of [folder, join(folder, 'postgres')]) {
      expect((await lstat(path)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
    }
  });

  test('starts although the process id in postmaster.pid now belongs to another process', async () => {
    await (await start()).stop();
    const pidFile = join(folder, 'postgres', 'cluster', 'postmaster.pid');
    await writeFile(pidFile, `${String(process.pid)}\n${folder}\n0\n5432\n\n\n0 0\nready\n`);
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('starts although the process id in the socket lock file now belongs to another process', async () => {
    const first = await start();
    const socketDir = new URL(first.url).searchParams.get('host') ?? '';
    await first.stop();
    await writeFile(
      join(socketDir, '.s.PGSQL.5432.lock'),
      `${String(process.pid)}\n${folder}\n0\n5432\n${socketDir}\n`,
    );
    await writeFile(join(socketDir, '.s.PGSQL.5432'), '');
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('kills the initdb of a killed start, which would go on in its folder', async () => {
    const draft = join(folder, 'postgres', 'cluster.new');
    await mkdir(draft, { recursive: true });
    // A script's name is that of its process; it ends by itself with the test.
    const program = join(folder, 'initdb');
    await writeFile(program, '#!/bin/sh\necho at work\nread -r _\n', { mode: 0o755 });
    const left = spawn(program, { cwd: draft, stdio: ['pipe', 'pipe', 'ignore'] });
    const end = once(left, 'exit');
    await once(left.stdout, 'data');
    const server = await start();
    left.stdin.end();
    expect(await end).toEqual([null, 'SIGKILL']);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('that cannot start says why, whatever the level at which PostgreSQL says it', async () => {
    await (await start()).stop();
    await rm(join(folder, 'postgres', 'cluster', 'global', 'pg_control'));
    await expect(start()).rejects.toThrow(
      /^PostgreSQL ended while starting: .*could not open file "\S+pg_control": No such file or directory$/,
    );
  });

  test.runIf(isRoot)('runs for root in a folder that only root can enter', async () => {
    const closed = join(folder, 'home');
    await mkdir(closed, { mode: 0o700 });
    const server = await start(join(closed, 'checkout', 'data'));
    await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS value');
    process.kill(server.pid, 'SIGKILL');
    expect(await queryEventually(server.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    expect((await lstat(closed)).mode & 0o777).toBe(0o700);
  });
});

describe('when its owner dies', () => {
  let bundle: string;
  let owners: { process: ChildProcess; server?: number }[] = [];

  beforeAll(async () => {
    // A separate process that can be killed: the bundled launcher with a few lines around it.
    bundle = await mkdtemp(join(process.cwd(), 'node_modules', '.cache-owner-'));
    const source = join(import.meta.dirname, 'embedded-postgres.ts');
    const entry = join(bundle, 'entry.ts');
    await writeFile(
      entry,
      `import { startEmbeddedPostgres } from ${JSON.stringify(source)};
       const log = { info() {}, warn(message) { process.send({ warning: message }); }, error() {} };
       startEmbeddedPostgres({ dataDir: process.argv[2], log }).then(
         (server) => process.send({ url: server.url, pid: server.pid }),
         (error) => { process.send({ error: String(error) }); process.exitCode = 3; process.disconnect(); },
       );`,
    );
    await build({
      input: entry,
      platform: 'node',
      external: /^(node:|pg$)/,
      output: { file: join(bundle, 'owner.mjs'), format: 'esm' },
      logLevel: 'silent',
    });
  });

  afterEach(async () => {
    for (const { process: owner } of owners) owner.kill('SIGKILL');
    // The folder is removed next, and a server that is still being stopped would write into it.
    await vi.waitFor(
      () => {
        expect(owners.filter(({ server }) => server !== undefined && isAlive(server))).toEqual([]);
      },
      { timeout: 30_000 },
    );
    owners = [];
  });

  afterAll(() => rm(bundle, { recursive: true, force: true }));

  async function own(
    as: { uid?: number; gid?: number } = {},
  ): Promise<{ owner: ChildProcess; url: string; pid: number; error?: string }> {
    const owner = fork(join(bundle, 'owner.mjs'), [folder], as);
    const entry: (typeof owners)[number] = { process: owner };
    owners.push(entry);
    for (;;) {
      const [message] = (await once(owner, 'message')) as [
        { url: string; pid: number; error?: string; warning?: string },
      ];
      if (message.warning !== undefined) continue;
      entry.server = message.pid;
      return { owner, ...message };
    }
  }

  test('another process cannot start while it lives', async () => {
    const { owner } = await own();
    await expect(start()).rejects.toMatchObject({ name: 'DataDirInUseError', ownerPid: owner.pid });
  });

  test.runIf(isRoot)('a user id without a name starts, or fails with one line that says what is missing', async () => {
    const NAMELESS = 1_000_650_000;
    await chmod(bundle, 0o755);
    await chown(folder, NAMELESS, 0);
    const { url, error } = await own({ uid: NAMELESS, gid: 0 });
    if (error === undefined) expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    else expect(error).toMatch(/^UnnamedUserError: The user id 1000650000 has no name .+ libnss-wrapper.+$/);
  });

  test('a killed owner leaves no server behind and its lock is free', async () => {
    const { owner, pid } = await own();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await vi.waitFor(
      () => {
        expect(isAlive(pid)).toBe(false);
      },
      { timeout: 30_000 },
    );
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a server whose watchdog was killed too is stopped by the next start', async () => {
    const { owner, pid, url } = await own();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
    for (const child of await childrenOf(owner.pid ?? 0)) if (child !== pid) process.kill(child, 'SIGKILL');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(isAlive(pid)).toBe(true);

    const next = await start();
    expect(isAlive(pid)).toBe(false);
    expect(await query(next.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
  });

  async function childrenOf(pid: number): Promise<number[]> {
    const list = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
    return list.trim().split(' ').map(Number);
  }
});
