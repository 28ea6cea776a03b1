// The built application as a process of its own, and requests to it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, runQuietly, SERVER_FLAGS, SERVER_VARIABLES } from '../process.mjs';
import { onCore } from './machine.mjs';

const connections = new Agent({ keepAlive: true });

/** Where a checkout has its built application. */
export function distOf(root = ROOT) {
  return join(root, 'dist', 'apps', 'api');
}

/**
 * Reads the options of a bench and, unless they have `--no-build`, builds what it measures.
 * @param {Record<string, string | number>} defaults every option; a number where it is one, '' where it has no default
 * @returns {Promise<Record<string, any>>} the options, each of its default's type
 */
export async function prepare(args, defaults, projects = 'api') {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ args, options: { ...options, 'no-build': { type: 'boolean' } } });
  if (values['no-build'] !== true) {
    const code = await runQuietly('nx', ['run-many', '-t', 'build', '-p', projects, '--output-style=static']);
    if (code !== 0) throw new Error(`the build ended with exit code ${code}`);
  }
  const read = ([name, usual]) => [
    name,
    typeof usual === 'number' ? Number(values[name] ?? usual) : (values[name] ?? usual),
  ];
  return Object.fromEntries(Object.entries(defaults).map(read));
}

/** A port that is free now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
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
  const child = spawn(...onCore(core, [process.execPath, ...SERVER_FLAGS, join(distOf(root), 'main.js')]), {
    env: all,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilHealthy(own, child);
  return {
    child,
    pid: child.pid,
    port: own,
    url: all.PUBLIC_URL,
    dataDir: home,
    // The embedded database leaves its address in its folder.
    databaseUrl: all.DATABASE_URL || readFileSync(join(home, 'postgres', 'url'), 'utf8'),
    stop: async () => {
      await stopProcess(child);
      if (dataDir === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Makes the first account with its workspace. @returns {Promise<string>} its cookie */
export async function register({ port }) {
  const owner = { email: 'bench@example.test', password: `bench-${randomUUID()}`, workspaceName: 'Bench' };
  return (await send(port, 'POST', '/api/auth/register', { body: owner })).cookie;
}

/** Makes so many links over the API. @returns {Promise<{ id: string, slug: string }[]>} */
export async function makeLinks(port, cookie, count) {
  const links = [];
  for (let n = 0; n < count; n += 1) {
    const body = { destinationUrl: `https://example.com/${n}` };
    links.push(JSON.parse((await send(port, 'POST', '/api/links', { cookie, body })).text));
  }
  return links;
}

/**
 * One request over a connection that is kept.
 * @param {{ cookie?: string, body?: unknown, raw?: string | Buffer, type?: string, agent?: string, signal?: AbortSignal }} options
 *   `body` goes as JSON, `raw` as it is; `agent` is the name of the browser
 * @returns {Promise<{ status: number, text: string, cookie: string, ms: number }>}
 */
export function exchange(port, method, path, options = {}) {
  const { cookie = '', body, raw, type = 'application/json', agent = 'bench', signal } = options;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'user-agent': agent, ...(sent === undefined ? {} : { 'content-type': type }) };
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, agent: connections, headers, signal },
      (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode,
            text: Buffer.concat(chunks).toString('utf8'),
            cookie: (incoming.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; '),
            ms: performance.now() - startedAt,
          }),
        );
      },
    );
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

/** A form with one file, as the options of a request. */
export function fileForm(name, type, content) {
  const boundary = 'signpost-bench';
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const raw = Buffer.concat([before, content, `\r\n--${boundary}--\r\n`].map((part) => Buffer.from(part)));
  return { raw, type: `multipart/form-data; boundary=${boundary}` };
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
