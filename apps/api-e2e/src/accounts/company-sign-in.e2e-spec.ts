import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  COMPILE_CACHE,
  freePort,
  OpenIdServer,
  OWNER,
  setUpOwner,
  startApp,
  type ApiClient,
  type AppProcess,
} from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, settingsOf } from '../support/command-line.js';
import { where } from '../support/openid.js';
import { anAddress, PASSWORD } from '../support/people.js';

// A real OpenID provider as the company's own: who comes in, as what, and who does not.
const MAIN = fileURLToPath(new URL('../../../../dist/apps/api/main.js', import.meta.url));
const JOBS_SECRET = 'a-secret-for-the-jobs-route';

let serial = 0;
const aPerson = (groups: readonly string[], email = anAddress('staff')) => ({
  sub: `staff-${(serial += 1).toString()}`,
  email,
  email_verified: true,
  groups,
});

async function arrange(env: Record<string, string>) {
  const port = await freePort();
  const provider = await OpenIdServer.start([`http://127.0.0.1:${port}/api/auth/oidc`]);
  const app = await startApp({
    port,
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'signpost',
      OIDC_CLIENT_SECRET: 'a secret',
      OIDC_NAME: 'Acme ID',
      JOBS_SECRET,
      ...env,
    },
  });
  return { provider, app };
}

