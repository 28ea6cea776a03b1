import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { reasonOf } from '../../errors/reason.js';
import { makePrivateFolder } from '../../security/private-folder.js';
import { isDataDirLocked, lockDataDir } from '../data-dir-lock.js';
import {
  clusterUrl,
  inOneLine,
  pathForServer,
  POSTGRES_DATABASE,
  postgresHome,
  prepareCluster,
  removeSocketFiles,
  withSpawnOptions,
  type PostgresCluster,
} from './postgres-cluster.js';
import { endOrphans } from './postgres-orphans.js';
import { postgresSettings } from './postgres-settings.js';
import { startPostgresWatchdog } from './postgres-watchdog.js';
import { OutsideError } from '../../errors/outside-error.js';
import { within } from '../../time/within.js';

/** Receives the log of the launcher and of the server. */
export interface EmbeddedPostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Where the embedded database is, and where it logs. */
export interface EmbeddedPostgresOptions {
  /** The application's `DATA_DIR`; all files of the database are in its folder `postgres`, which is created if missing. */
  readonly dataDir: string;
  readonly log: EmbeddedPostgresLog;
  /** Further arguments of `postgres`, such as `['-c', 'fsync=off']`; they override the launcher's settings. */
  readonly postgresArgs?: readonly string[];
}

/** How a server ended unexpectedly. It is being restarted. */
export interface PostgresExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running, supervised PostgreSQL server. */
export interface EmbeddedPostgres {
  /** Connection URL of the application's database, as superuser; it stays the same when the server is restarted. */
  readonly url: string;
  /** Current process id of the server; it changes when the server is restarted. */
  readonly pid: number;
  /** Fast clean shutdown: ends open sessions, writes everything, releases the folder. May be called twice. */
  stop(): Promise<void>;
  /** Registers a callback for every unexpected end of the server. Returns the function that removes it. */
  onExit(callback: (exit: PostgresExit) => void): () => void;
}

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const LAST_WORDS_MS = 1_000;
const OUTPUT_LENGTH = 2_000;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * Starts PostgreSQL from the npm packages on `dataDir`, creating the cluster the first time, and keeps it running until
 * `stop`. Resolves when the server accepts connections.
 *
 * @throws DataDirInUseError when another running process uses the same folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, postgresArgs = [] } = options;
  const homeDir = postgresHome(dataDir);
  for (const folder of [dataDir, homeDir]) makePrivateFolder(folder);
  const lock = lockDataDir(dataDir, lockFile(homeDir));
  let supervisor: Supervisor | undefined;
  try {
    if (await endOrphans(join(homeDir, 'cluster'))) log.warn('Ended a PostgreSQL server that a killed run had left.');
    const cluster = await prepareCluster(dataDir);
    supervisor = new Supervisor(cluster, log, postgresArgs);
    await supervisor.start();
    await ensureDatabase(clusterUrl(cluster));
    await writeFile(urlFile(homeDir), clusterUrl(cluster), { mode: 0o600 });
    return supervised(supervisor, cluster, () => {
      lock.release();
    });
  } catch (error) {
    await supervisor?.stop();
    lock.release();
    throw error;
  }
}

/**
 * URL of the server that another process on this machine runs on `dataDir`, or null when there is none: command-line tools use
 * it to connect to the database of a running application.
 */
export function findRunningEmbeddedPostgres(dataDir: string): string | null {
  const homeDir = postgresHome(dataDir);
  if (!existsSync(urlFile(homeDir)) || !isDataDirLocked(lockFile(homeDir))) return null;
  return readFileSync(urlFile(homeDir), 'utf8');
}

function supervised(supervisor: Supervisor, cluster: PostgresCluster, release: () => void): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    try {
      await supervisor.stop();
    } finally {
      await rm(urlFile(cluster.homeDir), { force: true });
      if (cluster.socketDir !== null && !cluster.socketDir.startsWith(cluster.homeDir)) {
        await rm(cluster.socketDir, { recursive: true, force: true });
      }
      release();
    }
  };
  return {
    url: clusterUrl(cluster),
    get pid() {
      return supervisor.pid;
    },
    stop: () => (stopping ??= stop()),
    onExit: (callback) => supervisor.onExit(callback),
  };
}

/** Starts the server process, restarts it when it dies, and stops it. */
class Supervisor {
  private readonly watchdog;
  private readonly listeners = new Set<(exit: PostgresExit) => void>();
  private readonly stopped = new AbortController();
  private server: ChildProcess | undefined;
  /** The end of what the server has written. */
  private output = '';
  private recovery: Promise<void> | undefined;

