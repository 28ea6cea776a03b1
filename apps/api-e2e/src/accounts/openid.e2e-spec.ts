import { mailedToken, OWNER, untilSomebodyWaits } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aPersonAtProvider as aPerson,
  arrangeProviders as arrange,
  attemptIn,
  denialOf,
  where,
  type Setting,
} from '../support/openid.js';
import { anAddress, PASSWORD, registerOpenly, signIn, userIdOf } from '../support/people.js';

describe('where registration is open', () => {
  let s: Setting;
  beforeAll(async () => {
    s = await arrange({ REGISTRATION: 'open' });
  });
  afterAll(() => s?.stop());

  test('an unknown account with a verified address is made, signed in, and found again by its id', async () => {
    const person = aPerson();
    const client = s.app.client();
    expect(where(await s.provider.signIn(client, '/api/auth/google', person))).toEqual([302, '/']);
    const { user } = (await client.get('/api/auth/session')).body;
    expect(user).toMatchObject({ email: person.email, verified: true });
    expect((await client.get('/api/auth/identities')).body.items).toMatchObject([
      { provider: 'google', email: person.email },
    ]);

    const again = s.app.client();
    await s.provider.signIn(again, '/api/auth/google', { ...person, email: anAddress('renamed') });
    expect((await again.get('/api/auth/session')).body.user.id).toBe(user.id);
  });

  test('the way there carries PKCE, state and nonce', async () => {
    const start = await s.app.client().get('/api/auth/microsoft');
    const query = new URL(start.headers.get('location') ?? '').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${s.app.url}/api/auth/microsoft`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(start.headers.getSetCookie()[0]).toMatch(
      /^signpost_oauth_[\w-]{16}=[\w-]+; Max-Age=600; Path=\/api\/auth; .*HttpOnly; SameSite=Lax/,
    );
  });

  test('an address is attached only if both sides have verified it', async () => {
    const verified = anAddress();
    const userId = await userIdOf(await registerOpenly(s.app, verified));
    const client = s.app.client();
    expect(where(await s.provider.signIn(client, '/api/auth/google', aPerson(verified, false)))).toEqual([
      302,
      '/login?error=email_unverified',
    ]);
    expect(where(await s.provider.signIn(client, '/api/auth/google', aPerson(verified)))).toEqual([302, '/']);
    expect(await userIdOf(client)).toBe(userId);

    const unverified = anAddress();
    await s.app.client().post('/api/auth/register', { email: unverified, password: PASSWORD });
    expect(where(await s.provider.signIn(s.app.client(), '/api/auth/google', aPerson(unverified)))).toEqual([
      302,
      '/login?error=email_unverified',
    ]);
    const nameless = { sub: 'nameless' };
    expect(where(await s.provider.signIn(s.app.client(), '/api/auth/google', nameless))).toEqual([
      302,
      '/login?error=email_unverified',
    ]);
  });

  test('a signed-in account connects and disconnects a provider; the last way in stays', async () => {
    const client = await registerOpenly(s.app);
    const person = aPerson();
    expect(where(await s.provider.signIn(client, '/api/auth/microsoft?next=/account', person))).toEqual([
      302,
      '/account',
    ]);
    const items = (await client.get('/api/auth/identities')).body.items as { id: string; provider: string }[];
    expect(items.map(({ provider }) => provider)).toEqual(['password', 'microsoft']);

    const other = await registerOpenly(s.app);
    expect(where(await s.provider.signIn(other, '/api/auth/microsoft', person))).toEqual([
      302,
      '/login?error=identity_taken',
    ]);
    // Belongs to nobody, but the account has another one: connected by hand, or attached by the address.
    const CONNECTED = [302, '/login?error=provider_connected'];
    expect(where(await s.provider.signIn(client, '/api/auth/microsoft', aPerson()))).toEqual(CONNECTED);
    const { email } = (await client.get('/api/auth/session')).body.user;
    expect(where(await s.provider.signIn(s.app.client(), '/api/auth/microsoft', aPerson(email)))).toEqual(CONNECTED);

    const removals = await Promise.all(items.map(({ id }) => client.delete(`/api/auth/identities/${id}`)));
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(removals.find(({ status }) => status === 422)?.body.code).toBe('last_identity');
  });

  test('two sign-ins of one person at the same moment, in two tabs, both succeed', async () => {
    const person = aPerson();
    const client = s.app.client();
    const answer = await beside(
      `WITH made AS (INSERT INTO users (id, email, verified_at) VALUES (gen_random_uuid(), $1, now()) RETURNING id)
       INSERT INTO identities (id, user_id, provider, subject, email) SELECT gen_random_uuid(), id, 'google', $2, $1 FROM made`,
      [person.email, person.sub],
      () => s.provider.signIn(client, '/api/auth/google', person),
    );
    expect([where(answer), (await client.get('/api/auth/session')).body.user.email]).toEqual([
      [302, '/'],
      person.email,
    ]);
  });

  test('a provider that is connected in two tabs at the same moment is connected once', async () => {
    const client = await registerOpenly(s.app);
    const person = aPerson();
    const answer = await beside(
      `INSERT INTO identities (id, user_id, provider, subject, email) VALUES (gen_random_uuid(), $1, 'google', $2, $3)`,
      [await userIdOf(client), person.sub, person.email],
      () => s.provider.signIn(client, '/api/auth/google?next=/account', person),
    );
    expect(where(answer)).toEqual([302, '/account']);
    expect((await client.get('/api/auth/identities')).body.items).toHaveLength(2);
  });

  /** Another request that has done what `statement` does, but not committed it before this one waits for it. */
  async function beside<T>(statement: string, parameters: unknown[], request: () => Promise<T>): Promise<T> {
    const other = await s.app.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query(statement, parameters);
      const answer = request();
      await untilSomebodyWaits(s.app.database);
      await other.query('COMMIT');
      return await answer;
    } finally {
      other.release();
    }
  }

  test('an account whose address nobody has verified connects none: its owner may be somebody else', async () => {
    const email = anAddress('unverified');
    const client = s.app.client();
    await client.post('/api/auth/register', { email, password: PASSWORD });
    expect((await client.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    expect(where(await s.provider.signIn(client, '/api/auth/google', aPerson()))).toEqual([
      302,
      '/login?error=email_unverified',
    ]);
    expect((await client.get('/api/auth/identities')).body.items).toHaveLength(1);
  });

  test('an account without a password is refused like any other wrong password, and may get one', async () => {
    const person = aPerson();
    const client = s.app.client();
    await s.provider.signIn(client, '/api/auth/google', person);
    const login = (password: string) => s.app.client().post('/api/auth/login', { email: person.email, password });
    const unknown = await s.app.client().post('/api/auth/login', { email: 'nobody@example.test', password: PASSWORD });
    expect((await login(PASSWORD)).body).toEqual(unknown.body);
    expect((await client.post('/api/auth/password', { newPassword: PASSWORD })).status).toBe(200);
    expect((await login(PASSWORD)).status).toBe(200);
  });

  test('a replayed, foreign or missing attempt is refused, and so is a wrong nonce', async () => {
    const FAILED = [302, '/login?error=oauth_failed'];
    s.provider.person = aPerson();
    const client = s.app.client();
    const start = await client.get('/api/auth/google');
    const [name, sealed] = attemptIn(start);
    const back = await s.provider.visit(start.headers.get('location') ?? '');
    const path = `${back.pathname}${back.search}`;

    // Another browser has no attempt, or one of its own with another state and nonce, under whichever name it is kept.
    expect(where(await s.app.client().get(path))).toEqual(FAILED);
    const other = s.app.client();
    const [, foreign] = attemptIn(await other.get('/api/auth/google'));
    expect(where(await other.get(path))).toEqual(FAILED);
    other.setCookie(name, foreign);
    expect(where(await other.get(path))).toEqual(FAILED);
    const mixed = new URL(back);
    const third = s.app.client();
    const started = await third.get('/api/auth/google');
    mixed.searchParams.set('state', new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '');
    expect(where(await third.get(`${mixed.pathname}${mixed.search}`))).toEqual(FAILED);

    expect(where(await client.get(path))).toEqual([302, '/']);
    client.clearCookies();
    expect(where(await client.get(path))).toEqual(FAILED);
    client.setCookie(name, sealed);
    expect(where(await client.get(path))).toEqual(FAILED);
    expect((await client.get('/api/auth/session')).body.user).toBeNull();
    client.setCookie(name, `${sealed.slice(0, -2)}xx`);
    expect(where(await client.get(path))).toEqual(FAILED);
  });

  test('two tabs of one browser both come back; of many at once the latest', async () => {
    s.provider.person = aPerson();
    const client = s.app.client();
    const begin = async () => (await client.get('/api/auth/google?next=/links')).headers.get('location') ?? '';
    const finish = async (address: string) => {
      const { pathname, search } = await s.provider.visit(address);
      return where(await client.get(`${pathname}${search}`));
    };
    const [first, second] = [await begin(), await begin()];
    // An answer to neither, as any site may send one, ends neither.
    expect(where(await client.get('/api/auth/google?code=x&state=x'))).toEqual([302, '/login?error=oauth_failed']);
    expect([await finish(second), await finish(first)]).toEqual(Array(2).fill([302, '/links']));

    const tabs = [await begin(), await begin(), await begin(), await begin()];
    const ends: unknown[] = [];
    for (const tab of tabs) ends.push(await finish(tab));
    expect(ends).toEqual([[302, '/login?error=oauth_failed'], ...Array(3).fill([302, '/links'])]);
  });

  test.each(['nonce', 'code_challenge'])('an answer to another %s is refused', async (parameter) => {
    s.provider.person = aPerson();
    const client = s.app.client();
    const url = new URL((await client.get('/api/auth/google')).headers.get('location') ?? '');
    url.searchParams.set(parameter, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    const back = await s.provider.visit(url.href);
    expect(where(await client.get(`${back.pathname}${back.search}`))).toEqual([302, '/login?error=oauth_failed']);
    expect(client.cookie('signpost_session')).toBeUndefined();
  });

  test('an attempt of one provider does not finish at the other', async () => {
    s.provider.person = aPerson();
    const client = s.app.client();
    const start = await client.get('/api/auth/google');
    const back = await s.provider.visit(start.headers.get('location') ?? '');
    expect(where(await client.get(`/api/auth/microsoft${back.search}`))).toEqual([302, '/login?error=oauth_failed']);
  });

  test('saying no at the provider is told apart', async () => {
    const client = s.app.client();
    const start = await client.get('/api/auth/google');
    expect(where(await client.get(denialOf(start)))).toEqual([302, '/login?error=oauth_denied']);
    const onTheWay = await client.get('/api/auth/google?next=/links');
    expect(where(await client.get(denialOf(onTheWay)))).toEqual([302, '/login?error=oauth_denied&returnTo=%2Flinks']);
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a\nb'])(
    'next=%s leads home',
    async (next) => {
      const answer = await s.provider.signIn(
        s.app.client(),
        `/api/auth/google?next=${encodeURIComponent(next)}`,
        aPerson(),
      );
      expect(where(answer)).toEqual([302, '/']);
    },
  );
});

describe('where an invitation is needed', () => {
  let s: Setting;
  beforeAll(async () => {
    s = await arrange({ REGISTRATION: 'invite' });
  });
  afterAll(() => s?.stop());

  test('an invited address gets an account and can join; another does not', async () => {
    const email = anAddress();
    expect(where(await s.provider.signIn(s.app.client(), '/api/auth/google', aPerson(email)))).toEqual([
      302,
      '/login?error=invitation_required',
    ]);
    await s.owner.post('/api/workspaces/invitations', { email });
    const token = await mailedToken(s.app.dataDir, email);
    const client = s.app.client();
    const path = `/invite?token=${token}`;
    const answer = await s.provider.signIn(client, `/api/auth/google?next=${encodeURIComponent(path)}`, aPerson(email));
    expect(where(answer)).toEqual([302, path]);
    expect((await client.post('/api/workspaces/invitations/accept', { token })).status).toBe(200);
  });
});

describe('where registration is closed', () => {
  let s: Setting;
  beforeAll(async () => {
    s = await arrange({ REGISTRATION: 'closed', MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' });
  });
  afterAll(() => s?.stop());

  test('nobody registers, by password or by provider; known accounts sign in', async () => {
    const register = await s.app.client().post('/api/auth/register', {});
    expect([register.status, register.body.code]).toEqual([404, 'not_found']);
    expect(where(await s.provider.signIn(s.app.client(), '/api/auth/google', aPerson()))).toEqual([
      302,
      '/login?error=registration_closed',
    ]);
    const client = s.app.client();
    expect(where(await s.provider.signIn(client, '/api/auth/google', aPerson(OWNER.email)))).toEqual([302, '/']);
    expect((await client.get('/api/auth/session')).body).toMatchObject({ role: 'OWNER' });
    const { body } = await client.get('/api/admin/audit-events?type=identity_connected');
    expect(body.items[0]).toMatchObject({
      group: 'security',
      actor: { email: OWNER.email },
      detail: { provider: 'google' },
    });
    await signIn(s.app, OWNER.email, OWNER.password);
  });

  test('a provider that is not configured does not exist', async () => {
    expect((await s.app.client().get('/api/auth/providers')).body).toMatchObject({ google: true, microsoft: false });
    expect((await s.app.client().get('/api/auth/microsoft')).body.code).toBe('not_found');
  });
});
