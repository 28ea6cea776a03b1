import {
  createTestDatabase,
  setUpOwner,
  startApp,
  type ApiClient,
  type AppProcess,
  type TestDatabase,
} from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SECRET = 'a-secret-for-the-jobs-route';
const bearer = { headers: { authorization: `Bearer ${SECRET}` } };

/** Kept paths that look like files, or begin as one does. */
const KEPT = ['v2.0', 'v1.2-beta', 'Read.Me', 'favicon.x/y'];

let database: TestDatabase;
const running: Record<string, AppProcess> = {};
let owner: ApiClient;
let slug: string;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const role of ['app', 'redirect', 'jobs', 'redirect,jobs']) {
    running[role] = await startApp({ database, env: { ROLES: role, JOBS_SECRET: SECRET } });
  }
  owner = await setUpOwner(at('app'));
  const { body } = await owner.post('/api/links', { destinationUrl: 'https://example.com/' });
  slug = body.slug as string;
  for (const path of KEPT)
    expect((await owner.post(`/api/links/${body.id as string}/aliases`, { path })).status).toBe(201);
});
afterAll(async () => {
  for (const app of Object.values(running)) await app.stop();
  await database?.drop();
});

function at(role: string): AppProcess {
  const app = running[role];
  if (app === undefined) throw new Error(`no process with the role ${role}`);
  return app;
}

const status = async (role: string, method: string, path: string, options = {}): Promise<number> =>
  (await at(role).client().request(method, path, options)).status;

test.each<[string, Record<string, number>]>([
  ['redirect', { link: 302, unknown: 404, health: 200, host: 200, login: 404, links: 404, jobs: 404, page: 404 }],
  ['jobs', { link: 404, unknown: 404, health: 200, host: 404, login: 404, links: 404, jobs: 200, page: 404 }],
  ['redirect,jobs', { link: 302, unknown: 404, health: 200, host: 200, login: 404, links: 404, jobs: 200, page: 404 }],
])('a process with ROLES=%s answers what its roles need, and nothing else exists there', async (role, expected) => {
  expect({
    link: await status(role, 'GET', `/${slug}`),
    unknown: await status(role, 'GET', '/no-such-link'),
    health: await status(role, 'GET', '/api/health'),
    host: await status(role, 'GET', '/api/host'),
    login: await status(role, 'POST', '/api/auth/login', { body: { email: 'a@example.test', password: 'x' } }),
    links: await status(role, 'GET', '/api/links'),
    jobs: await status(role, 'POST', '/api/jobs/alerts', bearer),
    page: await status(role, 'GET', '/login'),
  }).toEqual(expected);
});

test.each(['redirect', 'redirect,jobs'])('kept paths that look like files lead on with ROLES=%s', async (role) => {
  const addresses = [...KEPT, 'V2.0', 'v2%2E0', 'read.me', 'v1.2-beta?a=b', 'v1.2-beta.'];
  for (const address of addresses) expect([address, await status(role, 'GET', `/${address}`)]).toEqual([address, 302]);
  for (const path of ['/v3.0', '/main.js', '/index.html']) expect(await status(role, 'GET', path)).toBe(404);
  expect(await status(role, 'GET', '/favicon.ico')).toBe(200);
});

test('a process with ROLES=app serves the dashboard and the API and redirects nobody', async () => {
  expect(await status('app', 'GET', '/api/health')).toBe(200);
  expect((await owner.get('/api/links')).status).toBe(200);
  expect(await status('app', 'GET', `/${slug}`)).not.toBe(302);
});