  constructor(
    private readonly cluster: PostgresCluster,
    private readonly log: EmbeddedPostgresLog,
    private readonly postgresArgs: readonly string[],
  ) {
    this.watchdog = startPostgresWatchdog(cluster.account);
  }

  get pid(): number {
    return this.server?.pid ?? 0;
  }

  onExit(callback: (exit: PostgresExit) => void): () => void {
    this.listeners.add(callback);
    return () => this.listeners.delete(callback);
  }

  async start(): Promise<void> {
    await removeSocketFiles(this.cluster);
    const server = this.launch();
    await this.untilReady(server);
    if (!isRunning(server)) throw new OutsideError('PostgreSQL ended as soon as it was ready.');
    server.once('exit', (code, signal) => {
      this.ended({ code, signal });
    });
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.recovery;
    const server = this.server;
    if (server !== undefined && isRunning(server)) {
      const exit = once(server, 'exit');
      server.kill('SIGINT');
      const patience = new AbortController();
      const late = sleep(STOP_TIMEOUT_MS, 'late', { signal: patience.signal }).catch(() => 'in time');
      if ((await Promise.race([exit, late])) === 'late') {
        this.log.warn(
          'PostgreSQL did not stop in time; it is stopped without a checkpoint and recovers at next start.',
        );
        server.kill('SIGQUIT');
        await exit;
      }
      patience.abort();
    }
    this.watchdog.dismiss();
  }

  private launch(): ChildProcess {
    const { cluster } = this;
    const listen =
      cluster.socketDir === null
        ? ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
        : [
            ...['-c', 'listen_addresses='],
            ...['-c', `unix_socket_directories=${quoted(pathForServer(cluster, cluster.socketDir))}`],
            ...['-c', 'unix_socket_permissions=0700'],
          ];
    const args = [
      ...['-D', pathForServer(cluster, cluster.clusterDir), '-p', String(cluster.port)],
      ...listen,
      ...postgresSettings(),
      ...this.postgresArgs,
    ];
    const server = withSpawnOptions(cluster, (options) => spawn(cluster.binaries.postgres, args, options));
    this.server = server;
    this.output = '';
    server.on('error', (error) => {
      this.log.error(`PostgreSQL could not be started: ${error.message}`);
    });
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.relay(text);
    });
    this.watchdog.guard(server.pid ?? null);
    return server;
  }

  /** Logs the server's own log lines at their level. */
  private relay(text: string): void {
    this.output = (this.output + text).slice(-OUTPUT_LENGTH);
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      if (/ (FATAL|PANIC): /.test(line)) this.log.error(`postgres: ${line}`);
      else this.log.info(`postgres: ${line}`);
    }
  }

  private async untilReady(server: ChildProcess): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    // Its last words may arrive after its end.
    const closed = new Promise((resolve) => server.once('close', resolve));
    while (!isReady(this.cluster, server)) {
      if (!isRunning(server)) {
        await within(LAST_WORDS_MS, closed);
        throw new OutsideError(`PostgreSQL ended while starting: ${inOneLine(this.output.trim())}`);
      }
      if (performance.now() >= deadline) {
        server.kill('SIGQUIT');
        throw new OutsideError('PostgreSQL did not become ready within two minutes.');
      }
      await sleep(10);
    }
  }

  private ended(exit: PostgresExit): void {
    this.watchdog.guard(null);
    if (this.stopped.signal.aborted) return;
    this.log.error(
      `PostgreSQL ended unexpectedly (${exit.signal ?? `exit code ${String(exit.code)}`}); restarting it.`,
    );
    for (const listener of this.listeners) listener(exit);
    this.recovery = this.recover().finally(() => (this.recovery = undefined));
  }

  private async recover(): Promise<void> {
    for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS)) {
      await sleep(backoffMs, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      if (this.stopped.signal.aborted) return;
      try {
        await endOrphans(this.cluster.clusterDir);
        await this.start();
        this.log.info('PostgreSQL is back.');
        return;
      } catch (error) {
        this.log.error(`PostgreSQL could not be restarted: ${reasonOf(error)}`);
      }
    }
  }
}

function isRunning(server: ChildProcess): boolean {
  return server.pid !== undefined && server.exitCode === null && server.signalCode === null;
}

/** The server writes its state into the eighth line of postmaster.pid; pg_ctl waits for the same value. */
function isReady(cluster: PostgresCluster, server: ChildProcess): boolean {
  try {
    const lines = readFileSync(join(cluster.clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [POSTGRES_DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(POSTGRES_DATABASE)}`);
  } finally {
    await client.end();
  }
}

/** Quotes an element of a list setting, because a path may contain commas and spaces. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

function lockFile(homeDir: string): string {
  return join(homeDir, 'owner.lock');
}

function urlFile(homeDir: string): string {
  return join(homeDir, 'url');
}
