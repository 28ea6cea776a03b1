import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { aStoredLink, BROWSER, type StoredLink } from './stored-link.js';

let app: AppProcess;
let visitor: ApiClient;
let admin: pg.Client;
let plain: StoredLink;
let capped: StoredLink;
let protectedLink: StoredLink;

beforeAll(async () => {
  app = await startApp();
  await setUpOwner(app);
  visitor = app.client();
  plain = await aStoredLink(app.database);
  capped = await aStoredLink(app.database, { maximum_visits: 5 });
  protectedLink = await aStoredLink(app.database, {
    password_hash: 'x',
    password_version: '00000000-0000-4000-8000-000000000000',
  });
  admin = new pg.Client({ connectionString: inject('server').adminUrl });
  await admin.connect();
  for (const { slug } of [plain, capped, protectedLink]) expect((await visit(slug)).status).toBe(302);
  await eventually(async () => (await used(plain)) === 1);
  await allowConnections(false);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [databaseName()]);
});
afterAll(async () => {
  await allowConnections(true);
  await admin?.end();
  await app?.stop();
});

const databaseName = () => new URL(app.database.url).pathname.slice(1);
const allowConnections = (isAllowed: boolean) =>
  admin.query(`ALTER DATABASE ${databaseName()} ALLOW_CONNECTIONS ${isAllowed}`);
const visit = (slug: string, headers: Record<string, string> = {}) =>
  visitor.get(`/${slug}`, { headers: { ...BROWSER, ...headers } });

async function used({ id }: StoredLink): Promise<number> {
  const [row] = await app.database.query<{ n: string }>(
    'SELECT used_visits AS n FROM link_counters WHERE link_id = $1',
    [id],
  );
  return Number(row?.n);
}

describe('while the database is unavailable', () => {
  test('a known link redirects', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const { status, headers } = await visit(plain.slug);
      expect([status, headers.get('location')]).toEqual([302, 'https://example.com/landing']);
    }
  });

  test('a known protected link asks for its password', async () => {
    expect((await visit(protectedLink.slug)).headers.get('location')).toContain(`/p/${protectedLink.slug}`);
  });

  test('a visit to a capped link, which cannot be checked, is a 503 that says when to come again', async () => {
    const page = await visit(capped.slug);
    expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
      503,
      '2',
      'private, no-store',
    ]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).not.toContain('<script');
    const { status, body } = await visit(capped.slug, { accept: 'application/json' });
    expect([status, body.statusCode, body.code]).toEqual([503, 503, 'visit_limit_unavailable']);
  });

  test('a bot on a capped link, which takes no visit, is sent on', async () => {
    const { status, headers } = await visit(capped.slug, { 'user-agent': 'Googlebot/2.1' });
    expect([status, headers.get('location')]).toEqual([302, 'https://example.com/landing']);
  });

  test('an address that this instance does not know is a 503, not a 404', async () => {
    const page = await visit('never-asked-for');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    const { body } = await visit('never-asked-for', { accept: 'application/json' });
    expect(body.code).toBe('database_unavailable');
  });

  test('and back: the cap is exact, and every redirect of the outage is recorded', async () => {
    await allowConnections(true);
    await eventually(async () => (await visitor.get('/api/health')).status === 200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(capped.slug)));
    // One visit of the five went before the outage; those that were refused took none.
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(4);
    expect(await used(capped)).toBe(5);
    await eventually(async () => (await used(plain)) === 21);
    expect(await used(plain)).toBe(21);
    // For a second after a failure the database is not asked about what memory does not know.
    await eventually(async () => (await visit('never-asked-for')).status === 404);
  });
});
