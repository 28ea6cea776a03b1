import { mailedToken, setUpOwner, startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAddress, PASSWORD } from '../support/people.js';

// Every mailed token works once, also under concurrent requests; never expired, altered or for another purpose.
const STRONG = 'copper-meadow-sextant-7';
const AT_ONCE = 6;

interface Kind {
  /** Gets a token to an address. */
  readonly issue: (email: string) => Promise<string>;
  /** Uses it for what it is good for. */
  readonly use: (token: string, email: string, process: AppProcess) => Promise<ApiAnswer>;
  readonly table: 'user_tokens' | 'invitations';
}

let app: AppProcess;
let second: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp({ env: { REGISTRATION: 'open' } });
  // Two processes of one machine: one outbox takes the mails of both.
  const { database, dataDir, url } = app;
  second = await startApp({ env: { REGISTRATION: 'open', PUBLIC_URL: url }, database, dataDir });
  owner = await setUpOwner(app);
});
afterAll(async () => {
  await second?.stop();
  await app?.stop();
});

const mailed = (email: string, words: string): Promise<string> => mailedToken(app.dataDir, email, words);

const register = (email: string, input: object = {}, process = app) =>
  process.client().post('/api/auth/register', { email, password: PASSWORD, ...input });

async function invite(email: string): Promise<string> {
  expect((await owner.post('/api/workspaces/invitations', { email })).status).toBe(201);
  return mailed(email, '/invite');
}

/** The session of an address, for routes that need one. */
async function signedIn(email: string, process: AppProcess): Promise<ApiClient> {
  const client = process.client();
  expect((await client.post('/api/auth/login', { email, password: PASSWORD })).body).not.toHaveProperty('code');
  return client;
}

const KINDS: Record<string, Kind> = {
  verification: {
    issue: async (email) => {
      await register(email);
      return mailed(email, '/verify-email');
    },
    use: (token, _, process) => process.client().post('/api/auth/verify', { token }),
    table: 'user_tokens',
  },
  reset: {
    issue: async (email) => {
      await register(email);
      await app.client().post('/api/auth/forgot', { email });
      return mailed(email, '/reset-password');
    },
    use: (token, _, process) => process.client().post('/api/auth/reset', { token, password: STRONG }),
    table: 'user_tokens',
  },
  'invitation to join': {
    issue: async (email) => {
      const token = await invite(email);
      await register(email, { invitationToken: token });
      return token;
    },
    use: async (token, email, process) =>
      (await signedIn(email, process)).post('/api/workspaces/invitations/accept', { token }),
    table: 'invitations',
  },
};

describe.each(Object.entries(KINDS))('a token of %s', (name, kind) => {
  test('works once, in however many processes it is used at once', async () => {
    const email = anAddress('once');
    const token = await kind.issue(email);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => kind.use(token, email, index % 2 === 0 ? app : second)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(AT_ONCE - 1).fill([400, 'token_invalid']),
    );
  });

  test('is nothing when it is late, changed or cut', async () => {
    const email = anAddress('late');
    const token = await kind.issue(email);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    for (const changed of [
      `${token.slice(0, -1)}${last}`,
      token.slice(0, -1),
      `${token}x`,
      token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
      '0'.repeat(43),
      'x'.repeat(500),
    ]) {
      const { status, body } = await kind.use(changed, email, app);
      expect([status, body.code], changed).toEqual([400, 'token_invalid']);
    }
    const { length } = await app.database.query(
      kind.table === 'invitations'
        ? `UPDATE invitations SET expires_at = now() WHERE email = $1 RETURNING 1`
        : `UPDATE user_tokens SET expires_at = now() WHERE used_at IS NULL
           AND user_id = (SELECT id FROM users WHERE email = $1) RETURNING 1`,
      [email],
    );
    expect(length).toBeGreaterThan(0);
    const { status, body } = await kind.use(token, email, app);
    expect([status, body.code]).toEqual([400, 'token_invalid']);
  });

  test('is good for nothing else, and stays good after that was tried', async () => {
    const email = anAddress('other-kind');
    const token = await kind.issue(email);
    for (const [other, { use }] of Object.entries(KINDS)) {
      if (other === name) continue;
      const { status, body } = await use(token, email, app);
      expect([status, body.code], other).toEqual([400, 'token_invalid']);
    }
    if (name !== 'invitation to join') {
      const { body } = await register(anAddress(), { invitationToken: token });
      expect(body.code).toBe('token_invalid');
    }
    expect((await kind.use(token, email, app)).status).toBe(200);
  });
});

test('registering by invitation makes one account of it, in two processes at once', async () => {
  const email = anAddress('joined');
  const invitationToken = await invite(email);
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => register(email, { invitationToken }, index % 2 === 0 ? app : second)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(AT_ONCE - 1).fill(422)]);
  expect(await app.database.query('SELECT 1 FROM users WHERE email = $1', [email])).toHaveLength(1);
});

test('asking again leaves the former verification link good, a reset ends every other reset link', async () => {
  const email = anAddress('again');
  await register(email);
  const first = await mailed(email, '/verify-email');
  await app.client().post('/api/auth/verify/resend', { email });
  expect((await app.client().post('/api/auth/verify', { token: first })).status).toBe(200);

  await app.client().post('/api/auth/forgot', { email });
  const former = await mailed(email, '/reset-password');
  await app.client().post('/api/auth/forgot', { email });
  await expect.poll(() => mailed(email, '/reset-password'), { timeout: 20_000 }).not.toBe(former);
  const newest = await mailed(email, '/reset-password');
  expect((await app.client().post('/api/auth/reset', { token: newest, password: STRONG })).status).toBe(200);
  expect((await app.client().post('/api/auth/reset', { token: former, password: STRONG })).body.code).toBe(
    'token_invalid',
  );
});
