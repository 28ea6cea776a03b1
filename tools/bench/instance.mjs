// The built application as a process of its own, and requests to it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runQuietly, SERVER_FLAGS, SERVER_VARIABLES } from '../process.mjs';
import { onCore } from './machine.mjs';

const agent = new Agent({ keepAlive: true });

/** Where a checkout has its built application. */
export function distOf(root = ROOT) {
  return join(root, 'dist', 'apps', 'api');
}

/** Builds what is measured, but with `--no-build`. */
export async function build({ 'no-build': skips }, projects = 'api') {
  if (skips && existsSync(join(distOf(), 'main.js'))) return;
  const code = await runQuietly('nx', ['run-many', '-t', 'build', '-p', projects, '--output-style=static']);
  if (code !== 0) throw new Error(`the build ended with exit code ${code}`);
}

/** A port that is free now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A folder of its own that the embedded database can walk into, also where it runs as another user. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** What a bench's application is told, and beside it `env`. Jobs do not run, and nobody is refused for asking for much. */
export function settings({ dataDir, port, env = {} }) {
  const { PATH, HOME, DATABASE_URL } = process.env;
  return {
    PATH,
    HOME,
    ...SERVER_VARIABLES,
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    DATA_DIR: dataDir,
    JOBS_SCHEDULER: 'off',
    LOG_LEVEL: 'error',
    RATE_LIMIT_UNKNOWN_PATHS: '1000000/60',
    RATE_LIMIT_LINK_WRITES: '1000000/60',
    RATE_LIMIT_IMPORT: '1000000/60',
    ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
    ...env,
  };
}

/**
 * Starts the built application, in a folder of its own unless `dataDir` is given, on DATABASE_URL or an embedded database.
 * @param {{ env?: Record<string, string>, root?: string, core?: string | null, dataDir?: string, port?: number }} options `core`
 *   binds it from the beginning, as in a container with one (null: any)
 */
export async function startApp({ env = {}, root = ROOT, core = null, dataDir, port } = {}) {
  const home = dataDir ?? makeFolder();
  const own = port ?? (await freePort());
  const all = settings({ dataDir: home, port: own, env });
  const options = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean);
  const child = spawn(...onCore(core, [process.execPath, ...SERVER_FLAGS, ...options, join(distOf(root), 'main.js')]), {
    env: all,
    stdio: ['ignore', process.env.BENCH_VERBOSE === undefined ? 'ignore' : 'inherit', 'inherit'],
  });
  await untilHealthy(own, child);
  return {
    child,
    pid: child.pid,
    port: own,
    url: all.PUBLIC_URL,
    dataDir: home,
    // The embedded database leaves its address in its folder.
    databaseUrl: all.DATABASE_URL ?? readFileSync(join(home, 'postgres', 'url'), 'utf8'),
    stop: async () => {
      await stopProcess(child);
      if (dataDir === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Makes the first account with its workspace. @returns {Promise<string>} its cookie */
export async function register({ port }) {
  const owner = { email: 'bench@example.test', password: `bench-${randomUUID()}`, workspaceName: 'Bench' };
  const answer = await send(port, 'POST', '/api/auth/register', { body: owner });
  return answer.cookie;
}

/**
 * One request over a connection that is kept.
 * @param {{ cookie?: string, body?: unknown, raw?: string | Buffer, type?: string, onChunk?: (chunk: Buffer) => void }} options
 *   `body` goes as JSON, `raw` as it is; `onChunk` takes the answer instead of its text
 * @returns {Promise<{ status: number, text: string, cookie: string, ms: number }>}
 */
export function exchange(port, method, path, { cookie = '', body, raw, type = 'application/json', onChunk } = {}) {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { cookie, ...(sent === undefined ? {} : { 'content-type': type }) };
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => (onChunk === undefined ? chunks.push(chunk) : onChunk(chunk)));
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode,
          text: Buffer.concat(chunks).toString('utf8'),
          cookie: (incoming.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; '),
          ms: performance.now() - startedAt,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(sent);
  });
}

/** The same; throws unless it is answered as asked. */
export async function send(port, method, path, options) {
  const answer = await exchange(port, method, path, options);
  if (answer.status > 299) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** Waits until the application answers its health route with 200. */
export async function untilHealthy(port, child) {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error('the application ended at start');
    const isUp = await send(port, 'GET', '/api/health').then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the application did not become healthy');
}

/** Ends a process as an operator would. */
export function stopProcess(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
