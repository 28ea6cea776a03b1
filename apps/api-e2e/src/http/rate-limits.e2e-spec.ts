import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import {
  eventually,
  freePort,
  OWNER,
  readOutbox,
  setUpOwner,
  startApp,
  type ApiAnswer,
  type ApiClient,
  type AppProcess,
} from '@signpost/testing';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAddress, join, PASSWORD } from '../support/people.js';

const JOBS_SECRET = 'the secret of the jobs, which is long';
const WRONG = { email: OWNER.email, password: 'wrong' };

/** Calls until refused, at most `limit + 1` times. @returns the statuses. */
async function statuses(times: number, call: () => Promise<ApiAnswer>): Promise<number[]> {
  const seen: number[] = [];
  for (let time = 0; time < times; time += 1) seen.push((await call()).status);
  return seen;
}

describe('in one process', () => {
  let app: AppProcess;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp({
      env: {
        TRUST_PROXY: '1',
        REGISTRATION: 'open',
        RATE_LIMIT_LOGIN: '3/600',
        RATE_LIMIT_REGISTER: '2/3600',
        RATE_LIMIT_FORGOT: '2/3600',
        RATE_LIMIT_RESEND: '2/3600',
        RATE_LIMIT_ADDRESS_MAILS: '2/3600',
        RATE_LIMIT_INVITATIONS: '2/3600',
        RATE_LIMIT_SLUG_CHECK: '2/60',
        RATE_LIMIT_UNKNOWN_PATHS: '2/60',
        RATE_LIMIT_JOBS: '2/60',
        JOBS_SECRET,
      },
    });
    owner = await setUpOwner(app);
  });
  afterAll(() => app?.stop());

  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const login = (email: string, address: string) =>
    app.client().post('/api/auth/login', { email, password: 'wrong' }, from(address));

  test('sign-in: per client, whatever the addresses', async () => {
    let number = 0;
    const seen = await statuses(4, () => login(`nobody-${number++}@example.test`, '198.51.100.1'));
    expect(seen).toEqual([401, 401, 401, 429]);
    expect((await login('nobody@example.test', '198.51.100.2')).status).toBe(401);
  });

  test('sign-in: per address, whatever the clients, known or not', async () => {
    for (const email of [OWNER.email, 'unknown@example.test']) {
      let number = 0;
      const seen = await statuses(4, () => login(email, `203.0.113.${number++}`));
      expect(seen).toEqual([401, 401, 401, 429]);
    }
    const right = await app.client().post('/api/auth/login', OWNER, from('203.0.113.200'));
    expect([right.status, right.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  });

  test('one IPv6 network of 64 bits is one client', async () => {
    let number = 0;
    const seen = await statuses(4, () => login(`v6-${number}@example.test`, `2001:db8:1:2:${number++}::1`));
    expect(seen).toEqual([401, 401, 401, 429]);
    expect((await login('v6@example.test', '2001:db8:1:3::1')).status).toBe(401);
  });

  test('only what the trusted proxy wrote counts', async () => {
    let number = 0;
    // The visitor makes up the entries on the left; the proxy adds the last one.
    const seen = await statuses(4, () => login(`forged-${number}@example.test`, `10.0.0.${number++}, 192.0.2.77`));
    expect(seen).toEqual([401, 401, 401, 429]);
  });

  test('a change of password has tries of its own, whatever strangers do to the address', async () => {
    await statuses(4, () => login(OWNER.email, '192.0.2.40'));
    const change = () => owner.post('/api/auth/password', { currentPassword: 'wrong', newPassword: PASSWORD });
    expect(await statuses(4, change)).toEqual([422, 422, 422, 429]);
  });

  test('a change of address mails so often for one account, and to the new address no more than that', async () => {
    const email = anAddress('mover');
    const client = app.client();
    await client.post('/api/auth/register', { email, password: PASSWORD }, from('192.0.2.60'));
    await app.database.query('UPDATE users SET verified_at = now() WHERE email = $1', [email]);
    await client.post('/api/auth/login', { email, password: PASSWORD }, from('192.0.2.60'));
    const change = () => client.post('/api/auth/email-change', { email: anAddress(), currentPassword: PASSWORD });
    expect(await statuses(3, change)).toEqual([200, 200, 429]);
  });

  test('register, forgot and resend: a bad body does not count, the rest does', async () => {
    for (const [path, body] of [
      ['/api/auth/register', () => ({ email: anAddress(), password: PASSWORD })],
      ['/api/auth/forgot', () => ({ email: anAddress() })],
      ['/api/auth/verify/resend', () => ({ email: anAddress() })],
    ] as const) {
      const call = (input: object) => app.client().post(path, input, from('192.0.2.10'));
      expect((await call({ email: 'nonsense' })).status).toBe(422);
      expect(await statuses(3, () => call(body())), path).toEqual([200, 200, 429]);
    }
  });

  test('mails to one address: of each kind so many, from however many networks; the answer stays the same', async () => {
    const email = anAddress('mailed');
    let network = 0;
    const post = (path: string, body: object) =>
      app.client().post(path, body, from(`203.0.113.${(network += 1).toString()}`));
    const register = () => post('/api/auth/register', { email, password: PASSWORD });
    expect(await statuses(4, register)).toEqual([200, 200, 200, 200]);
    for (const path of ['/api/auth/forgot', '/api/auth/verify/resend']) {
      expect(await statuses(4, () => post(path, { email }))).toEqual([200, 200, 200, 200]);
    }
    const waiting = () => app.database.query('SELECT 1 FROM mails WHERE payload IS NOT NULL');
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
    const texts = readOutbox(app.dataDir).flatMap(({ to, text }) => (to === email ? [text] : []));
    const count = (words: string) => texts.filter((text) => text.includes(words)).length;
    // The first registration verifies, the second says that there is an account; then two of each.
    expect([count('/verify-email?'), count('/reset-password?'), texts.length]).toEqual([3, 2, 6]);
  });

  test('who has no registration left is refused before the password is checked; a weak one costs none', async () => {
    const register = (password: string) =>
      app.client().post('/api/auth/register', { email: anAddress(), password }, from('192.0.2.11'));
    expect(await statuses(3, () => register('password1234'))).toEqual([422, 422, 422]);
    expect(await statuses(2, () => register(PASSWORD))).toEqual([200, 200]);
    const refused = await register('password1234');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('slug checks per client, invitations per workspace', async () => {
    const check = () => owner.get('/api/workspaces/slug-available?slug=some-name', from('192.0.2.20'));
    expect(await statuses(3, check)).toEqual([200, 200, 429]);
    const invite = () => owner.post('/api/workspaces/invitations', { email: anAddress() });
    expect(await statuses(3, invite)).toEqual([201, 201, 429]);
  });

  test('addresses cannot be tried out at what is there for protected links either', async () => {
    const client = app.client();
    for (const [address, call] of [
      ['192.0.2.30', () => client.get('/p/no-such', from('192.0.2.30'))],
      ['192.0.2.31', () => client.get('/api/links/public/no-such', from('192.0.2.31'))],
      [
        '192.0.2.32',
        () => client.post('/api/links/verify-password', { slug: 'no-such', password: 'x' }, from('192.0.2.32')),
      ],
    ] as const) {
      expect(await statuses(3, call), address).toEqual([404, 404, 429]);
    }
    const back = () => client.get('/p/no-such?path=%2Fx', from('192.0.2.33'));
    expect(await statuses(3, back)).toEqual([302, 302, 429]);
  });

  test('who guesses the secret of the jobs has no more tries at the status', async () => {
    const runJobs = (secret: string, address: string) =>
      app.client().get('/api/admin/status', {
        headers: { authorization: `Bearer ${secret}`, 'x-forwarded-for': address },
      });
    expect(await statuses(3, () => runJobs('a guess', '192.0.2.40'))).toEqual([404, 404, 404]);
    expect((await runJobs(JOBS_SECRET, '192.0.2.40')).status).toBe(404);
    // Whoever knows it may look as often as they like.
    expect(await statuses(4, () => runJobs(JOBS_SECRET, '192.0.2.41'))).toEqual([200, 200, 200, 200]);
    // Also after they have run the jobs too often.
    const run = () =>
      app.client().post('/api/jobs/alerts', undefined, {
        headers: { authorization: `Bearer ${JOBS_SECRET}`, 'x-forwarded-for': '192.0.2.42' },
      });
    expect(await statuses(4, run)).toEqual([200, 200, 429, 429]);
    expect((await runJobs(JOBS_SECRET, '192.0.2.42')).status).toBe(200);
  });

  test('owners read of exceeded limits in the activity log, once per limit and window', async () => {
    const limits = await eventually(async () => {
      const { items } = (await owner.get('/api/admin/audit-events?type=rate_limit_exceeded')).body;
      const found = items.map(({ detail }: { detail: { limit: string } }) => detail.limit) as string[];
      return found.includes('INVITATIONS') ? found : null;
    });
    expect(limits.filter((limit) => limit === 'LOGIN')).toHaveLength(1);
  });
});

describe('without a trusted proxy', () => {
  let app: AppProcess;

  beforeAll(async () => {
    app = await startApp({
      env: { RATE_LIMIT_LOGIN: '3/600', DEPLOYMENT_MODE: 'multi', RATE_LIMIT_WORKSPACE_CREATE: '2/86400' },
    });
  });
  afterAll(() => app?.stop());

  test('X-Forwarded-For is not looked at', async () => {
    let number = 0;
    const call = () =>
      app
        .client()
        .post(
          '/api/auth/login',
          { ...WRONG, email: anAddress() },
          { headers: { 'x-forwarded-for': `192.0.2.${number++}` } },
        );
    expect(await statuses(4, call)).toEqual([401, 401, 401, 429]);
  });

  test('workspaces per user', async () => {
    const founder = app.client();
    await founder.post('/api/auth/register', OWNER);
    expect((await founder.post('/api/workspaces', { name: 'X', slug: '-' })).status).toBe(422);
    expect(await statuses(3, () => founder.post('/api/workspaces', { name: 'Mine' }))).toEqual([201, 201, 429]);
  });
});

// The test runner says so when it skips these for want of a redis-server on the PATH.
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

describe.skipIf(!hasRedis)('shared through Redis', () => {
  const folder = mkdtempSync(joinPath(tmpdir(), 'signpost-redis-'));
  let redis: ChildProcess;
  let port: number;
  let first: AppProcess;
  let second: AppProcess;
  let owner: ApiClient;

  const startRedis = async (): Promise<void> => {
    redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
      stdio: 'ignore',
    });
    const probe = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: 50 } });
    probe.on('error', () => undefined);
    await probe.connect();
    await probe.close();
  };
  const stopRedis = async (): Promise<void> => {
    const ended = new Promise((resolve) => redis.once('exit', resolve));
    redis.kill('SIGKILL');
    await ended;
  };

  beforeAll(async () => {
    port = await freePort();
    await startRedis();
    const env = {
      REDIS_URL: `redis://127.0.0.1:${port}`,
      RATE_LIMIT_LOGIN: '4/600',
      SESSION_SECRET: 'one secret of both instances, as deployments have it',
    };
    first = await startApp({ env });
    second = await startApp({ env, database: first.database });
    owner = await setUpOwner(first);
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
    await stopRedis();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What is counted for one address by the instances in turn, and the keys that the store then has. */
  async function inTurn(email: string): Promise<{ seen: number[]; keys: string[] }> {
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    await client.connect();
    await client.flushAll();
    const seen: number[] = [];
    for (const app of [first, second, first, second, first, second]) {
      seen.push((await app.client().post('/api/auth/login', { email, password: 'wrong' })).status);
    }
    const keys = await client.keys('*');
    await client.close();
    return { seen, keys };
  }

  test('two instances count together; keys tell nothing, and owners read once what both have refused', async () => {
    const { seen, keys } = await inTurn(anAddress('shared'));
    expect(seen).toEqual([401, 401, 401, 401, 429, 429]);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join(' ')).not.toMatch(/example|127\.0\.0\.1|shared/);
    const events = async () =>
      (await owner.get('/api/admin/audit-events?type=rate_limit_exceeded')).body.items as unknown[];
    await eventually(async () => (await events()).length > 0);
    // Nobody waits for the entry of the other instance, if there is one.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await events()).toHaveLength(1);
  });

  test('when the store goes away each process counts for itself, and takes it up again', async () => {
    await stopRedis();
    const call = () => first.client().post('/api/auth/login', { email: anAddress(), password: 'wrong' });
    expect(await statuses(5, call)).toEqual([401, 401, 401, 401, 429]);
    expect((await second.client().post('/api/auth/login', { email: anAddress(), password: 'wrong' })).status).toBe(401);
    expect((await first.client().get('/api/health')).status).toBe(200);

    await startRedis();
    const client = createClient({ url: `redis://127.0.0.1:${port}` });
    await client.connect();
    for (const app of [first, second]) {
      await client.flushAll();
      await eventually(async () => {
        await app.client().post('/api/auth/login', { email: anAddress(), password: 'wrong' });
        return (await client.keys('*')).length > 0;
      });
    }
    await client.close();
    expect((await inTurn(anAddress('back'))).seen).toEqual([401, 401, 401, 401, 429, 429]);
  });
});

test('a limit that nobody knows stops the start by name', async () => {
  await expect(startApp({ env: { RATE_LIMIT_LOGINS: '1/1', RATE_LIMIT_LOGIN: 'many' } })).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/RATE_LIMIT_LOGINS[\s\S]*RATE_LIMIT_LOGIN:/) },
  });
});

test('joined members are limited apart from their workspace', async () => {
  const app = await startApp({ env: { RATE_LIMIT_LINK_WRITES: '2/60' } });
  const owner = await setUpOwner(app);
  const member = await join(app, owner, 'MEMBER');
  const write = (client: ApiClient) => () => client.post('/api/links', { destinationUrl: 'https://example.com/' });
  expect(await statuses(3, write(owner))).toEqual([201, 201, 429]);
  expect(await statuses(3, write(member))).toEqual([201, 201, 429]);
  await app.stop();
});
