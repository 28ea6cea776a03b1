import { mailedToken, mailTo, readOutbox, type ApiClient } from '@signpost/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../support/authenticator.js';
import { aPersonAtProvider, arrangeProviders, where, type Setting } from '../support/openid.js';
import { anAddress, join, PASSWORD, registerOpenly, signIn, userIdOf } from '../support/people.js';

// Somebody makes an account with another's address and waits for its owner.
const OPERATOR = 'operator@example.test';

let s: Setting;
beforeAll(async () => {
  s = await arrangeProviders({
    REGISTRATION: 'open',
    OPERATOR_EMAILS: OPERATOR,
    JOBS_SECRET: 'a-secret-for-the-jobs-route',
  });
});
afterAll(() => s?.stop());

const register = (email: string) => s.app.client().post('/api/auth/register', { email, password: PASSWORD });
const login = (email: string) => s.app.client().post('/api/auth/login', { email, password: PASSWORD });
const userOf = async (client: ApiClient) => (await client.get('/api/auth/session')).body.user as { verified: boolean };
const verificationOf = async (email: string) => {
  await register(email);
  return mailedToken(s.app.dataDir, email, '/verify-email');
};
const ways = async (client: ApiClient) =>
  (await client.get('/api/auth/identities')).body.items.map(({ provider }: { provider: string }) => provider);

describe('the mail that verifies an address', () => {
  test('looking at its token tells of the account, and changes nothing, however often', async () => {
    const email = anAddress('looked-at');
    const token = await verificationOf(email);
    const account = await signIn(s.app, email);
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await s.app.client().post('/api/auth/verify/inspect', { token });
      expect([status, body]).toEqual([200, { email, createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) }]);
      expect(Math.abs(Date.parse(body.createdAt as string) - Date.now())).toBeLessThan(600_000);
    }
    expect((await userOf(account)).verified).toBe(false);
    expect((await s.app.client().post('/api/auth/verify', { token })).body).toEqual({ ok: true });
    expect((await userOf(account)).verified).toBe(true);
    expect((await s.app.client().post('/api/auth/verify/inspect', { token })).body.code).toBe('token_invalid');
  });

  test('“this was not me” deletes the account and its sessions, once', async () => {
    const email = anAddress('not-me');
    const token = await verificationOf(email);
    const thief = await signIn(s.app, email);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => s.app.client().post('/api/auth/verify', { token, reject: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ ok: true });
    expect(await userOf(thief)).toBeNull();
    expect((await login(email)).status).toBe(401);
    // The address is free for its owner.
    await registerOpenly(s.app, email);
  });

  test('a verified account is nobody’s to reject, and a bad body is named', async () => {
    const email = anAddress('kept');
    const token = await verificationOf(email);
    await s.app.client().post('/api/auth/verify/resend', { email });
    await s.app.client().post('/api/auth/verify', { token });
    const again = await expect
      .poll(() => mailedToken(s.app.dataDir, email, '/verify-email'), { timeout: 20_000 })
      .not.toBe(token)
      .then(() => mailedToken(s.app.dataDir, email, '/verify-email'));
    expect((await s.app.client().post('/api/auth/verify', { token: again, reject: true })).body.code).toBe(
      'token_invalid',
    );
    expect((await login(email)).status).toBe(200);
    const { status, body } = await s.app.client().post('/api/auth/verify', { token, reject: 'yes' });
    expect([status, body.errors[0].field]).toEqual([422, 'reject']);
  });

  test('verifying an operator’s address ends every session and a password that nobody has proven', async () => {
    const token = await verificationOf(OPERATOR);
    const thief = await signIn(s.app, OPERATOR);
    expect((await s.app.client().post('/api/auth/verify', { token })).status).toBe(200);
    expect(await userOf(thief)).toBeNull();
    expect((await login(OPERATOR)).status).toBe(401);
    await s.app.client().post('/api/auth/forgot', { email: OPERATOR });
    const reset = await mailedToken(s.app.dataDir, OPERATOR, '/reset-password');
    expect((await s.app.client().post('/api/auth/reset', { token: reset, password: PASSWORD })).status).toBe(200);
    expect(await userOf(await signIn(s.app, OPERATOR))).toMatchObject({ verified: true, isOperator: true });
  });
});