describe('with groups', () => {
  let app: AppProcess;
  let provider: OpenIdServer;
  let owner: ApiClient;
  beforeAll(async () => {
    const env = { OIDC_GROUPS_CLAIM: 'groups', OIDC_GROUP_ROLES: 'readers=VIEWER, writers=MEMBER' };
    ({ provider, app } = await arrange(env));
    owner = await setUpOwner(app);
  });
  afterAll(async () => {
    await app?.stop();
    await provider?.stop();
  });
  const come = async (person: ReturnType<typeof aPerson>) => {
    const client = app.client();
    return { client, answer: where(await provider.signIn(client, '/api/auth/oidc', person)) };
  };
  const roleOf = async (client: ApiClient) => (await client.get('/api/auth/session')).body.role as string | null;

  test('providers name it', async () => {
    expect((await app.client().get('/api/auth/providers')).body).toMatchObject({
      oidc: { name: 'Acme ID' },
      passwords: true,
      registration: 'invite',
    });
  });

  test('the first sign-in makes account and role, the highest of the groups; a changed group changes the role', async () => {
    const person = aPerson(['others', 'readers', 'writers']);
    const { client, answer } = await come(person);
    expect([answer, await roleOf(client)]).toEqual([[302, '/'], 'MEMBER']);
    expect((await client.get('/api/auth/identities')).body.items).toMatchObject([{ provider: 'oidc' }]);
    expect(await roleOf((await come({ ...person, groups: ['readers'] })).client)).toBe('VIEWER');
    const { items } = (await owner.get('/api/workspaces/members')).body;
    expect(items.find(({ email }: { email: string }) => email === person.email)).toMatchObject({
      role: 'VIEWER',
      ways: ['oidc'],
      hasSecondFactor: false,
    });
    const { body } = await owner.get('/api/admin/audit-events?type=member_role_changed');
    expect(body.items[0].detail).toMatchObject({ email: person.email, from: 'MEMBER', to: 'VIEWER', by: 'provider' });
  });

  test('signing in anew while signed in is a sign-in like any other: the group changes the role', async () => {
    const person = aPerson(['writers']);
    const { client } = await come(person);
    const again = await provider.signIn(client, '/api/auth/oidc', { ...person, groups: ['readers'] });
    expect([where(again), await roleOf(client)]).toEqual([[302, '/'], 'VIEWER']);
  });

  test('whoever is invited and joins by a group instead is invited no longer', async () => {
    const person = aPerson(['readers']);
    await owner.post('/api/workspaces/invitations', { email: person.email, role: 'MEMBER' });
    const { client } = await come(person);
    expect(await roleOf(client)).toBe('VIEWER');
    const { items } = (await owner.get('/api/workspaces/invitations')).body;
    expect(items.filter(({ email }: { email: string }) => email === person.email)).toEqual([]);
  });

  test('whoever leaves the groups has no access any more; who never was in one gets no account', async () => {
    const person = aPerson(['writers']);
    const { client } = await come(person);
    expect((await come({ ...person, groups: [] })).answer).toEqual([302, '/login?error=no_access']);
    expect((await client.get('/api/auth/session')).body.user).toBeNull();
    const stranger = aPerson(['others']);
    expect((await come(stranger)).answer).toEqual([302, '/login?error=no_access']);
    expect(await app.database.query('SELECT 1 FROM users WHERE email = $1', [stranger.email])).toEqual([]);
  });

  test('the owner stays owner, whatever the groups say', async () => {
    const { client, answer } = await come(aPerson(['readers'], OWNER.email));
    expect([answer, await roleOf(client)]).toEqual([[302, '/'], 'OWNER']);
  });

  test('signing out leads to where the session ends at the provider too; from a password it leads nowhere', async () => {
    const { client } = await come(aPerson(['readers']));
    const { body } = await client.post('/api/auth/logout');
    expect(body).toEqual({ ok: true, redirectTo: expect.stringContaining(`${provider.issuer}/session/end?`) });
    expect(new URL(body.redirectTo as string).searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/login`);
    const byPassword = app.client();
    await byPassword.post('/api/auth/login', { ...OWNER });
    expect((await byPassword.post('/api/auth/logout')).body).toEqual({ ok: true });
  });

  test('an unverified address is refused', async () => {
    const person = { ...aPerson(['readers']), email_verified: false };
    expect((await come(person)).answer).toEqual([302, '/login?error=email_unverified']);
  });

  test('the operator sees what is configured, and what is wrong with it', async () => {
    const headers = { authorization: `Bearer ${JOBS_SECRET}` };
    const { body } = await app.client().get('/api/admin/sign-in', { headers });
    expect(body).toMatchObject({ passwords: true, providers: [{ provider: 'oidc', name: 'Acme ID' }] });
    expect(JSON.stringify(body)).not.toContain('a secret');
    const tested = await app.client().post('/api/admin/sign-in/test', { provider: 'oidc' }, { headers });
    const states = tested.body.items.map(({ check, state }: { check: string; state: string }) => [check, state]);
    expect(Object.fromEntries(states)).toMatchObject({ discovery: 'ok', issuer: 'ok', clock: 'ok', claims: 'ok' });
    expect((await app.client().post('/api/admin/sign-in/test', { provider: 'google' }, { headers })).status).toBe(404);
    expect((await app.client().get('/api/admin/sign-in')).status).toBe(404);
  });
});

describe('with domains, and without passwords', () => {
  let app: AppProcess;
  let provider: OpenIdServer;
  let owner: ApiClient;
  beforeAll(async () => {
    ({ provider, app } = await arrange({ OIDC_DOMAINS: 'acme.test' }));
    owner = await setUpOwner(app);
    // Set up with a password, then without.
    const { database, dataDir, port } = app;
    await app.kill('SIGTERM');
    const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'signpost', OIDC_CLIENT_SECRET: 'a secret' };
    app = await startApp({
      port,
      dataDir,
      database,
      env: { ...env, OIDC_DOMAINS: 'acme.test, @Bücher.test', OIDC_ROLE: 'MEMBER', PASSWORDS: 'off', JOBS_SECRET },
    });
  });
  afterAll(async () => {
    await app?.stop();
    await app?.database.drop();
    await provider?.stop();
  });

  test('whoever has an address of the domain joins; another needs an invitation', async () => {
    const client = app.client();
    const person = aPerson([], 'ada@acme.test');
    expect(where(await provider.signIn(client, '/api/auth/oidc', person))).toEqual([302, '/']);
    expect((await client.get('/api/auth/session')).body).toMatchObject({ role: 'MEMBER' });
    for (const email of ['bo@bücher.test', 'cy@xn--bcher-kva.test']) {
      expect(where(await provider.signIn(app.client(), '/api/auth/oidc', aPerson([], email)))).toEqual([302, '/']);
    }
    for (const email of ['ada@notacme.test', 'ada@acme.test.evil.test', 'acme.test@elsewhere.test']) {
      const answer = await provider.signIn(app.client(), '/api/auth/oidc', aPerson([], email));
      expect(where(answer)).toEqual([302, '/login?error=invitation_required']);
    }
  });

  test('what needs a password does not exist', async () => {
    expect((await app.client().get('/api/auth/providers')).body).toMatchObject({ passwords: false });
    for (const path of ['register', 'forgot', 'reset', 'password', 'login']) {
      const { status, body } = await app.client().post(`/api/auth/${path}`, {});
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
    expect((await owner.get('/api/auth/session')).body.user.email).toBe(OWNER.email);
  });

  test('a link of the command line signs in, once, and says so', async () => {
    const run = await runCommand(['user:sign-in-link', OWNER.email], settingsOf(app));
    expect(run.stderr).toBe('');
    const path = run.stdout.trim().slice(app.url.length);
    expect(path).toMatch(/^\/api\/auth\/sign-in-link\?token=[\w-]{43}$/);
    for (const name of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']) {
      expect((await app.client().get(path, { headers: { [name]: 'prefetch;prerender' } })).status).toBe(503);
    }
    const preview = await app.client().get(path, { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } });
    expect(where(preview)).toEqual([302, '/login?error=token_invalid']);
    const browsers = Array.from({ length: 3 }, () => app.client());
    const answers = await Promise.all(browsers.map((browser) => browser.get(path)));
    expect(answers.map(where).sort()).toEqual([
      [302, '/'],
      [302, '/login?error=token_invalid'],
      [302, '/login?error=token_invalid'],
    ]);
    const { items } = (await owner.get('/api/admin/audit-events?type=signed_in')).body;
    expect(items[0].detail).toEqual({ way: 'link' });
  });
});

test.each([
  [{ OIDC_GROUPS_CLAIM: 'groups', OIDC_GROUP_ROLES: 'bosses=OWNER' }, 'OIDC_GROUP_ROLES: cannot make owners'],
  [
    { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', PASSWORDS: 'off' },
    'PASSWORDS: can be off only when a provider is configured',
  ],
])('%o is refused at start', (env, words) => {
  const run = spawnSync(process.execPath, [MAIN], {
    env: {
      ...COMPILE_CACHE,
      OIDC_ISSUER: 'https://id.test',
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
      ...env,
    },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([run.status, run.stderr + run.stdout]).toEqual([1, expect.stringContaining(words)]);
  expect(PASSWORD).not.toBe('');
});
