import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from './api-client.js';
import { ApiContract } from './api-contract.js';
import { httpSend } from './http-send.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const MAIN = fileURLToPath(new URL('../../../dist/apps/api/main.js', import.meta.url));

/** The built application, running as a process of its own on a database of its own. */
export interface AppProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly database: TestDatabase;
  /** Everything that it has written to standard output and standard error. */
  readonly output: () => string;
  readonly child: ChildProcess;
  /** A new caller without a session. */
  client(): ApiClient;
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends the process if it runs, and removes its folder and database. One that hears no `SIGTERM` is killed, and told of. */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** The file to run, where it is not the built application of this repository. */
  readonly main?: string;
  readonly env?: Record<string, string>;
  /** Shares the database of another test process; it is not dropped then. */
  readonly database?: TestDatabase;
  /** Keeps to this folder, which is not removed then. */
  readonly dataDir?: string;
  readonly port?: number;
}

/** The credentials that {@link setUpOwner} makes. */
export const OWNER = { email: 'owner@example.test', password: 'correct-horse-battery-staple' };

/**
 * Rate limits that no test meets: those that run one after another on one instance would use up each other's. A test
 * about a limit sets its own.
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

/** Where Node keeps what it has compiled, when `npm test` says so: the suite starts the application some 150 times. */
export const COMPILE_CACHE: Readonly<Record<string, string>> =
  process.env['NODE_COMPILE_CACHE'] === undefined ? {} : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/**
 * Young objects have 16 MB from the start: V8 gives them one at first and more as they outlive it, and collecting meanwhile is
 * a fifth of what a start costs.
 */
export const TEST_FLAGS: readonly string[] = ['--min-semi-space-size=16'];

/** It gives its visitors ten seconds; the rest is for a busy machine. */
const STOP_WITHIN_MS = 60_000;
/** Against standing still only: a build server under load has taken more than a minute. */
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
      // So that what was stored is seen to be gone.
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

  let isToldToEnd = false;
  let crash: string | null = null;
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!isToldToEnd) crash = `the application ended by itself (${signal ?? code}):\n${output}`;
      resolve(code);
    });
  });
  const kill = async (signal: NodeJS.Signals): Promise<number | null> => {
    isToldToEnd = true;
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

/** Polls until `probe` answers something else than null, undefined or false. The bound only ends a hopeless wait. */
export async function eventually<T>(probe: () => T | Promise<T>, withinMs = 90_000): Promise<NonNullable<T>> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error('what the test waits for did not come');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** By what decides which routes there are: to put its document together costs an application a sixth of its start. */
const contracts = new Map<string, Promise<ApiContract | null>>();

function contractOf(url: string, { main = MAIN, env = {} }: AppOptions): Promise<ApiContract | null> {
  const key = JSON.stringify([main, env['ROLES'], env['JOBS_SECRET'] !== undefined]);
  const contract = contracts.get(key) ?? readContract(url);
  contracts.set(key, contract);
  // One that died meanwhile says nothing about the next.
  contract.catch(() => contracts.delete(key));
  return contract;
}

async function readContract(url: string): Promise<ApiContract | null> {
  const document = await httpSend('GET', new URL('/api/openapi.json', url), {}, undefined);
  return document.status === 200 ? new ApiContract(JSON.parse(document.text) as never) : null;
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  // Asking all the time costs a start a tenth more, and more on a machine that is busy: its own word is waited for, but for
  // workers of which one is still to come.
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
