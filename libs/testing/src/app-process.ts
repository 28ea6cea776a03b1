import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import { ApiClient } from './api-client.js';
import { ApiContract } from './api-contract.js';
import { httpSend } from './http-send.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const MAIN = fileURLToPath(new URL('../../../dist/apps/api/main.js', import.meta.url));

/** The built application, running in a separate process with its own database. */
export interface AppProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly database: TestDatabase;
  /** All output on standard output and standard error so far. */
  readonly output: () => string;
  readonly child: ChildProcess;
  /** A new client without a session. */
  client(): ApiClient;
  /** Sends a signal and waits for the exit. @returns the exit code. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /**
   * Stops the process if it runs, and removes its folder and database. A process that ignores `SIGTERM` is killed and
   * reported.
   */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** The file to run, if it is not the built application of this repository. */
  readonly main?: string;
  readonly env?: Record<string, string>;
  /** Uses the database of another test process, which is then not dropped. */
  readonly database?: TestDatabase;
  /** Uses this folder, which is then not removed. */
  readonly dataDir?: string;
  readonly port?: number;
}

/** The credentials used by {@link setUpOwner}. */
export const OWNER = { email: 'owner@example.test', password: 'correct-horse-battery-staple' };

/**
 * Rate limits that no test reaches, because consecutive tests on one instance would share them. A test about a limit
 * sets its own.
 */
export const LIMITS_OFF: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'LOGIN',
    'REGISTER',
    'FORGOT',
    'RESEND',
    'VERIFY_PASSWORD',
    'REPORT',
    'DEMO',
    'INVITATIONS',
    'WORKSPACE_CREATE',
    'SLUG_CHECK',
    'LINK_WRITES',
    'IMPORT',
    'JOBS',
    'UNKNOWN_PATHS',
    'LOGO',
    'QR',
    'QR_MANY',
    'CREATOR_MESSAGES',
    'OIDC_START',
    'ADDRESS_MAILS',
    'VERIFY_PASSWORD_NETWORK',
    'VERIFY_PASSWORD_LINK',
  ].map((name) => [`RATE_LIMIT_${name}`, '1000000/60']),
);

/** Node's compile cache, if set by `npm test`: the suite starts the application about 150 times. */
export const COMPILE_CACHE: Readonly<Record<string, string>> =
  process.env['NODE_COMPILE_CACHE'] === undefined ? {} : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/**
 * Sets V8's young generation to 16 MB from the start: it grows from 1 MB by default, and the garbage collections in
 * between take a fifth of the startup time.
 */
export const TEST_FLAGS: readonly string[] = ['--min-semi-space-size=16'];

/** The application itself allows ten seconds for open requests; the rest is for a busy machine. */
const STOP_WITHIN_MS = 60_000;
/** Only ends a hopeless wait: a build server under load has taken more than a minute. */
const START_WITHIN_MS = 180_000;

/** Starts the built application (`npm run build` first) and waits until it is healthy. */
export async function startApp(options: AppOptions = {}): Promise<AppProcess> {
  const database = options.database ?? (await createTestDatabase());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'signpost-app-'));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...TEST_FLAGS, options.main ?? MAIN], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...COMPILE_CACHE,
      NODE_ENV: 'test',
      PUBLIC_URL: url,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      JOBS_SCHEDULER: 'off',
      // Journals are deleted immediately, so that tests can observe it.
      JOURNAL_KEEP_MINUTES: '0',
      LOG_LEVEL: 'warn',
      ...LIMITS_OFF,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  let isStopping = false;
  let crash: string | null = null;
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isStopping) crash = `the application ended by itself (${signal ?? code}):\n${output}`;
      resolve(code);
    });
  });
  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    isStopping = true;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  await untilHealthy(url, child, () => output);
  const contract = await contractOf(url, options);
  return {
    url,
    port,
    dataDir,
    database,
    child,
    output: () => output,
    client: () => new ApiClient(url, contract),
    kill,
    stop: async () => {
      let isHung = false;
      const patience = setTimeout(() => {
        isHung = true;
        child.kill('SIGKILL');
      }, STOP_WITHIN_MS);
      await kill('SIGTERM');
      clearTimeout(patience);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      if (options.database === undefined) await database.drop();
      if (isHung) throw new Error(`the application did not end when it was told to:\n${output}`);
      if (crash !== null) throw new Error(crash);
    },
  };
}

/** Registers the first account of a fresh application and returns its signed-in client. */
export async function setUpOwner(app: AppProcess, workspaceName = 'Acme'): Promise<ApiClient> {
  const owner = app.client();
  const answer = await owner.post('/api/auth/register', { ...OWNER, workspaceName });
  if (answer.status !== 200) throw new Error(`setup answered ${answer.status}: ${answer.text}\n${app.output()}`);
  return owner;
}

/** Polls until `probe` returns something other than null, undefined or false. The timeout only ends a hopeless wait. */
export async function eventually<T>(probe: () => T | Promise<T>, withinMs = 90_000): Promise<NonNullable<T>> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error('what the test waits for did not come');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * Cached by the options that determine the routes: building the document takes a sixth of an application's startup
 * time.
 */
const contracts = new Map<string, Promise<ApiContract | null>>();

function contractOf(url: string, { main = MAIN, env = {} }: AppOptions): Promise<ApiContract | null> {
  const key = JSON.stringify([main, env['ROLES'], env['JOBS_SECRET'] !== undefined]);
  const contract = contracts.get(key) ?? readContract(url);
  contracts.set(key, contract);
  // A failed application says nothing about the next one, so the error is not cached.
  contract.catch(() => contracts.delete(key));
  return contract;
}

async function readContract(url: string): Promise<ApiContract | null> {
  const document = await httpSend('GET', new URL('/api/openapi.json', url), {}, undefined);
  return document.status === 200 ? new ApiContract(JSON.parse(document.text) as never) : null;
}

/**
 * Ports below those that Linux, macOS and Windows give to outgoing connections, of which tests open thousands. Each thread
 * takes its own in turn, so that two that start a server at the same time do not choose the same.
 */
const PORTS = { lowest: 15_000, ofThread: 200, threads: 85 } as const;
let nextPort = 0;

/** A port that is free now, and stays so until it is used. */
export async function freePort(): Promise<number> {
  const first = PORTS.lowest + ((process.pid + threadId) % PORTS.threads) * PORTS.ofThread;
  for (;;) {
    const port = first + (nextPort++ % PORTS.ofThread);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  // Waits for the application's own message instead of polling, which slows startup by a tenth; with several workers it
  // then polls until all have started.
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (output().includes('Signpost is ready')) resolve();
    });
    child.once('exit', () => {
      resolve();
    });
  });
  const isHealthy = async (): Promise<boolean> => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the application ended at start:\n${output()}`);
    const health = await httpSend('GET', new URL('/api/health', url), {}, undefined).catch(() => null);
    return health?.status === 200;
  };
  try {
    await eventually(() => Promise.race([ready.then(() => true), after(500).then(isHealthy)]), START_WITHIN_MS);
    await eventually(isHealthy, START_WITHIN_MS);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`the application did not become healthy:\n${output()}`, { cause: error });
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
