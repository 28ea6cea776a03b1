import { mailTo, OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Authenticator } from '../support/authenticator.js';
import { anAddress, join, PASSWORD } from '../support/people.js';

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

/** Passkeys that the account has, oldest first. */
async function passkeysOf(client: ApiClient) {
  return (await client.get('/api/auth/passkeys')).body.items as { id: string; name: string; lastUsedAt: string }[];
}

test('a passkey is added, named, used to sign in and removed', async () => {
  const email = anAddress('passkey');
  const member = await join(app, owner, 'MEMBER', email);
  const authenticator = new Authenticator(app.url);
  const added = await authenticator.addTo(member, 'Laptop');
  expect([added.status, added.body]).toMatchObject([201, { name: 'Laptop', lastUsedAt: null }]);
  await mailTo(app.dataDir, email, 'passkey');
  expect((await authenticator.addTo(member, 'Again')).body.code).toBe('passkey_taken');
  const path = `/api/auth/passkeys/${added.body.id as string}`;
  expect((await member.patch(path, { name: 'Old laptop' })).body).toMatchObject({ name: 'Old laptop' });

  const browser = app.client();
  expect((await authenticator.signIn(browser)).body).toMatchObject({ ok: true, user: { email } });
  expect((await browser.get('/api/auth/session')).body.user).toMatchObject({ email });
  const { items } = (await owner.get('/api/admin/audit-events?type=signed_in')).body;
  expect(items[0]).toMatchObject({ detail: { way: 'passkey' }, actor: { email } });
  expect((await passkeysOf(member))[0]?.lastUsedAt).toEqual(expect.any(String));

  expect((await owner.delete(path)).status).toBe(404);
  expect((await member.delete(path)).status).toBe(200);
  expect(await passkeysOf(member)).toEqual([]);
  expect((await authenticator.signIn(app.client())).body.code).toBe('passkey_refused');
});

test('what does not fit is refused: another page, no verification of the user, an answer used again or by another', async () => {
  const member = await join(app, owner, 'MEMBER');
  for (const wrong of [new Authenticator('https://evil.example'), new Authenticator(app.url, false)]) {
    const { status, body } = await wrong.addTo(member, 'Wrong');
    expect([status, body.code]).toEqual([401, 'passkey_refused']);
  }
  expect(await passkeysOf(member)).toEqual([]);

  const authenticator = new Authenticator(app.url);
  expect((await authenticator.addTo(member, 'Right')).status).toBe(201);
  const browser = app.client();
  const response = await authenticator.signInAnswer(browser);
  const elsewhere = await app.client().post('/api/auth/passkeys/sign-in', { response });
  expect(elsewhere.body.code).toBe('passkey_refused');
  const cookie = browser.cookie('signpost_passkey') ?? '';
  expect((await browser.post('/api/auth/passkeys/sign-in', { response })).status).toBe(200);
  browser.setCookie('signpost_passkey', cookie);
  expect((await browser.post('/api/auth/passkeys/sign-in', { response })).body.code).toBe('passkey_refused');
});

test('a sign-in page signs in however long it was open, and with others open in further tabs', async () => {
  const member = await join(app, owner, 'MEMBER');
  const authenticator = new Authenticator(app.url);
  await authenticator.addTo(member, 'Patient');
  const browser = app.client();
  const response = await authenticator.signInAnswer(browser);
  const others = await Promise.all([1, 2].map(() => browser.post('/api/auth/passkeys/sign-in/options')));
  expect(others[0]?.headers.getSetCookie().join()).toMatch(/^signpost_passkey=[^;]+; Max-Age=86400;/);
  expect((await browser.post('/api/auth/passkeys/sign-in', { response })).status).toBe(200);
});

test('an account has at most 20 passkeys, however many were begun before', async () => {
  const member = await join(app, owner, 'MEMBER');
  expect((await new Authenticator(app.url).addTo(member, 'First')).status).toBe(201);
  await app.database.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name)
     SELECT gen_random_uuid(), user_id, 'filler' || n, public_key, counter, name
     FROM passkeys, generate_series(1, 18) n WHERE name = 'First'`,
  );
  const begun = [];
  for (const authenticator of [new Authenticator(app.url), new Authenticator(app.url)]) {
    begun.push({ response: await authenticator.addAnswer(member), cookie: member.cookie('signpost_passkey') ?? '' });
  }
  const statuses = [];
  for (const { response, cookie } of begun) {
    member.setCookie('signpost_passkey', cookie);
    statuses.push((await member.post('/api/auth/passkeys', { name: 'Late', response })).status);
  }
  expect(statuses).toEqual([201, 422]);
  expect(await passkeysOf(member)).toHaveLength(20);
});

test('the last way to sign in stays', async () => {
  const member = await join(app, owner, 'MEMBER');
  const { body } = await new Authenticator(app.url).addTo(member, 'Only one');
  const id = (await member.get('/api/auth/session')).body.user.id as string;
  await app.database.query(`DELETE FROM identities WHERE user_id = $1 AND provider = 'password'`, [id]);
  expect((await member.delete(`/api/auth/passkeys/${body.id as string}`)).body.code).toBe('last_identity');
});

test('who signs in with passkeys alone may set a first password, right after having signed in with one', async () => {
  const email = anAddress('alone');
  const member = await join(app, owner, 'MEMBER', email);
  const authenticator = new Authenticator(app.url);
  await authenticator.addTo(member, 'Only one');
  const { items } = (await member.get('/api/auth/identities')).body;
  await member.delete(`/api/auth/identities/${items[0].id as string}`);
  const late = await member.post('/api/auth/password', { newPassword: PASSWORD });
  expect([late.status, late.body.code]).toEqual([403, 'reauthentication_required']);
  await authenticator.signIn(member);
  expect((await member.post('/api/auth/password', { newPassword: PASSWORD })).status).toBe(200);
  expect((await app.client().post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
});

test('a passkey is a second factor: where one is wanted, a password alone does not suffice', async () => {
  const email = anAddress('both');
  const member = await join(app, owner, 'MEMBER', email);
  const authenticator = new Authenticator(app.url);
  await authenticator.addTo(member, 'Both');
  await new Authenticator(app.url).addTo(owner, 'Own');
  expect((await owner.patch('/api/workspaces', { requireSecondFactor: true })).status).toBe(200);
  for (const who of [email, OWNER.email]) {
    const password = who === email ? PASSWORD : OWNER.password;
    const { status, body } = await app.client().post('/api/auth/login', { email: who, password });
    expect([status, body.code, body.methods]).toEqual([401, 'second_factor_required', ['passkey']]);
  }
  const browser = app.client();
  await authenticator.signIn(browser);
  expect((await browser.get('/api/links')).status).toBe(200);
});
