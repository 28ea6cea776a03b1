import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { choosePostgresAccount } from '../apps/api/src/platform/database/embedded/postgres-account.js';
import { preparePostgresBinaries } from '../apps/api/src/platform/database/embedded/postgres-binaries.js';
import { freePort } from '../libs/testing/src/app-process.js';

/** The npm alias of the oldest supported PostgreSQL; its programs are available for Linux on x64 only. */
const PACKAGE = 'postgres-oldest';
const START_WITHIN_MS = 60_000;

/**
 * Starts the oldest supported PostgreSQL in a temporary folder, for the duration of a test run only: it trusts every
 * client that reaches its port on the loopback address.
 *
 * @param args further arguments of `postgres`
 * @returns its address, the folder of its cluster, and what ends it
 */
export async function startOldestPostgres(
  args: readonly string[],
): Promise<{ url: string; data: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-oldest-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const account = choosePostgresAccount(data);
  if (account !== null) for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const programs = await preparePostgresBinaries(account, folder, PACKAGE);
  const options = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', TZ: 'UTC' } };
  const cluster = ['-D', data, '-U', 'signpost', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8'];
  const made = spawnSync(programs.initdb, cluster, { ...options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb of ${PACKAGE} failed: ${made.stderr}`);
  const port = await freePort();
  const address = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', String(port)];
  const server = spawn(programs.postgres, ['-D', data, ...address, ...args], { ...options, stdio: 'ignore' });
  const url = `postgresql://signpost@127.0.0.1:${String(port)}/postgres`;
  await untilReady(url);
  return {
    url,
    data,
    stop: async () => {
      server.kill('SIGINT');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  const end = performance.now() + START_WITHIN_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
