import { ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloneDatabase, dropDatabase, freePort, LIMITS_OFF, TEST_FLAGS, type TestServer } from '@signpost/testing';
import { TEST_SERVER } from './server.setup.js';

const MAIN = fileURLToPath(new URL('../../../../dist/apps/api/main.js', import.meta.url));
/** Only to detect a hang: a build server under load has taken more than a minute. */
const START_MS = 180_000;
const STOP_MS = 15_000;

/** The built application on a free port, with a folder and a database of its own. */
export interface Instance {
  readonly url: string;
  /** Folder of its files, including the outbox of its mails. */
  readonly dataDir: string;
  /** Everything the process has printed. */
  readonly output: () => string;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string>>;
/** Environment of an instance; variables that contain its own address are computed from its port. */
export type InstanceEnv = Env | ((port: number) => Env | Promise<Env>);

/**
 * Starts the application and waits until it responds. `env` overrides any variable: with an empty `DATABASE_URL` it
 * runs on the embedded database.
 */
export async function startInstance(env: InstanceEnv = {}): Promise<Instance> {
  const port = await freePort();
  const url = `http://localhost:${String(port)}`;
  const own = typeof env === 'function' ? await env(port) : env;
  const server = JSON.parse(process.env[TEST_SERVER] ?? '') as TestServer;
  const database = await cloneDatabase(server);
  const data = mkdtempSync(join(tmpdir(), 'signpost-browser-'));
  // When run by root, the embedded database runs as another user, who needs access to the folder.
  chmodSync(data, 0o755);
  const child = spawn(process.execPath, [...TEST_FLAGS, MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: data,
      DATABASE_URL: database,
      LOG_LEVEL: 'warn',
      ...LIMITS_OFF,
      ...own,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  try {
    await untilHealthy(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${String(error)}\n${output}`, { cause: error });
  }
  return {
    url,
    dataDir: data,
    output: () => output,
    stop: async () => {
      await end(child);
      await dropDatabase(server, database);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the application ended with ${String(child.exitCode)}`);
    try {
      if ((await fetch(`${url}/api/health`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the application did not start in time');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