test('an account whose address nobody has verified gets neither passkeys nor a second factor: they would outlast a reset', async () => {
  const email = anAddress('squatter');
  await register(email);
  const client = await signIn(s.app, email);
  for (const path of ['passkeys/options', 'second-factor/setup']) {
    const { status, body } = await client.post(`/api/auth/${path}`);
    expect([status, body.code]).toEqual([403, 'email_unverified']);
  }
});

describe('a provider that is attached by its address', () => {
  test('ends every other session, and a password from before the address was verified', async () => {
    const email = anAddress('hijacked');
    const thief = await registerOpenly(s.app, email);
    const invited = await s.owner.post('/api/workspaces/invitations', { email });
    expect(invited.status).toBe(201);
    await thief.post('/api/workspaces/invitations/accept', {
      token: await mailedToken(s.app.dataDir, email, '/invite'),
    });
    const person = s.app.client();
    expect(where(await s.provider.signIn(person, '/api/auth/google', aPersonAtProvider(email)))).toEqual([302, '/']);
    expect(await userOf(person)).toMatchObject({ verified: true });
    expect(await userOf(thief)).toBeNull();
    expect((await login(email)).status).toBe(401);
    expect(await ways(person)).toEqual(['google']);
    await mailTo(s.app.dataDir, email, 'An account at Google');
    const { items } = (await s.owner.get('/api/admin/audit-events?type=identity_connected')).body;
    expect(items[0].detail).toEqual({ provider: 'google', by: 'address', sessionsEnded: 1, passwordRemoved: true });
  });

  test.each([
    [
      'by a reset',
      async (email: string) => {
        await registerOpenly(s.app, email);
        await s.app.client().post('/api/auth/forgot', { email });
        const token = await mailedToken(s.app.dataDir, email, '/reset-password');
        await s.app.client().post('/api/auth/reset', { token, password: PASSWORD });
      },
    ],
    [
      'while the address was verified',
      async (email: string) => {
        const client = await registerOpenly(s.app, email);
        await client.post('/api/auth/password', { currentPassword: PASSWORD, newPassword: PASSWORD });
      },
    ],
    [
      'from an invitation',
      async (email: string) => {
        await join(s.app, s.owner, 'MEMBER', email);
      },
    ],
  ])('leaves a password that was chosen %s', async (_, make) => {
    const email = anAddress('proven');
    await make(email);
    const former = await signIn(s.app, email);
    const person = s.app.client();
    await s.provider.signIn(person, '/api/auth/google', aPersonAtProvider(email));
    expect(await userOf(former)).toBeNull();
    expect((await login(email)).status).toBe(200);
    expect(await ways(person)).toEqual(['password', 'google']);
  });

  test('takes what was set up with such a password along: passkeys, and a provider under another address', async () => {
    const email = anAddress('prepared');
    const thief = await registerOpenly(s.app, email);
    const authenticator = new Authenticator(s.app.url);
    expect((await authenticator.addTo(thief, 'Mine')).status).toBe(201);
    await s.provider.signIn(thief, '/api/auth/google', aPersonAtProvider());
    expect(await ways(thief)).toEqual(['password', 'google']);
    const person = s.app.client();
    await s.provider.signIn(person, '/api/auth/microsoft', aPersonAtProvider(email));
    expect(await ways(person)).toEqual(['microsoft']);
    expect((await person.get('/api/auth/passkeys')).body.items).toEqual([]);
    expect((await authenticator.signIn(s.app.client())).status).not.toBe(200);
    await mailTo(s.app.dataDir, email, 'passkey');
  });

  test('is not attached past a second factor: whoever has the mail alone has one of two', async () => {
    const email = anAddress('second');
    const client = await registerOpenly(s.app, email);
    const secret = (await client.post('/api/auth/second-factor/setup')).body.secret as string;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await client.post('/api/auth/second-factor/enable', { code })).status).toBe(200);
    const at = aPersonAtProvider(email);
    const refused = await s.provider.signIn(s.app.client(), '/api/auth/google', at);
    expect(where(refused)).toEqual([302, '/login?error=second_factor_required']);
    expect(await userOf(client)).toMatchObject({ email });
    // Connected by whoever is signed in, it signs in from then on.
    await s.provider.signIn(client, '/api/auth/google', at);
    expect(where(await s.provider.signIn(s.app.client(), '/api/auth/google', at))).toEqual([302, '/']);
  });

  test('one that is known already ends nothing', async () => {
    const email = anAddress('again');
    const at = aPersonAtProvider(email);
    const first = s.app.client();
    await s.provider.signIn(first, '/api/auth/google', at);
    await s.provider.signIn(s.app.client(), '/api/auth/google', at);
    expect(await userOf(first)).not.toBeNull();
  });
});

