import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, eventually, freePort, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, type Config } from '../../platform/config/index.js';
import { writeRedirectMaps } from './redirect-map.js';

const NOW = Date.UTC(2026, 10, 26);
const MANY = 1_000;
// Skipped only if the program is missing; a build server installs both.
const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const hasCaddy = spawnSync('caddy', ['version']).status === 0;
/** Kept paths with characters that are special to some server, in the form that a browser requests. */
const ODD = {
  a$b: '/a$b',
  'a:b': '/a:b',
  'a|b': '/a|b',
  'v[1]*': '/v[1]*',
  '50% off': '/50%25%20off',
  'x{y}': '/x%7By%7D',
  'v2.': '/v2.',
};

let database: TestDatabase;
let folder: string;
let port: number;
let config: Config;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signpost-map-'));
  port = await freePort();
  config = readConfig({
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    REDIRECT_MAP_DIR: join(folder, 'maps'),
  });
  await database.query(`INSERT INTO workspaces (id, slug, name) VALUES (gen_random_uuid(), 'acme', 'Acme')`);
  const link = (slug: string, changes: Record<string, string> = {}): Promise<unknown> => {
    const columns = { slug: `'${slug}'`, destination_url: `'https://example.com/${slug}'`, ...changes };
    return database.query(
      `WITH made AS (
         INSERT INTO links (id, workspace_id, destination_host, ${Object.keys(columns).join(', ')})
         SELECT gen_random_uuid(), id, 'example.com', ${Object.values(columns).join(', ')} FROM workspaces
         RETURNING id, workspace_id, slug)
       INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`,
    );
  };
  await link('plain');
  await link('money', { destination_url: `'https://example.com/?a=$host&b={x}&c=1#top'`, utm_source: `'ü $1'` });
  await link('quotes', { destination_url: `E'https://example.com/?a=\\\\b"c\\\\d'` });
  await link('abcd');
  await link('paused', { is_enabled: 'false' });
  await link('ended', { expires_at: `'2026-11-25T00:00Z'` });
  await link('later', { starts_at: `'2026-11-27T00:00Z'` });
  await link('secret', { password_hash: `'x'`, password_version: 'gen_random_uuid()' });
  await link('full', { maximum_visits: '1' });
  await link('gone', { deleted_at: 'now()' });
  await database.query(`UPDATE link_counters SET used_visits = 1 WHERE maximum_visits = 1`);
  await database.query(
    `INSERT INTO addresses (workspace_id, slug, kind, link_id)
     SELECT workspace_id, kind || '-of-plain', kind, id FROM links, (VALUES ('alias'), ('revoked')) AS k (kind) WHERE slug = 'plain'`,
  );
  await database.query(
    `INSERT INTO kept_paths (workspace_id, path, folded, link_id, is_live)
     SELECT workspace_id, path, upper(path), id, path <> 'was/one' FROM links,
       unnest(ARRAY['docs/a "b"', 'Über', 'PLAIN', 'was/one', 'Case/$1', 'cASE/$1', 'AbCd', ${Object.keys(ODD)
         .map((path) => `'${path}'`)
         .join()}]) path WHERE slug = 'plain'`,
  );
  await database.query(
    `WITH made AS (
       INSERT INTO links (id, workspace_id, slug, destination_url, destination_host)
       SELECT gen_random_uuid(), id, 'n' || n, 'https://example.com/' || n, 'example.com' FROM workspaces, generate_series(1, ${MANY}) n
       RETURNING id, workspace_id, slug)
     INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`,
  );
  await writeRedirectMaps(config, join(folder, 'maps'), NOW);
});
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const read = (file: string): string => readFileSync(join(folder, 'maps', file), 'utf8');

test('each file contains exactly the live addresses', () => {
  expect(readdirSync(join(folder, 'maps')).sort()).toEqual([
    '_redirects',
    'redirects.caddy',
    'redirects.json',
    'redirects.nginx.conf',
  ]);
  const entries = JSON.parse(read('redirects.json')) as { host: string; path: string; destination: string }[];
  const odd = Object.keys(ODD).map((path) => `/${encodeURI(path)}`);
  expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining(odd));
  const few = entries.filter(({ path }) => !/^\/n\d+$/.test(path) && !odd.includes(path));
  const host = `127.0.0.1:${port}`;
  expect(few.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { host, path: '/%C3%9Cber', destination: 'https://example.com/plain' },
    { host, path: '/AbCd', destination: 'https://example.com/plain' },
    { host, path: '/Case/$1', destination: 'https://example.com/plain' },
    { host, path: '/PLAIN', destination: 'https://example.com/plain' },
    { host, path: '/abcd', destination: 'https://example.com/abcd' },
    { host, path: '/alias-of-plain', destination: 'https://example.com/plain' },
    { host, path: '/cASE/$1', destination: 'https://example.com/plain' },
    { host, path: '/docs/a%20%22b%22', destination: 'https://example.com/plain' },
    {
      host,
      path: '/money',
      destination: expect.stringMatching(/^https:\/\/example\.com\/\?a=\$host&b=\{x\}&c=1&utm_source=.+#top$/),
    },
    { host, path: '/plain', destination: 'https://example.com/plain' },
    { host, path: '/quotes', destination: 'https://example.com/?a=\\b"c\\d' },
  ]);
  expect(entries).toHaveLength(MANY + 11 + odd.length);
  expect(read('_redirects')).toContain('/plain https://example.com/plain 302\n');
  expect(read('redirects.caddy')).toContain('redir /plain "https://example.com/plain" 302\n');
});

