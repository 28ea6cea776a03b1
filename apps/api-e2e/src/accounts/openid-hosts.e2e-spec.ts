import { mailTo, OWNER } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPersonAtProvider, arrangeProviders, attemptIn, denialOf, where, type Setting } from '../support/openid.js';
import { registerOpenly, userIdOf } from '../support/people.js';

// Attacks by a host header, by a link that others follow, and from a browser that others use afterwards.
const BASE = 'signpost.test';
const FAILED = [302, '/login?error=oauth_failed'];

let s: Setting;

beforeAll(async () => {
  s = await arrangeProviders({
    DEPLOYMENT_MODE: 'multi',
    PUBLIC_URL: `http://${BASE}`,
    SHORT_URL: 'http://go.test',
    REGISTRATION: 'open',
  });
  s.owner.host = BASE;
  expect((await s.owner.post('/api/workspaces', { name: 'Acme' })).status).toBe(201);
});
afterAll(() => s?.stop());

const at = (host: string) => {
  const client = s.app.client();
  client.host = host;
  return client;
};

/** Leaves for the provider and comes back to the dashboard's own host, as the provider sends everybody. */
async function signIn(client: ReturnType<typeof at>, path = '/api/auth/google', headers: Record<string, string> = {}) {
  s.provider.person = aPersonAtProvider();
  const start = await client.get(path, { headers });
  const back = await s.provider.visit(start.headers.get('location') ?? '');
  expect(back.origin).toBe(`http://${BASE}`);
  client.host = BASE;
  return client.get(`${back.pathname}${back.search}`);
}

describe('wherever an attempt starts, the provider sends people to the dashboard’s own host', () => {
  test('and from there they come back to their workspace, signed in on every host', async () => {
    const answer = await signIn(at(`acme.${BASE}`), '/api/auth/google?next=/links');
    expect(where(answer)).toEqual([302, `http://acme.${BASE}/links`]);
    const session = answer.headers.getSetCookie().find((line) => line.startsWith('signpost_session='));
    expect(session).toMatch(new RegExp(`; Domain=${BASE.replace('.', '\\.')};`));
  });

  test('and whoever is refused is told there, on the way to the same page', async () => {
    const client = at(`acme.${BASE}`);
    const start = await client.get('/api/auth/google?next=/links?q=deep');
    client.host = BASE;
    expect(where(await client.get(denialOf(start)))).toEqual([
      302,
      `http://acme.${BASE}/login?error=oauth_denied&returnTo=%2Flinks%3Fq%3Ddeep`,
    ]);
  });

  test.each([
    ['another host', 'evil.example', '/'],
    ['a host that only looks like ours', `${BASE}.evil.example`, '/'],
    ['two labels', `a.b.${BASE}`, '/'],
    ['another port', `acme.${BASE}:9999`, `http://acme.${BASE}/`],
    ['a name and a password', `evil@acme.${BASE}`, '/'],
  ])('whatever the host header says: %s', async (_, host, target) => {
    const { status, headers } = await signIn(at(host));
    // A label that no workspace can have leads nowhere else than below our own host.
    expect(status).toBe(302);
    expect(new URL(headers.get('location') ?? '', `http://${BASE}`).host).toMatch(/(?:^|\.)signpost\.test$/);
    if (!host.includes('@')) expect(headers.get('location')).toBe(target);
  });

  test('nor do forwarded hosts count', async () => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-original-host': 'evil.example',
    };
    expect(where(await signIn(at(`acme.${BASE}`), '/api/auth/google', forged))).toEqual([302, `http://acme.${BASE}/`]);
    await s.app
      .client()
      .post('/api/auth/forgot', { email: OWNER.email }, { headers: { ...forged, host: 'evil.example' } });
    const { source } = await mailTo(s.app.dataDir, OWNER.email, 'reset-password');
    expect(source).toContain(`http://${BASE}/reset-password?token=`);
    expect(source).not.toContain('evil');
  });

  test('the short domain has no such route', async () => {
    for (const host of ['go.test', 'acme.go.test']) {
      expect((await at(host).get('/api/auth/google')).status).toBe(404);
      expect((await at(host).get('/api/auth/google?code=x&state=y')).status).toBe(404);
    }
  });
});

describe('a browser that somebody else has prepared', () => {
  test('gets a new session, and the planted one ends', async () => {
    const planter = await registerOpenly(s.app);
    const planted = planter.cookie('signpost_session') ?? '';
    const victim = at(BASE);
    s.provider.person = aPersonAtProvider();
    const start = await victim.get('/api/auth/google');
    const back = await s.provider.visit(start.headers.get('location') ?? '');
    victim.setCookie('signpost_session', planted);
    expect(where(await victim.get(`${back.pathname}${back.search}`))).toEqual([302, '/']);
    expect(victim.cookie('signpost_session')).not.toBe(planted);
    expect((await victim.get('/api/auth/session')).body.user.email).toBe(s.provider.person.email);
    expect((await planter.get('/api/workspaces')).status).toBe(401);
  });

  test('does not finish a connection that another account has begun', async () => {
    const client = await registerOpenly(s.app);
    const other = await registerOpenly(s.app);
    s.provider.person = aPersonAtProvider();
    const start = await client.get('/api/auth/google?next=/account');
    const back = await s.provider.visit(start.headers.get('location') ?? '');
    const attempt = attemptIn(start);
    // The same browser, where meanwhile somebody else signed in; and where nobody is signed in.
    const failed = [302, '/login?error=oauth_failed&returnTo=%2Faccount'];
    other.setCookie(...attempt);
    expect(where(await other.get(`${back.pathname}${back.search}`))).toEqual(failed);
    const anonymous = at(BASE);
    anonymous.setCookie(...attempt);
    expect(where(await anonymous.get(`${back.pathname}${back.search}`))).toEqual(failed);
    const { items } = (await other.get('/api/auth/identities')).body;
    expect(items.map(({ provider }: { provider: string }) => provider)).toEqual(['password']);
    expect((await anonymous.get('/api/auth/session')).body.user).toBeNull();
  });

  test('connects nothing by a link of another site; by our own page and by typing the address it does', async () => {
    const client = await registerOpenly(s.app);
    const id = await userIdOf(client);
    const refused = await client.get('/api/auth/google', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(where(refused)).toEqual(FAILED);
    expect(attemptIn(refused)).toEqual(['', '']);
    const own = await client.get('/api/auth/google', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect(own.headers.get('location')).toContain(s.provider.issuer);
    expect((await client.get('/api/auth/google', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(302);
    // Nobody is signed in: a link from elsewhere may begin a sign-in, which only the person at the provider can finish.
    const visitor = at(BASE);
    const start = await visitor.get('/api/auth/google', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(start.headers.get('location')).toContain(s.provider.issuer);
    expect(await userIdOf(client)).toBe(id);
  });
});
