// The built application as a process of its own, and requests to it.
import { spawn } from 'node:child_process';
import { Blob } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FormData, request } from 'undici';
import { freePort, makeFolder, stopProcess, untilHealthy } from '../app-process.mjs';
import { ROOT, runQuietly, SERVER_FLAGS, SERVER_VARIABLES } from '../process.mjs';
import { onCore } from './machine.mjs';

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

/** A rate limit that no bench reaches. */
export const NO_LIMIT = '1000000/60';
/** Those of the oldest build that `compare` supports: it would refuse to start with a limit that it does not know. */
const LIMITS = ['UNKNOWN_PATHS', 'LINK_WRITES', 'IMPORT', 'LOGIN'];

/** Environment of a bench's application, to which `env` is added. Jobs do not run, and rate limits are lifted. */
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
    ...Object.fromEntries(LIMITS.map((name) => [`RATE_LIMIT_${name}`, NO_LIMIT])),
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

/** Makes `count` links over the API. @returns {Promise<{ id: string, slug: string }[]>} */
export async function makeLinks(port, cookie, count) {
  const links = [];
  for (let n = 0; n < count; n += 1) {
    const body = { destinationUrl: `https://example.com/${n}` };
    links.push(JSON.parse((await send(port, 'POST', '/api/links', { cookie, body })).text));
  }
  return links;
}

/**
 * One request.
 * @param {{ cookie?: string, body?: unknown, agent?: string, signal?: AbortSignal }} options a text in `body` goes as it is, a
 *   form as a form, all else as JSON; `agent` is the name of the browser
 * @returns {Promise<{ status: number, text: string, cookie: string, ms: number }>}
 */
export async function exchange(port, method, path, { cookie = '', body, agent = 'bench', signal } = {}) {
  const startedAt = performance.now();
  const isForm = body instanceof FormData;
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    method,
    signal,
    headers: { cookie, 'user-agent': agent, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm || body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]);
  return { status: answer.statusCode, text, cookie: cookies.join('; '), ms: performance.now() - startedAt };
}

/** The same; throws unless the answer has the expected status. */
export async function send(port, method, path, options) {
  const answer = await exchange(port, method, path, options);
  if (answer.status > 299) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** A form with one file. */
export function fileForm(name, type, content) {
  const form = new FormData();
  form.set('file', new Blob([content], { type }), name);
  return form;
}
