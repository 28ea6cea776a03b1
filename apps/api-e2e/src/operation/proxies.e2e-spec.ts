import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, freePort, OWNER, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), 'utf8');
const CLI = fileURLToPath(new URL('../../../../dist/apps/api/cli.js', import.meta.url));
const has = (program: string): boolean => spawnSync(program, [program === 'caddy' ? 'version' : '-v']).status === 0;

// What docs/deployment.md and docker/proxy say is tried for real where the proxy is installed, and skipped elsewhere:
// apt-get install nginx caddy haproxy.
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const PROXIES = [
  { name: 'nginx', hops: 1, isThere: hasOpenssl && has('nginx'), start: startNginx },
  { name: 'caddy', hops: 1, isThere: hasOpenssl && has('caddy'), start: startCaddy },
  { name: 'haproxy', hops: 1, isThere: hasOpenssl && has('haproxy'), start: startHaproxy },
  {
    name: 'nginx with the nginx of compose.scale.yaml behind it',
    hops: 2,
    isThere: hasOpenssl && has('nginx'),
    start: startTwo,
  },
];

let folder: string;
let ca: Buffer;
let app: AppProcess | null = null;
const children: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-proxy-'));
  if (!hasOpenssl) return;
  const names = 'subjectAltName=DNS:localhost,DNS:acme.localhost';
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...[
        '-subj',
        '/CN=localhost',
        '-addext',
        names,
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
    ],
    { stdio: 'ignore' },
  );
  ca = readFileSync(join(folder, 'cert.pem'));
});
async function endProxies(): Promise<void> {
  for (const child of children.splice(0)) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  }
}
afterEach(async () => {
  await endProxies();
  await app?.stop();
  app = null;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A block of a page of ours, between its fences. */
function block(page: string, language: string): string {
  const text = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(read(page))?.[1];
  if (text === undefined) throw new Error(`${page} has no ${language}`);
  return text;
}

/** Replaces every occurrence, and insists that there is one. */
function exchange(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`${from} is not in:\n${before}`);
    return before.replaceAll(from, to);
  }, text);
}

function run(program: string, args: string[]): void {
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  children.push(spawn(program, args, { cwd: folder, env, stdio: 'ignore' }));
}

/** nginx with one site, as a program of its own in a folder of its own. */
function runNginx(name: string, site: string): Promise<void> {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${own}/${kind};`,
  );
  writeFileSync(
    join(own, 'nginx.conf'),
    `pid ${own}/pid;\nerror_log ${own}/error.log;\nevents {}\nhttp {\naccess_log off;\n${scratch.join('\n')}\n${site}\n}\n`,
  );
  run('nginx', ['-c', join(own, 'nginx.conf'), '-g', 'daemon off;']);
  return Promise.resolve();
}

/** Whether nginx is 1.25.1 or newer. */
function knowsHttp2On(): boolean {
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/nginx\/([\d.]+)/.exec(stderr)?.[1] ?? '').split('.').map(Number);
  return major > 1 || minor > 25 || (minor === 25 && patch > 0);
}

function startNginx(
  port: number,
  upstream: number,
  name = 'front',
  without: readonly (readonly [string, string])[] = [],
): Promise<void> {
  const site = exchange(block('docs/deployment.md', 'nginx'), [
    ...without,
    // What is installed may be older than `http2 on`.
    ...(knowsHttp2On() ? [] : [['http2 on;', ''] as const]),
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['links.example.com *.links.example.com', 'localhost *.localhost'],
    ['/etc/letsencrypt/live/links.example.com/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/letsencrypt/live/links.example.com/privkey.pem', join(folder, 'key.pem')],
    ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
  ]);
  return runNginx(name, site);
}

async function startTwo(port: number, upstream: number): Promise<void> {
  const inner = await freePort();
  const site = exchange(read('docker/proxy/nginx.conf'), [
    ['listen 80;', `listen 127.0.0.1:${inner};`],
    ...[1, 2, 3].map((n) => [`app-${n}:3000`, `127.0.0.1:${upstream}`] as const),
  ]);
  await runNginx('inner', site);
  await startNginx(port, inner);
}

function startCaddy(port: number, upstream: number): Promise<void> {
  const site = exchange(block('docs/deployment.md', 'caddyfile'), [
    [
      'links.example.com, *.links.example.com {',
      `https://localhost:${port}, https://acme.localhost:${port} {\n    bind 127.0.0.1\n    tls ${folder}/cert.pem ${folder}/key.pem`,
    ],
    ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), `{\n    admin off\n    auto_https disable_redirects\n}\n${site}`);
  run('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']);
  return Promise.resolve();
}

