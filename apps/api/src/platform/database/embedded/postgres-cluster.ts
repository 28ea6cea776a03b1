import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { canReach, choosePostgresAccount, type PostgresAccount } from './postgres-account.js';
import { preparePostgresBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { killInitdb } from './postgres-orphans.js';
import { postgresAllocator } from './postgres-settings.js';
import { nameForUser } from './postgres-user-name.js';
import { OutsideError } from '../../errors/outside-error.js';

/** The superuser and the database that the launcher creates. */
const POSTGRES_USER = 'signpost';
/** Name of the database in an embedded cluster. */
export const POSTGRES_DATABASE = 'signpost';

const SOCKET_PORT = 5432;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with the final zero. */
const LONGEST_SOCKET_PATH = 103;
/** File descriptor through which the server reaches its home folder; see `pathForServer`. */
const HOME_DESCRIPTOR = 3;

/** The fixed settings of a server, which stay the same when this process restarts it. */
export interface PostgresCluster {
  readonly account: PostgresAccount | null;
  readonly binaries: PostgresBinaries;
  /** The folder with all files of the launcher. */
  readonly homeDir: string;
  /** PostgreSQL's own data directory. */
  readonly clusterDir: string;
  /** Folder of the Unix socket; null: TCP on the loopback address. */
  readonly socketDir: string | null;
  readonly port: number;
  readonly password: string;
  /** Whether the server's account cannot reach `homeDir`. */
  readonly secluded: boolean;
  /** Environment variables that give our user id a name if the machine has none for it. */
  readonly nameEnv: Readonly<Record<string, string>>;
}

/** Folder of the launcher's files in `DATA_DIR`. */
export function postgresHome(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}

/** Prepares folders, programs, password and, the first time, the database cluster itself. */
export async function prepareCluster(dataDir: string): Promise<PostgresCluster> {
  const homeDir = postgresHome(dataDir);
  const clusterDir = join(homeDir, 'cluster');
  const account = choosePostgresAccount(clusterDir);
  // Other accounts may traverse our two folders but not list them; the files in them have their own permissions.
  if (account !== null) {
    for (const folder of [resolve(dataDir), homeDir]) await chmod(folder, (await stat(folder)).mode | 0o011);
  }
  const binaries = await preparePostgresBinaries(account, homeDir);
  const password = await readOrMakePassword(join(homeDir, 'password'));
  const socketDir = await prepareSocketDir(homeDir, account);
  const cluster: PostgresCluster = {
    account,
    binaries,
    homeDir,
    clusterDir,
    socketDir,
    port: socketDir === null ? await freePort() : SOCKET_PORT,
    password,
    secluded: !canReach(homeDir, account),
    nameEnv: existsSync(clusterDir) ? {} : await nameForUser(homeDir, account),
  };
  if (existsSync(clusterDir)) await adoptFiles(clusterDir, account);
  else await initialise(cluster);
  return cluster;
}

/** Connection URL of the cluster's database; a socket is given as the `host` parameter, as libpq and pg read it. */
export function clusterUrl(cluster: PostgresCluster): string {
  const url = new URL(`postgresql://${POSTGRES_USER}:${cluster.password}@127.0.0.1:${String(cluster.port)}`);
  url.pathname = `/${POSTGRES_DATABASE}`;
  if (cluster.socketDir !== null) {
    url.hostname = 'localhost';
    url.searchParams.set('host', cluster.socketDir);
  }
  return url.href;
}

/**
 * A path of the cluster for the command line of the server. If the server's account cannot reach the folder (a checkout in
 * root's private home), the server inherits the open folder as a file descriptor and reaches it through /proc, which needs no
 * permission on the folders above.
 */
export function pathForServer(cluster: PostgresCluster, path: string): string {
  if (!cluster.secluded || !path.startsWith(cluster.homeDir)) return path;
  return `/proc/self/fd/${String(HOME_DESCRIPTOR)}${path.slice(cluster.homeDir.length)}`;
}

/**
 * Runs `use` with the spawn options for a program of the cluster: its account, no inherited environment variables that would
 * change PostgreSQL's behaviour (PGDATA, LC_ALL), and its own session, so that Ctrl-C does not reach it.
 */
export function withSpawnOptions<T>(
  cluster: PostgresCluster,
  use: (options: {
    uid?: number;
    gid?: number;
    cwd: string;
    detached: boolean;
    env: NodeJS.ProcessEnv;
    stdio: ('ignore' | 'pipe' | number)[];
  }) => T,
): T {
  const home = cluster.secluded ? openSync(cluster.homeDir, 'r') : null;
  try {
    return use({
      ...cluster.account,
      cwd: process.platform === 'win32' ? cluster.homeDir : '/',
      detached: true,
      env:
        process.platform === 'win32'
          ? process.env
          : { PATH: '/usr/bin:/bin', LC_MESSAGES: 'C', TZ: 'UTC', ...postgresAllocator(), ...cluster.nameEnv },
      stdio: ['ignore', 'ignore', 'pipe', ...(home === null ? [] : [home])],
    });
  } finally {
    if (home !== null) closeSync(home);
  }
}

async function readOrMakePassword(path: string): Promise<string> {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(`${path}.new`, `${password}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return password;
}

async function prepareSocketDir(homeDir: string, account: PostgresAccount | null): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const own = join(homeDir, 'run');
  const fits = Buffer.byteLength(join(own, `.s.PGSQL.${String(SOCKET_PORT)}`)) <= LONGEST_SOCKET_PATH;
  const socketDir = fits ? own : await mkdtemp(join(tmpdir(), 'signpost-'));
  await mkdir(socketDir, { recursive: true });
  await chmod(socketDir, 0o700);
  if (account !== null) await chown(socketDir, account.uid, account.gid);
  return socketDir;
}

/**
 * Removes the socket and its lock file that a killed server has left. PostgreSQL would refuse to start if any process had the id
 * in that file, even one that is not our server. Call it only while none of our servers is running.
 */
export async function removeSocketFiles({ socketDir, port }: PostgresCluster): Promise<void> {
  if (socketDir === null) return;
  const socket = join(socketDir, `.s.PGSQL.${String(port)}`);
  await Promise.all([socket, `${socket}.lock`].map((file) => rm(file, { force: true })));
}

/** Creates the cluster under a temporary name and renames it, so that an interrupted start begins again. */
async function initialise(cluster: PostgresCluster): Promise<void> {
  const { account, homeDir, clusterDir } = cluster;
  const draft = join(homeDir, 'cluster.new');
  await killInitdb(draft);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = join(homeDir, 'run-initdb-password');
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (account !== null) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    // With the C library's UTF-8 locale, trigrams include letters of all languages; without it, search still works.
    const failure = await runInitdb(cluster, draft, passwordFile, ['--lc-ctype=C.UTF-8']);
    if (failure !== null) {
      const second = await runInitdb(cluster, draft, passwordFile, []);
      if (second !== null)
        throw new OutsideError(`DATA_DIR: initdb made no database in ${homeDir}: ${inOneLine(second)}`);
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, clusterDir);
}

/** The error and the hint in the output of a PostgreSQL program; the whole output if it has neither. */
export function inOneLine(output: string): string {
  const lines = [...output.matchAll(/(?:PANIC|FATAL|HINT|error): +(.*)/g)].map(([, words]) => words);
  return (lines.length > 0 ? lines : output.split('\n')).join('; ');
}

/** Returns null on success, otherwise the output of initdb. */
function runInitdb(
  cluster: PostgresCluster,
  draft: string,
  passwordFile: string,
  extra: string[],
): Promise<string | null> {
  const args = [
    `--pgdata=${pathForServer(cluster, draft)}`,
    `--username=${POSTGRES_USER}`,
    `--pwfile=${pathForServer(cluster, passwordFile)}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...extra,
  ];
  return new Promise((done, fail) => {
    // Its working directory is how the next start finds it, should this process be killed.
    const child = withSpawnOptions(cluster, (options) =>
      spawn(cluster.binaries.initdb, args, { ...options, cwd: draft }),
    );
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', fail);
    child.on('close', (code) => {
      done(code === 0 ? null : output.trim() || `exit code ${String(code)}`);
    });
  });
}

/** Gives the files of a cluster that root has restored or moved to the server's account. */
async function adoptFiles(folder: string, account: PostgresAccount | null): Promise<void> {
  if (account === null || (await stat(folder)).uid === account.uid) return;
  for (const name of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, name), account.uid, account.gid);
  }
  await chown(folder, account.uid, account.gid);
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => {
        done(port);
      });
    });
  });
}
