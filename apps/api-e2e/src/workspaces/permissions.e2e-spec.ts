import { ROUTES, roleHas, type Permission, type Role, type RouteContract } from '@signpost/contracts';
import { mailedToken, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAddress, join, PASSWORD, registerOpenly, signIn, userIdOf } from '../support/people.js';

const BASE = 'signpost.test';
const HOST = `acme.${BASE}`;
const SECRET = 'a secret of the jobs';
const ID = '01890000-0000-7000-8000-000000000000';
/** These end what the others need: the workspace, then the sessions. */
const LAST = ['DELETE /api/workspaces', 'POST /api/auth/logout'];

const PEOPLE = [
  'anonymous',
  'stranger',
  'deactivated',
  'owner of another workspace',
  'VIEWER',
  'MEMBER',
  'OWNER',
] as const;
type Person = (typeof PEOPLE)[number];

/** Codes that only the access rules answer with. */
const REFUSALS = ['unauthenticated', 'permission_denied', 'workspace_not_found', 'wrong_secret'];

const name = ({ method, path }: RouteContract) => `${method} ${path}`;
const routes = [...ROUTES].sort((a, b) => LAST.indexOf(name(a)) - LAST.indexOf(name(b)));

let app: AppProcess;
const clients = new Map<Person, ApiClient>();

beforeAll(async () => {
  app = await startApp({
    env: {
      DEPLOYMENT_MODE: 'multi',
      PUBLIC_URL: `http://${BASE}`,
      JOBS_SECRET: SECRET,
      OPERATOR_EMAILS: 'unverified@example.test',
    },
  });
  const at = (client: ApiClient): ApiClient => {
    client.host = HOST;
    return client;
  };
  const owner = at(app.client());
  await owner.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
  await owner.post('/api/workspaces', { name: 'Acme', slug: 'acme' });
  clients.set('OWNER', owner);
  clients.set('MEMBER', await join(app, owner, 'MEMBER'));
  clients.set('VIEWER', await join(app, owner, 'VIEWER'));
  const deactivated = await join(app, owner, 'MEMBER');
  await owner.patch(`/api/workspaces/members/${await userIdOf(deactivated)}`, { isActive: false });
  clients.set('deactivated', deactivated);
  clients.set('stranger', at(await registerOpenly(app)));
  const other = at(await registerOpenly(app));
  expect((await other.post('/api/workspaces', { name: 'Other', slug: 'other-place' })).status).toBe(201);
  clients.set('owner of another workspace', other);
  clients.set('anonymous', at(app.client()));
});
afterAll(() => app?.stop());

/** Calls a route, uploads too, with unknown ids and an empty JSON body, so that a permitted call changes nothing. */
function call(
  client: ApiClient,
  { method, path }: RouteContract,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  const address = path
    .replace('/*path', '/nothing.png')
    .replace(/:(\w+)/g, (_, key: string) => (/id$/i.test(key) ? ID : 'nothing'));
  return client.request(method, address, method === 'GET' || method === 'DELETE' ? { headers } : { body: {}, headers });
}

/** The refusal that a person must get, null where they may pass. */
function refusalFor(person: Person, { access }: RouteContract): [status: number, code: string] | null {
  if (access === 'public') return null;
  if (access === 'jobs-secret') return [401, 'wrong_secret'];
  if (access === 'operator') return [404, 'not_found'];
  if (person === 'anonymous') return [401, 'unauthenticated'];
  if (access === 'signed-in') return null;
  if (!isRole(person)) return [404, 'workspace_not_found'];
  return roleHas(person, access satisfies Permission) ? null : [403, 'permission_denied'];
}

function isRole(person: Person): person is Role & Person {
  return person === 'OWNER' || person === 'MEMBER' || person === 'VIEWER';
}

describe.each(routes.map((route) => [name(route), route] as const))('%s', (_, route) => {
  test.each(PEOPLE)('%s', async (person) => {
    const client = clients.get(person) as ApiClient;
    const { status, body } = await call(client, route);
    const refusal = refusalFor(person, route);
    if (refusal === null) {
      expect(status).toBeLessThan(500);
      expect(status).not.toBe(405);
      expect(REFUSALS).not.toContain(body?.code);
    } else {
      expect([status, body.code]).toEqual(refusal);
    }
  });
});

test('the document knows every route of the contract and no other', async () => {
  const { paths } = (await app.client().get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, unknown>>;
  };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const contract = ROUTES.map((route) => name(route).replace('/*path', '/:path'));
  expect(documented.sort()).toEqual(contract.sort());
});

describe('the bearer secret and operators', () => {
  const jobs = ROUTES.find(({ access }) => access === 'jobs-secret') as RouteContract;
  const status = ROUTES.find(({ access }) => access === 'operator') as RouteContract;

  test('the secret opens both routes, another one neither', async () => {
    for (const route of [jobs, status]) {
      expect((await call(app.client(), route, { authorization: `Bearer ${SECRET}` })).status).toBe(200);
    }
    expect((await call(app.client(), jobs, { authorization: 'Bearer other' })).body.code).toBe('wrong_secret');
    expect((await call(app.client(), status, { authorization: 'Bearer other' })).body.code).toBe('not_found');
  });

  test('an operator must have verified the address', async () => {
    const email = 'unverified@example.test';
    await app.client().post('/api/auth/register', { email, password: PASSWORD });
    const unverified = await signIn(app, email);
    expect((await unverified.get('/api/auth/session')).body.user.isOperator).toBe(false);
    expect((await call(unverified, status)).body.code).toBe('not_found');
    // Who registered an address need not be who reads its mail: neither session nor password outlive the proof.
    await unverified.post('/api/auth/verify', { token: await mailedToken(app.dataDir, email) });
    expect((await call(unverified, status)).body.code).toBe('not_found');
    await app.client().post('/api/auth/forgot', { email });
    const token = await mailedToken(app.dataDir, email, '/reset-password');
    const password = `${PASSWORD}-proven`;
    expect((await app.client().post('/api/auth/reset', { token, password })).status).toBe(200);
    expect((await call(await signIn(app, email, password), status)).status).toBe(200);
  });
});

test('a session that ended is as good as none', async () => {
  const client = await registerOpenly(app, anAddress());
  const token = client.cookie('signpost_session') ?? '';
  await app.database.query(`UPDATE sessions SET expires_at = now() WHERE user_id = $1`, [await userIdOf(client)]);
  client.setCookie('signpost_session', token);
  expect((await client.get('/api/workspaces')).body.code).toBe('unauthenticated');
  client.setCookie('signpost_session', 'x'.repeat(43));
  expect((await client.get('/api/workspaces')).status).toBe(401);
});
