import {
  mailedToken,
  mailTo,
  OWNER,
  readOutbox,
  setUpOwner,
  startApp,
  type ApiClient,
  type AppProcess,
} from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workedMs } from '../load/process-facts.js';
import { join } from '../support/people.js';

const PASSWORD = 'lantern-orbit-velvet-42';

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp({ env: { REGISTRATION: 'open' } });
  expect((await app.client().get('/api/auth/providers')).body.registration).toBe('setup');
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

/** An account made by open registration, verified by its mail unless said otherwise. */
async function register(email: string, verify = true): Promise<ApiClient> {
  const client = app.client();
  expect((await client.post('/api/auth/register', { email, password: PASSWORD })).body).toEqual({ ok: true });
  if (verify) {
    const token = await mailedToken(app.dataDir, email);
    expect((await client.post('/api/auth/verify', { token })).status).toBe(200);
  }
  expect((await client.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
  return client;
}

describe('open registration', () => {
  test('providers say so', async () => {
    expect((await app.client().get('/api/auth/providers')).body).toEqual({
      google: false,
      microsoft: false,
      oidc: null,
      passwords: true,
      registration: 'open',
      mail: false,
      demo: false,
      turnstileSiteKey: null,
    });
  });

  test('a new account is unverified until its mailed link is used, once', async () => {
    const client = await register('new@example.test', false);
    expect((await client.get('/api/auth/session')).body.user).toMatchObject({
      email: 'new@example.test',
      verified: false,
    });
    const token = await mailedToken(app.dataDir, 'new@example.test');
    const uses = await Promise.all(Array.from({ length: 8 }, () => app.client().post('/api/auth/verify', { token })));
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    expect(uses.find(({ status }) => status === 400)?.body.code).toBe('token_invalid');
    expect((await client.get('/api/auth/session')).body.user.verified).toBe(true);
  });

  test('a known address gets the same answer, and a mail that says so', async () => {
    const fresh = await app.client().post('/api/auth/register', { email: 'fresh@example.test', password: PASSWORD });
    const known = await app.client().post('/api/auth/register', { email: OWNER.email, password: PASSWORD });
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body]);
    expect(known.headers.getSetCookie()).toEqual([]);
    await mailTo(app.dataDir, OWNER.email, 'already');
    expect((await app.client().post('/api/auth/login', { email: OWNER.email, password: PASSWORD })).status).toBe(401);
  });

  test.each([
    ['short', 'short1'],
    ['guessable', 'password1234'],
    ['holding the address', 'weak@example.test-Xq9!zRw'],
  ])('a password that is %s is refused by name', async (_, password) => {
    const { status, body } = await app.client().post('/api/auth/register', { email: 'weak@example.test', password });
    expect([status, body.code, body.errors[0].field]).toEqual([422, 'validation_failed', 'password']);
  });

  test('parallel registrations of one address make one account', async () => {
    const input = { email: 'race@example.test', password: PASSWORD };
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.client().post('/api/auth/register', input)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await app.database.query('SELECT 1 FROM users WHERE email = $1', [input.email])).toHaveLength(1);
  });
});