describe('a first password', () => {
  test('needs a sign-in of the last ten minutes, by an outside identity; another one renews it', async () => {
    const at = aPersonAtProvider();
    const client = s.app.client();
    await s.provider.signIn(client, '/api/auth/google', at);
    const userId = await userIdOf(client);
    const set = () => client.post('/api/auth/password', { newPassword: PASSWORD });
    await s.app.database.query(`UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE user_id = $1`, [
      userId,
    ]);
    const refused = await set();
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required']);
    expect(await ways(client)).toEqual(['google']);
    expect(where(await s.provider.signIn(client, '/api/auth/google?next=/account', at))).toEqual([302, '/account']);
    expect(await userIdOf(client)).toBe(userId);
    expect((await set()).status).toBe(200);
  });
});

describe('mails to one address', () => {
  test('the activity log tells of sign-ins and ended sessions', async () => {
    const email = anAddress('seen');
    const member = await join(s.app, s.owner, 'MEMBER', email);
    const other = await signIn(s.app, email);
    const third = await signIn(s.app, email);
    await third.post('/api/auth/logout');
    await member.delete('/api/auth/sessions');
    expect(await userOf(other)).toBeNull();
    const { items } = (await s.owner.get('/api/admin/audit-events?group=security&limit=10')).body;
    const own = items.filter(({ actor }: { actor: { email: string } | null }) => actor?.email === email);
    expect(own.map(({ type, detail }: { type: string; detail: object }) => [type, detail])).toEqual([
      ['sessions_ended', { how: 'others', count: 1 }],
      ['sessions_ended', { how: 'sign_out', count: 1 }],
      ['signed_in', { way: 'password' }],
      ['signed_in', { way: 'password' }],
    ]);
  });

  test('an account has three reset links open at most: another ends the oldest', async () => {
    const email = anAddress('many-links');
    await registerOpenly(s.app, email);
    const count = () =>
      readOutbox(s.app.dataDir).filter(({ to, text }) => to === email && text.includes('/reset-password?')).length;
    for (let time = 1; time <= 4; time += 1) {
      await s.app.client().post('/api/auth/forgot', { email });
      await expect.poll(count, { timeout: 20_000 }).toBe(time);
    }
    const open = await s.app.database.query(
      `SELECT 1 FROM user_tokens t JOIN users u ON u.id = t.user_id
       WHERE u.email = $1 AND t.purpose = 'reset_password' AND t.used_at IS NULL`,
      [email],
    );
    expect(open).toHaveLength(3);
  });
});

describe('cookies of one name', () => {
  test('each is tried until one is valid, and signing out ends what the browser has', async () => {
    const client = await registerOpenly(s.app);
    const valid = client.cookie('signpost_session') ?? '';
    const stale = 'x'.repeat(43);
    const headers = { cookie: `signpost_session=${stale}; signpost_session=${valid}` };
    const browser = s.app.client();
    expect((await browser.get('/api/auth/session', { headers })).body.user).not.toBeNull();
    expect((await browser.get('/api/workspaces', { headers })).status).toBe(200);
    expect((await browser.post('/api/auth/logout', undefined, { headers })).status).toBe(200);
    expect((await browser.get('/api/auth/session', { headers })).body.user).toBeNull();
  });

  test('a pending sign-in is found behind a stale one', async () => {
    const client = s.app.client();
    s.provider.person = aPersonAtProvider();
    const start = await client.get('/api/auth/google');
    const [line = ''] = start.headers.getSetCookie().filter((set) => set.startsWith('signpost_oauth_'));
    const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
    const back = await s.provider.visit(start.headers.get('location') ?? '');
    const headers = { cookie: `${name}=stale; ${name}=${value}` };
    expect(where(await s.app.client().get(`${back.pathname}${back.search}`, { headers }))).toEqual([302, '/']);
  });
});