test('two runs at once do not touch what the other one writes, and the next one removes what a killed one has left', async () => {
  const place = join(folder, 'twice');
  await Promise.all([1, 2, 3].map(() => writeRedirectMaps(config, place, NOW)));
  expect(readFileSync(join(place, 'redirects.json'), 'utf8')).toBe(read('redirects.json'));
  const whole = readdirSync(place).sort();
  for (const left of ['_redirects.part', `redirects.json.${randomUUID()}.part`, 'notes.part'])
    writeFileSync(join(place, left), 'x');
  await writeRedirectMaps(config, place, NOW);
  expect(readdirSync(place).sort()).toEqual([...whole, 'notes.part'].sort());
});

test('each address is listed under the current and every retained prefix', async () => {
  await database.query(`UPDATE workspaces SET link_prefix = 'go'`);
  await database.query(
    `INSERT INTO addresses (workspace_id, slug, kind) SELECT id, p, k FROM workspaces, (VALUES ('go', 'prefix'), ('old', 'retained'), ('_root_', 'retained')) AS v (p, k)`,
  );
  try {
    const other = join(folder, 'prefixed');
    expect(await writeRedirectMaps(config, other, NOW)).toBe((MANY + 5) * 3 + 6 + Object.keys(ODD).length);
    const text = readFileSync(join(other, '_redirects'), 'utf8');
    for (const path of ['/plain', '/go/plain', '/old/plain'])
      expect(text).toContain(`\n${path} https://example.com/plain 302\n`);
  } finally {
    await database.query(`UPDATE workspaces SET link_prefix = NULL`);
    await database.query(`DELETE FROM addresses WHERE kind IN ('prefix', 'retained')`);
  }
});

test.skipIf(!hasNginx)('nginx answers by the file as Signpost would', async () => {
  const own = join(folder, 'nginx');
  mkdirSync(own);
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${own}/${kind};`,
  );
  writeFileSync(
    join(own, 'nginx.conf'),
    `pid ${own}/pid;\nerror_log ${own}/error.log;\nevents {}\nhttp {\naccess_log off;\n${scratch.join('\n')}\ninclude ${folder}/maps/redirects.nginx.conf;\n}\n`,
  );
  execFileSync('nginx', ['-t', '-c', join(own, 'nginx.conf')], { stdio: 'ignore' });
  await whileRuns('nginx', ['-c', join(own, 'nginx.conf'), '-g', 'daemon off;'], async (destinations) => {
    expect(await get('/money')).toEqual([302, destinations.get('/money')]);
    expect(await get('/quotes')).toEqual([302, destinations.get('/quotes')]);
    for (const path of ['/PLAIN/', '/AbCd', '/AbCd/', '/Case/$1', '/cASE/$1', '/%C3%BCber', '/%C3%9CBER']) {
      expect([path, ...(await get(path))]).toEqual([path, 302, 'https://example.com/plain']);
    }
    for (const path of ['/abcd', '/ABCD']) {
      expect([path, ...(await get(path))]).toEqual([path, 302, 'https://example.com/abcd']);
    }
    expect(await get('/case/$1')).toEqual([404, undefined]);
  });
});

test('where the short domain is an address, each workspace has the host that a request would name', async () => {
  const other = readConfig({
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEPLOYMENT_MODE: 'multi',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  });
  await writeRedirectMaps(other, join(folder, 'addresses'), NOW);
  const text = readFileSync(join(folder, 'addresses', 'redirects.nginx.conf'), 'utf8');
  expect(text).toContain('\n    "acme.127.0.0.1/plain" "https://example.com/plain";\n');
});

test.skipIf(!hasCaddy)('so does Caddy, with braces encoded', async () => {
  const own = join(folder, 'Caddyfile');
  const lines = [`http://127.0.0.1:${port} {`, `import ${folder}/maps/redirects.caddy`, 'respond 404', '}', ''];
  writeFileSync(own, `{\n admin off\n auto_https off\n}\n${lines.join('\n')}`);
  await whileRuns('caddy', ['run', '--config', own, '--adapter', 'caddyfile'], async (destinations) => {
    expect(await get('/money')).toEqual([302, destinations.get('/money')?.replace('{x}', '%7Bx%7D')]);
    expect(await get('/quotes')).toEqual([302, destinations.get('/quotes')]);
    expect(await get('/PLAIN')).toEqual([302, 'https://example.com/plain']);
  });
});

/** Runs a server with the generated files; checks the common requests, and those of `more`. */
async function whileRuns(
  command: string,
  args: readonly string[],
  more: (destinations: ReadonlyMap<string, string>) => Promise<void>,
): Promise<void> {
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const server: ChildProcess = spawn(command, args, { stdio: 'ignore', env });
  try {
    await eventually(() =>
      get('/plain').then(
        () => true,
        () => false,
      ),
    );
    const entries = JSON.parse(read('redirects.json')) as { path: string; destination: string }[];
    await more(new Map(entries.map(({ path, destination }) => [path, destination])));
    for (const path of ['/%C3%9Cber', '/docs/a%20%22b%22', '/plain/', '/v[1]*/', ...Object.values(ODD)])
      expect([path, ...(await get(path))]).toEqual([path, 302, 'https://example.com/plain']);
    for (const path of ['/was/one', '/paused', '/ended', '/secret', '/revoked-of-plain', '/nothing', '/'])
      expect([path, ...(await get(path))]).toEqual([path, 404, undefined]);
    for (const n of [1, 2, MANY / 2, MANY]) expect(await get(`/n${n}`)).toEqual([302, `https://example.com/${n}`]);
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

function get(path: string): Promise<[number, string | undefined]> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, agent: false }, (incoming) => {
      incoming.resume();
      resolve([incoming.statusCode ?? 0, incoming.headers.location]);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