describe('signing in', () => {
  test('wrong password, unknown address and an address without password are refused alike', async () => {
    const answers = await Promise.all(
      [OWNER.email, 'nobody@example.test'].map((email) =>
        app.client().post('/api/auth/login', { email, password: 'not the password' }),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [401, answers[0]?.body],
      [401, answers[0]?.body],
    ]);
    expect(answers[0]?.body.code).toBe('invalid_credentials');
  });

  test('a bad body is named before anything else', async () => {
    const { status, body } = await app.client().post('/api/auth/login', {});
    expect([status, body.errors.map(({ field }: { field: string }) => field).sort()]).toEqual([
      422,
      ['email', 'password'],
    ]);
  });

  test('each sign-in is a new session with a closed cookie; the former one ends', async () => {
    const client = app.client();
    const first = await client.post('/api/auth/login', OWNER);
    const cookie = first.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(
      /^signpost_session=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const former = client.cookie('signpost_session') ?? '';
    await client.post('/api/auth/login', OWNER);
    expect(client.cookie('signpost_session')).not.toBe(former);
    client.setCookie('signpost_session', former);
    expect((await client.get('/api/auth/session')).body.user).toBeNull();
  });

  test('a session slides: used again after a while it lasts 30 days from then, and the cookie is sent anew', async () => {
    const client = app.client();
    await client.post('/api/auth/login', OWNER);
    const id = (await client.get('/api/auth/sessions')).body.items.find(
      ({ current }: { current: boolean }) => current,
    ).id;
    expect((await client.get('/api/workspaces')).headers.getSetCookie()).toEqual([]);
    const old = `now() - interval '2 hours', expires_at = now() + interval '1 minute'`;
    await app.database.query(`UPDATE sessions SET last_seen_at = ${old} WHERE id = $1`, [id]);
    const used = await client.get('/api/workspaces');
    expect(used.headers.getSetCookie()[0]).toMatch(/^signpost_session=[\w-]{43}; Max-Age=2592000;/);
    const [row] = await app.database.query<{ days: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM sessions WHERE id = $1`,
      [id],
    );
    expect(row?.days).toBe(30);
  });

  test('sessions keep browser and system as words, and nothing else of the request', async () => {
    const client = app.client();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 SecretDetail';
    await client.post('/api/auth/login', OWNER, { headers: { 'user-agent': agent } });
    const { body } = await client.get('/api/auth/sessions');
    expect(body.items.find(({ current }: { current: boolean }) => current)).toMatchObject({
      browser: 'Firefox',
      os: 'Linux',
    });
    expect(await app.database.query(`SELECT 1 FROM sessions s WHERE s::text ~ 'SecretDetail|127\\.0\\.0\\.1'`)).toEqual(
      [],
    );
  });

  test('of a hundred sessions the one that was not used for longest makes room for another', async () => {
    const client = await register('many@example.test');
    await app.database.query(
      `INSERT INTO sessions (id, token_hash, user_id, browser, os, created_at, last_seen_at, expires_at)
       SELECT gen_random_uuid(), sha256(n::text::bytea), s.user_id, 'Browser ' || n, 'Linux', now(),
         now() - n * interval '1 minute', now() + interval '1 day'
       FROM sessions s JOIN users u ON u.id = s.user_id, generate_series(1, 99) n WHERE u.email = 'many@example.test'`,
    );
    await app.client().post('/api/auth/login', { email: 'many@example.test', password: PASSWORD });
    const { items } = (await client.get('/api/auth/sessions')).body;
    expect(items).toHaveLength(100);
    const browsers = items.map(({ browser }: { browser: string }) => browser);
    expect(browsers).toContain('Browser 98');
    expect(browsers).not.toContain('Browser 99');
  });

  test('signing out ends the session on the server', async () => {
    const client = app.client();
    await client.post('/api/auth/login', OWNER);
    const token = client.cookie('signpost_session') ?? '';
    expect((await client.post('/api/auth/logout')).body).toEqual({ ok: true });
    expect(client.cookie('signpost_session')).toBeUndefined();
    client.setCookie('signpost_session', token);
    expect((await client.get('/api/workspaces')).status).toBe(401);
  });

  test('sessions can be listed and ended', async () => {
    const client = await register('sessions@example.test');
    const other = app.client();
    await other.post('/api/auth/login', { email: 'sessions@example.test', password: PASSWORD });
    const { body } = await client.get('/api/auth/sessions');
    expect(body.items).toHaveLength(2);
    const foreign = body.items.find(({ current }: { current: boolean }) => !current);
    expect((await client.delete(`/api/auth/sessions/${foreign.id}`)).status).toBe(200);
    expect((await other.get('/api/workspaces')).status).toBe(401);
    expect((await client.delete(`/api/auth/sessions/${foreign.id}`)).body.code).toBe('session_not_found');
    expect((await owner.delete(`/api/auth/sessions/${body.items[0].id}`)).status).toBe(404);
  });
});

describe('verification', () => {
  test('a new link can be asked for; the answer is neutral', async () => {
    const client = await register('resend@example.test', false);
    await mailedToken(app.dataDir, 'resend@example.test');
    const count = () => readOutbox(app.dataDir).filter(({ to }) => to === 'resend@example.test').length;
    const before = count();
    for (const body of [{ email: 'resend@example.test' }, { email: 'nobody@example.test' }]) {
      expect((await app.client().post('/api/auth/verify/resend', body)).body).toEqual({ ok: true });
    }
    expect((await client.post('/api/auth/verify/resend', {})).body).toEqual({ ok: true });
    await expect.poll(count, { timeout: 10_000 }).toBe(before + 2);
    const anonymous = await app.client().post('/api/auth/verify/resend', {});
    expect([anonymous.status, anonymous.body.errors[0].field]).toEqual([422, 'email']);
    expect((await app.client().post('/api/auth/verify/resend', { email: 'x' })).status).toBe(422);
  });

  test('tampered, unknown and foreign tokens are invalid', async () => {
    await app.client().post('/api/auth/forgot', { email: OWNER.email });
    const reset = await mailedToken(app.dataDir, OWNER.email, 'reset-password');
    for (const token of [reset, `${reset.slice(0, -1)}${reset.endsWith('A') ? 'B' : 'A'}`, 'x', '0'.repeat(43)]) {
      const { status, body } = await app.client().post('/api/auth/verify', { token });
      expect([status, body.code]).toEqual([400, 'token_invalid']);
    }
    expect((await app.client().post('/api/auth/verify', { token: '' })).status).toBe(422);
  });
});

describe('a forgotten password', () => {
  test('the answer is the same for every address', async () => {
    const known = await app.client().post('/api/auth/forgot', { email: OWNER.email });
    const unknown = await app.client().post('/api/auth/forgot', { email: 'nobody@example.test' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect((await app.client().post('/api/auth/forgot', { email: 'no address' })).status).toBe(422);
  });

  test('a reset ends every session, verifies the address and works once', async () => {
    const email = 'reset@example.test';
    const client = await register(email, false);
    await client.post('/api/auth/forgot', { email });
    const token = await mailedToken(app.dataDir, email, 'reset-password');
    const weak = await client.post('/api/auth/reset', { token, password: 'password1234' });
    expect([weak.status, weak.body.errors[0].field]).toEqual([422, 'password']);
    const password = 'copper-meadow-sextant-7';
    const uses = await Promise.all(
      Array.from({ length: 4 }, () => app.client().post('/api/auth/reset', { token, password })),
    );
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await client.get('/api/auth/identities')).status).toBe(401);
    expect((await client.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(401);
    const again = await client.post('/api/auth/login', { email, password });
    expect(again.body.user).toMatchObject({ email, verified: true });
  });

  test('its link is good for an hour, that of a verification for a day', async () => {
    const email = 'lifetimes@example.test';
    await register(email, false);
    await app.client().post('/api/auth/forgot', { email });
    await mailedToken(app.dataDir, email, 'reset-password');
    const lifetimes = await app.database.query(
      `SELECT t.purpose, round(extract(epoch FROM t.expires_at - t.created_at) / 60)::int AS minutes
       FROM user_tokens t JOIN users u ON u.id = t.user_id WHERE u.email = $1 ORDER BY t.purpose`,
      [email],
    );
    expect(lifetimes).toEqual([
      { purpose: 'reset_password', minutes: 60 },
      { purpose: 'verify_email', minutes: 24 * 60 },
    ]);
  });

  test('an expired token is invalid', async () => {
    const email = 'late@example.test';
    await register(email);
    await app.client().post('/api/auth/forgot', { email });
    const token = await mailedToken(app.dataDir, email, 'reset-password');
    await app.database.query(
      `UPDATE user_tokens SET expires_at = now() WHERE purpose = 'reset_password' AND used_at IS NULL`,
    );
    const { status, body } = await app.client().post('/api/auth/reset', { token, password: PASSWORD });
    expect([status, body.code]).toEqual([400, 'token_invalid']);
  });
});

describe('password and identities of an account', () => {
  test('changing the password needs the current one and ends other sessions', async () => {
    const email = 'change@example.test';
    const client = await register(email);
    const other = app.client();
    await other.post('/api/auth/login', { email, password: PASSWORD });
    const wrong = await client.post('/api/auth/password', {
      currentPassword: 'no',
      newPassword: 'copper-meadow-sextant-7',
    });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'currentPassword']);
    const done = await client.post('/api/auth/password', {
      currentPassword: PASSWORD,
      newPassword: 'copper-meadow-sextant-7',
    });
    expect(done.body).toEqual({ ok: true });
    expect((await other.get('/api/workspaces')).status).toBe(401);
    expect((await client.get('/api/workspaces')).status).toBe(200);
  });

  test('changing the password ends the links that were mailed to set another', async () => {
    const email = 'change-links@example.test';
    const client = await register(email);
    await client.post('/api/auth/forgot', { email });
    const token = await mailedToken(app.dataDir, email, 'reset-password');
    const newPassword = 'copper-meadow-sextant-7';
    expect((await client.post('/api/auth/password', { currentPassword: PASSWORD, newPassword })).status).toBe(200);
    const { status, body } = await app.client().post('/api/auth/reset', { token, password: PASSWORD });
    expect([status, body.code]).toEqual([400, 'token_invalid']);
  });

  test('the last way in cannot be removed', async () => {
    const { body } = await owner.get('/api/auth/identities');
    expect(body.items).toMatchObject([{ provider: 'password', email: OWNER.email }]);
    const { status, body: refusal } = await owner.delete(`/api/auth/identities/${body.items[0].id}`);
    expect([status, refusal.code]).toEqual([422, 'last_identity']);
    expect((await owner.delete('/api/auth/identities/nonsense')).body.code).toBe('identity_not_found');
  });
});

describe('settings of an account', () => {
  test('the weekly digest is off, switched on by itself, and what is left out stays', async () => {
    const client = await register('weekly@example.test');
    expect((await client.get('/api/auth/session')).body.user.weeklyDigest).toBe(false);
    const on = await client.patch('/api/auth/account', { weeklyDigest: true });
    expect([on.status, on.body.weeklyDigest, on.body.email]).toEqual([200, true, 'weekly@example.test']);
    expect((await client.patch('/api/auth/account', {})).body.weeklyDigest).toBe(true);
    expect((await client.get('/api/auth/session')).body.user.weeklyDigest).toBe(true);
    for (const weeklyDigest of [null, 'yes', 1]) {
      const { status, body } = await client.patch('/api/auth/account', { weeklyDigest });
      expect([status, body.errors[0].field]).toEqual([422, 'weeklyDigest']);
    }
    expect((await app.client().patch('/api/auth/account', { weeklyDigest: true })).status).toBe(401);
  });

  test('a display name is set, kept and cleared, and colleagues see it', async () => {
    const named = await owner.patch('/api/auth/account', { displayName: '  Ada Lovelace ' });
    expect([named.status, named.body.displayName, named.body.weeklyDigest]).toEqual([200, 'Ada Lovelace', false]);
    expect((await owner.patch('/api/auth/account', { weeklyDigest: false })).body.displayName).toBe('Ada Lovelace');
    expect((await owner.get('/api/auth/session')).body.user.displayName).toBe('Ada Lovelace');
    const seen = { email: OWNER.email, displayName: 'Ada Lovelace' };
    expect((await owner.get('/api/workspaces/members')).body.items).toMatchObject([seen]);
    expect((await owner.get('/api/workspaces/members/options')).body.items).toMatchObject([seen]);
    const long = await owner.patch('/api/auth/account', { displayName: 'a'.repeat(81) });
    expect([long.status, long.body.errors[0].field]).toEqual([422, 'displayName']);
    expect((await owner.patch('/api/auth/account', { displayName: null })).body.displayName).toBeNull();
  });
});

describe('changing the address of an account', () => {
  const CHANGE = '/api/auth/email-change';
  const requestChange = (client: ApiClient, email: string) => client.post(CHANGE, { email, currentPassword: PASSWORD });
  const tokenAt = (address: string) => mailedToken(app.dataDir, address, '/verify-email/change');
  const confirm = (token: string) => app.client().post(`${CHANGE}/confirm`, { token });

  test('ends an invitation of the new address to a workspace of the account', async () => {
    const to = 'invited-already@example.test';
    const client = await join(app, owner, 'MEMBER', 'invited-anew@example.test');
    await owner.post('/api/workspaces/invitations', { email: to });
    await requestChange(client, to);
    for (const address of ['invited-anew@example.test', to]) await confirm(await tokenAt(address));
    expect((await client.get('/api/auth/session')).body.user.email).toBe(to);
    const { items } = (await owner.get('/api/workspaces/invitations')).body;
    expect(items.filter(({ email }: { email: string }) => email === to)).toEqual([]);
  });

  test('happens once both addresses are confirmed, in any order; sessions stay and both hear of it', async () => {
    const [from, to] = ['moves@example.test', 'moved@example.test'];
    const client = await register(from);
    await client.post('/api/auth/forgot', { email: from });
    const reset = await mailedToken(app.dataDir, from, 'reset-password');
    const requested = await requestChange(client, 'Moved@Example.test');
    expect([requested.status, requested.body]).toMatchObject([
      200,
      { email: to, oldConfirmed: false, newConfirmed: false },
    ]);
    const [atOld, atNew] = [await tokenAt(from), await tokenAt(to)];
    expect((await app.client().post(`${CHANGE}/inspect`, { token: atNew })).body).toEqual({ from, to, side: 'new' });
    expect((await confirm(atNew)).body).toEqual({ ok: true, changed: false });
    expect((await client.get(CHANGE)).body.change).toMatchObject({ oldConfirmed: false, newConfirmed: true });
    expect((await confirm(atNew)).body.code).toBe('token_invalid');
    expect((await client.get('/api/auth/session')).body.user.email).toBe(from);
    const last = await Promise.all(Array.from({ length: 4 }, () => confirm(atOld)));
    expect(last.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(last.find(({ status }) => status === 200)?.body).toEqual({ ok: true, changed: true });
    expect((await client.get('/api/auth/session')).body.user).toMatchObject({ email: to, verified: true });
    expect((await client.get(CHANGE)).body).toEqual({ change: null });
    for (const address of [from, to]) await mailTo(app.dataDir, address, 'confirmed at both');
    expect((await app.client().post('/api/auth/login', { email: to, password: PASSWORD })).status).toBe(200);
    expect((await app.client().post('/api/auth/login', { email: from, password: PASSWORD })).status).toBe(401);
    // What was mailed to the former address opens nothing any more.
    expect((await app.client().post('/api/auth/reset', { token: reset, password: PASSWORD })).status).toBe(400);
    const stored = `SELECT 1 FROM email_changes c WHERE c::text LIKE '%' || encode($1, 'hex') || '%'`;
    expect(await app.database.query(stored, [Buffer.from(atNew)])).toEqual([]);
  });

  test('does not tell that the address has an account, which learns of it and moves nowhere', async () => {
    const client = await register('curious@example.test');
    const free = await requestChange(client, 'free@example.test');
    const taken = await requestChange(client, OWNER.email);
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body));
    expect([taken.status, taken.body]).toMatchObject([free.status, { email: OWNER.email, newConfirmed: false }]);
    await mailTo(app.dataDir, OWNER.email, 'already');
    const token = await mailedToken(app.dataDir, 'curious@example.test', OWNER.email);
    expect((await confirm(token)).body).toEqual({ ok: true, changed: false });
    expect(
      readOutbox(app.dataDir).filter(({ to, text }) => to === OWNER.email && text.includes('/verify-email/change')),
    ).toEqual([]);
    // The change before it has ended.
    expect((await confirm(await tokenAt('free@example.test'))).body.code).toBe('token_invalid');
  });

  test('needs the password, another address and a verified account', async () => {
    const client = await register('careful@example.test');
    const wrong = await client.post(CHANGE, { email: 'x@example.test', currentPassword: 'not the password' });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'currentPassword']);
    expect((await client.post(CHANGE, { email: 'x@example.test' })).body.errors[0].field).toBe('currentPassword');
    expect((await requestChange(client, 'careful@example.test')).body.errors[0].rule).toBe('email_unchanged');
    expect((await requestChange(client, 'nonsense')).body.errors[0].field).toBe('email');
    const unverified = await register('unsure@example.test', false);
    expect((await requestChange(unverified, 'x@example.test')).body.code).toBe('email_unverified');
    expect((await app.client().post(CHANGE, { email: 'x@example.test' })).status).toBe(401);
  });

  test.each([
    ['is taken back', (client: ApiClient) => client.delete(CHANGE)],
    [
      'was somebody else, says the new address',
      async () =>
        app.client().post(`${CHANGE}/confirm`, { token: await tokenAt('elsewhere@example.test'), reject: true }),
    ],
    [
      'ends with another password',
      (client: ApiClient) =>
        client.post('/api/auth/password', { currentPassword: PASSWORD, newPassword: 'copper-meadow-sextant-7' }),
    ],
    [
      'has expired',
      async () => {
        await app.database.query('UPDATE email_changes SET expires_at = now()');
        return { status: 200 };
      },
    ],
  ] as const)('a change that %s happens no more', async (name, end) => {
    const from = `ends-${name.length}@example.test`;
    const client = await register(from);
    await requestChange(client, 'elsewhere@example.test');
    const tokens = [await tokenAt(from), await tokenAt('elsewhere@example.test')];
    expect((await end(client)).status).toBe(200);
    for (const token of tokens) expect((await confirm(token)).body.code).toBe('token_invalid');
    expect((await client.get(CHANGE)).body).toEqual({ change: null });
    await app.database.query(`DELETE FROM email_changes`);
  });

  test('an address that somebody took meanwhile stays theirs', async () => {
    const client = await register('tardy@example.test');
    await requestChange(client, 'quick@example.test');
    const [atOld, atNew] = [await tokenAt('tardy@example.test'), await tokenAt('quick@example.test')];
    await register('quick@example.test', false);
    expect((await confirm(atNew)).body).toEqual({ ok: true, changed: false });
    expect((await confirm(atOld)).body.code).toBe('token_invalid');
    expect((await client.get('/api/auth/session')).body.user.email).toBe('tardy@example.test');
  });
});

describe('the time taken does not tell whether an address is known', () => {
  const timed = async (path: string, body: object): Promise<number> => {
    const started = performance.now();
    await app.client().post(path, body);
    return performance.now() - started;
  };

  /** Processor time of the application for one request after the other, which does not depend on what else the machine does. */
  const work = async (path: string, bodies: readonly object[]): Promise<number> => {
    const before = workedMs(app);
    for (const body of bodies) await app.client().post(path, body);
    return workedMs(app) - before;
  };
  const rounds = Array.from({ length: 15 }, (_, round) => round);

  test('login: an unknown address costs a password check too', async () => {
    const bodies = (email: string): object[] => rounds.map(() => ({ email, password: 'wrong' }));
    const known = await work('/api/auth/login', bodies(OWNER.email));
    const unknown = await work('/api/auth/login', bodies('nobody@example.test'));
    // Without the check the unknown address would take a tenth of the work.
    expect(known / unknown).toBeGreaterThan(0.4);
    expect(known / unknown).toBeLessThan(2.5);
  });

  test('register: a known address costs what a new one does', async () => {
    const bodyOf = (email: string): object => ({ email, password: PASSWORD });
    const known = await work(
      '/api/auth/register',
      rounds.map(() => bodyOf(OWNER.email)),
    );
    const unknown = await work(
      '/api/auth/register',
      rounds.map((round) => bodyOf(`timed-${round}@example.test`)),
    );
    expect(known / unknown).toBeGreaterThan(0.4);
    expect(known / unknown).toBeLessThan(2.5);
    for (const email of [OWNER.email, 'timed-last@example.test']) {
      expect(await timed('/api/auth/register', bodyOf(email))).toBeGreaterThanOrEqual(249);
    }
  });

  test.each(['/api/auth/forgot', '/api/auth/verify/resend'])(
    '%s answers no sooner for one than for the other',
    async (path) => {
      for (const email of [OWNER.email, 'nobody@example.test']) {
        expect(await timed(path, { email })).toBeGreaterThanOrEqual(249);
      }
    },
  );
});

test('no token and no password stands in the database in clear', async () => {
  const tables = await app.database.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const token = await mailedToken(app.dataDir, OWNER.email, 'reset-password');
  for (const { table_name: table } of tables) {
    const found = await app.database.query(
      `SELECT 1 FROM ${table} t WHERE t::text LIKE $1 OR t::text LIKE $2 LIMIT 1`,
      [`%${token}%`, `%${PASSWORD}%`],
    );
    expect(found, table).toEqual([]);
  }
});

describe('a server that listens beyond loopback', () => {
  // The loopback address in a notation that counts as another one, so that the test stays on this machine.
  const HOST = '::ffff:127.0.0.1';

  test('takes its first account only with the code of its log, which is the same in every instance', async () => {
    const env = { HOST, SESSION_SECRET: 'a secret that every instance of them has' };
    const outside = await startApp({ env });
    const code = /^Setup code: (\S+)$/m.exec(outside.output())?.[1] ?? '';
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    // On another machine: with a folder of its own.
    const second = await startApp({ env, database: outside.database });
    expect(second.output()).toContain(`Setup code: ${code}`);
    await second.stop();

    const register = (input: object) => outside.client().post('/api/auth/register', { ...OWNER, ...input });
    for (const input of [{}, { setupCode: 'AAAA-AAAA-AAAA' }, { setupCode: '' }]) {
      const { status, body } = await register(input);
      expect([status, body.code]).toEqual([403, 'setup_code_required']);
    }
    const both = await Promise.all([
      register({ setupCode: code.toLowerCase() }),
      register({ setupCode: code, email: 'b@example.test' }),
    ]);
    // The other one came at the same time (409), or after the first had its password checked and stored (403).
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([403, 409])]);
    await outside.kill('SIGTERM');
    const again = await startApp({ env, database: outside.database, dataDir: outside.dataDir });
    expect(again.output()).not.toContain('Setup code');
    await again.kill('SIGTERM');
    await outside.stop();
  });

  test('on loopback no code is asked for', () => {
    expect(app.output()).not.toContain('Setup code');
  });
});

describe('the language of mails', () => {
  const german = { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } };
  const english = { headers: { 'accept-language': 'en-GB' } };

  test('is that in which the account registered, then that in which it last signed in', async () => {
    const email = 'sprache@example.test';
    await app.client().post('/api/auth/register', { email, password: PASSWORD }, german);
    expect((await mailTo(app.dataDir, email, 'Adresse')).html).toContain('<html lang="de">');
    const token = await mailedToken(app.dataDir, email);
    await app.client().post('/api/auth/verify', { token }, english);
    await app.client().post('/api/auth/forgot', { email }, english);
    await mailTo(app.dataDir, email, 'Neues Passwort');
    await app.client().post('/api/auth/login', { email, password: PASSWORD }, english);
    await app.client().post('/api/auth/forgot', { email });
    await mailTo(app.dataDir, email, 'Choose a new password');
  });

  test('of an invitation is that of the account, else that of whoever invites', async () => {
    await app.client().post('/api/auth/login', { email: OWNER.email, password: OWNER.password }, german);
    for (const email of ['sprache@example.test', 'fremd@example.test']) {
      expect((await owner.post('/api/workspaces/invitations', { email, role: 'VIEWER' }, english)).status).toBe(201);
    }
    await mailTo(app.dataDir, 'sprache@example.test', 'Accept the invitation');
    await mailTo(app.dataDir, 'fremd@example.test', 'Einladung annehmen');
  });
});