function startHaproxy(port: number, upstream: number): Promise<void> {
  const both = join(folder, 'both.pem');
  writeFileSync(both, readFileSync(join(folder, 'cert.pem'), 'utf8') + readFileSync(join(folder, 'key.pem'), 'utf8'));
  const configuration = exchange(block('docs/deployment.md', 'haproxy'), [
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['/etc/haproxy/links.example.com.pem', both],
    ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), configuration);
  run('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
  return Promise.resolve();
}

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookie: string | undefined;
  readonly body: Record<string, unknown>;
}

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
  /** An address of this machine that the visitor comes from. */
  readonly from?: string;
}

/** A browser's request through the proxy, with its certificate checked. */
function send(
  port: number,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: RequestOptions = {},
): Promise<Answer> {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const typed =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, path, method, ca, servername: host, localAddress: from, agent: false },
        headers: { host: `${host}:${port}`, ...typed, ...headers },
      },
      (incoming) => {
        let text = '';
        incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
        incoming.on('end', () => {
          const isJson = incoming.headers['content-type']?.startsWith('application/json') === true;
          resolve({
            status: incoming.statusCode ?? 0,
            location: incoming.headers.location,
            cookie: incoming.headers['set-cookie']?.[0],
            body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

describe.each(PROXIES)('behind $name', ({ hops, isThere, start }) => {
  test.skipIf(!isThere)(
    'sign-in, a workspace by subdomain, a redirect, visitors told apart, and what doctor says',
    async () => {
      const port = await freePort();
      const origin = `https://localhost:${port}`;
      app = await startApp({
        env: {
          PUBLIC_URL: origin,
          DEPLOYMENT_MODE: 'multi',
          TRUST_PROXY: String(hops),
          RATE_LIMIT_UNKNOWN_PATHS: '2/60',
        },
      });
      await start(port, app.port);
      await eventually(() =>
        send(port, 'localhost', '/api/health').then(
          ({ status }) => status === 200,
          () => false,
        ),
      );

      const registered = await send(port, 'localhost', '/api/auth/register', {
        method: 'POST',
        headers: { origin },
        body: OWNER,
      });
      expect(registered.status).toBe(200);
      expect(registered.cookie).toMatch(/; Secure/);
      const cookie = registered.cookie?.split(';')[0] ?? '';
      const made = await send(port, 'localhost', '/api/workspaces', {
        method: 'POST',
        headers: { origin, cookie },
        body: { name: 'Acme', slug: 'acme' },
      });
      expect(made.status).toBe(201);
      const there = { origin: `https://acme.localhost:${port}`, cookie };
      const link = await send(port, 'acme.localhost', '/api/links', {
        method: 'POST',
        headers: there,
        body: { destinationUrl: 'https://example.com/', slug: 'hello' },
      });
      expect(link.body['shortUrl']).toBe(`https://acme.localhost:${port}/hello`);
      expect(await send(port, 'acme.localhost', '/hello')).toMatchObject({
        status: 302,
        location: 'https://example.com/',
      });
      const foreign = await send(port, 'acme.localhost', '/api/links', {
        method: 'POST',
        headers: { ...there, origin: 'https://evil.example' },
        body: {},
      });
      expect(foreign.body['code']).toBe('bad_origin');

      // The longest that a link may hold, and a query beside it, while others are served without one error.
      const longest = `https://example.com/${'p'.repeat(2_048 - 'https://example.com/'.length)}`;
      const utm = { utmSource: 'ü'.repeat(120), utmMedium: 'ü'.repeat(120), utmCampaign: 'ü'.repeat(120) };
      const long = await send(port, 'acme.localhost', '/api/links', {
        method: 'POST',
        headers: there,
        body: {
          destinationUrl: longest,
          slug: 'longest',
          ...utm,
          utmTerm: 'ü'.repeat(120),
          utmContent: 'ü'.repeat(120),
        },
      });
      expect(long.status).toBe(201);
      const others: number[] = [];
      const query = `a=${'q'.repeat(4_096 - 2)}`;
      for (let turn = 0; turn < 20; turn += 1) {
        const [answer, ...statuses] = await Promise.all([
          send(port, 'acme.localhost', `/longest?${query}`),
          ...['/hello', '/hello', '/hello'].map((path) => send(port, 'acme.localhost', path)),
        ]);
        expect([answer.status, answer.location?.includes(query)]).toEqual([302, true]);
        others.push(...statuses.map(({ status }) => status));
      }
      expect(new Set(others)).toEqual(new Set([302]));
      // What other programs below the same domain have set, on a long address.
      const cookies = { cookie: `a=${'c'.repeat(9_000)}` };
      expect((await send(port, 'acme.localhost', `/hello?${query}`, { headers: cookies })).status).toBe(302);

      // One visitor who invents addresses is one client; another visitor is another.
      const unknown = (from: string, claimed: string) =>
        send(port, 'acme.localhost', '/nothing-here', { from, headers: { 'x-forwarded-for': claimed } }).then(
          ({ status }) => status,
        );
      const inventive: number[] = [];
      for (const claimed of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
        inventive.push(await unknown('127.0.0.1', claimed));
      expect(inventive).toEqual([404, 404, 429]);
      expect(await unknown('127.0.0.2', '192.0.2.1')).toBe(404);

      expect(doctor(origin, { TRUST_PROXY: String(hops) })).toMatchObject({ state: 'ok' });
      expect(doctor(origin, { TRUST_PROXY: '0' })).toMatchObject({ state: 'warning' });
    },
  );
});

test.skipIf(!hasOpenssl || !has('nginx'))('doctor says which settings of nginx are missing', async () => {
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  app = await startApp({ env: { PUBLIC_URL: origin, TRUST_PROXY: '1' } });
  await startNginx(port, app.port, 'narrow', [
    ['large_client_header_buffers 8 32k;', ''],
    ['proxy_buffer_size 32k;', ''],
    ['proxy_buffers 8 32k;', ''],
  ]);
  const healthy = () =>
    send(port, 'localhost', '/api/health').then(
      ({ status }) => status === 200,
      () => false,
    );
  await eventually(healthy);
  const registered = await send(port, 'localhost', '/api/auth/register', {
    method: 'POST',
    headers: { origin },
    body: { ...OWNER, workspaceName: 'Acme' },
  });
  const headers = { origin, cookie: registered.cookie?.split(';')[0] ?? '' };
  const body = { destinationUrl: 'https://example.com/', slug: 'hello' };
  expect((await send(port, 'localhost', '/api/links', { method: 'POST', headers, body })).status).toBe(201);
  const settings = { TRUST_PROXY: '1', DEPLOYMENT_MODE: 'single' };
  expect(doctor(origin, settings)).toMatchObject({
    state: 'failed',
    action: expect.stringContaining('large_client_header_buffers 8 32k'),
  });
  await endProxies();
  await startNginx(port, app.port, 'narrow-answers', [
    ['proxy_buffer_size 32k;', ''],
    ['proxy_buffers 8 32k;', ''],
  ]);
  await eventually(healthy);
  expect(doctor(origin, settings)).toMatchObject({
    state: 'failed',
    action: expect.stringContaining('proxy_buffer_size 32k'),
  });
});

/** What `doctor` finds out about the public address with these settings. */
function doctor(origin: string, env: Record<string, string>): unknown {
  const { stdout } = spawnSync(process.execPath, [CLI, 'doctor', '--json'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
      PUBLIC_URL: origin,
      DEPLOYMENT_MODE: 'multi',
      DATABASE_URL: app?.database.url,
      DATA_DIR: app?.dataDir,
      ...env,
    },
  });
  return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'public address');
}
