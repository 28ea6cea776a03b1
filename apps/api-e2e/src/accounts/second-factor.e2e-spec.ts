import { mailTo, OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAddress, join, PASSWORD, signIn } from '../support/people.js';

let app: AppProcess;
let second: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  const { database, dataDir, url } = app;
  second = await startApp({ env: { PUBLIC_URL: url, SESSION_SECRET: '' }, database, dataDir });
  owner = await setUpOwner(app);
});
afterAll(async () => {
  await second?.stop();
  await app?.stop();
});

const STEP_MS = 30_000;
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** A member with the second factor on; the code that enabled it is used up. */
async function aMember() {
  const email = anAddress('factor');
  const client = await join(app, owner, 'MEMBER', email);
  const { body } = await client.post('/api/auth/second-factor/setup');
  const enabled = await client.post('/api/auth/second-factor/enable', { code: codeOf(body.secret as string) });
  expect(enabled.status, enabled.text).toBe(200);
  return { email, client, secret: body.secret as string, recoveryCodes: enabled.body.recoveryCodes as string[] };
}

/** A browser whose password was right. */
async function pending(email: string, process = app) {
  const browser = process.client();
  const { status, body } = await browser.post('/api/auth/login', { email, password: PASSWORD });
  expect([status, body.code, body.methods]).toEqual([401, 'second_factor_required', ['totp']]);
  return browser;
}
const finish = (browser: ApiClient, code: string) => browser.post('/api/auth/login/second-factor', { code });

test('set up, asked for after the password, and off again', async () => {
  const { email, client, secret, recoveryCodes } = await aMember();
  expect(recoveryCodes).toHaveLength(10);
  expect((await client.get('/api/auth/second-factor')).body).toEqual({ enabled: true, recoveryCodesLeft: 10 });
  expect((await client.post('/api/auth/second-factor/setup')).body.code).toBe('second_factor_enabled');
  await mailTo(app.dataDir, email, 'requires a code from an authenticator app');

  const browser = await pending(email);
  expect((await browser.get('/api/auth/session')).body.user).toBeNull();
  expect((await finish(browser, '000000')).body.code).toBe('wrong_code');
  expect((await finish(browser, codeOf(secret, 1))).body).toMatchObject({ ok: true, user: { email } });
  expect((await browser.get('/api/auth/session')).body.user).toMatchObject({ email });
  const { items } = (await owner.get('/api/admin/audit-events?type=signed_in')).body;
  expect(items[0].detail).toEqual({ way: 'password', secondFactor: 'totp' });

  const wrong = await client.post('/api/auth/second-factor/disable', { code: '000000' });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'code']);
  expect((await client.post('/api/auth/second-factor/disable', { code: recoveryCodes[0] })).body).toEqual({ ok: true });
  await signIn(app, email);
  await mailTo(app.dataDir, email, 'no longer requires a code');
});

test('a code works once, in whichever process, the one that enabled it included', async () => {
  const { email, secret } = await aMember();
  // Enabled with the present code, or the one before where a step has passed since.
  const used = [codeOf(secret), codeOf(secret, -1)];
  for (const code of used) expect((await finish(await pending(email, second), code)).status).toBe(401);
  const browsers = await Promise.all([app, second, app, second].map((process) => pending(email, process)));
  const code = codeOf(secret, 1);
  const answers = await Promise.all(browsers.map((browser) => finish(browser, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('recovery codes: once each, however they are typed', async () => {
  const { email, recoveryCodes, client } = await aMember();
  const [code = ''] = recoveryCodes;
  const browsers = await Promise.all([app, second, app].map((process) => pending(email, process)));
  const answers = await Promise.all(
    browsers.map((browser) => finish(browser, code.toUpperCase().replaceAll('-', ' '))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  expect((await client.get('/api/auth/second-factor')).body.recoveryCodesLeft).toBe(9);
  await mailTo(app.dataDir, email, 'Recovery codes left: 9.');
});

test('five wrong tries a minute, over all processes; nothing pending is nobody', async () => {
  const { email, secret } = await aMember();
  const browsers = [await pending(email), await pending(email, second)];
  const seen: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    seen.push((await finish(browsers[time % 2] ?? app.client(), `00000${time.toString()}`)).status);
  }
  expect(seen).toEqual([401, 401, 401, 401, 401, 429]);
  const refused = await finish(browsers[0] ?? app.client(), codeOf(secret, 1));
  expect([refused.status, Number(refused.headers.get('retry-after')) <= 60]).toEqual([429, true]);
  expect((await finish(app.client(), '123456')).body.code).toBe('unauthenticated');
  expect((await finish(app.client(), '')).status).toBe(422);
});

test('a workspace that asks for it keeps out who has none, until they have', async () => {
  const member = await join(app, owner, 'MEMBER');
  const keep = (requireSecondFactor: boolean) => owner.patch('/api/workspaces', { requireSecondFactor });
  expect((await keep(true)).body).toMatchObject({ requireSecondFactor: true });
  for (const client of [member, owner]) {
    const { status, body } = await client.get('/api/links');
    expect([status, body.code]).toEqual([403, 'second_factor_setup_required']);
    expect((await client.get('/api/auth/session')).body.secondFactorMissing).toBe(true);
  }
  const { body } = await owner.post('/api/auth/second-factor/setup');
  await owner.post('/api/auth/second-factor/enable', { code: codeOf(body.secret as string) });
  expect((await owner.get('/api/links')).status).toBe(200);
  const { items } = (await owner.get('/api/workspaces/members')).body;
  const own = items.find(({ email }: { email: string }) => email === OWNER.email);
  expect(own).toMatchObject({ ways: ['password'], hasSecondFactor: true });
  expect((await keep(false)).status).toBe(200);
  expect((await member.get('/api/links')).status).toBe(200);
});
