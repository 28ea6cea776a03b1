import { startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../support/people.js';

const HAND_OVER = '/api/auth/hand-over';

describe('below a name without a dot, where browsers share no cookie', () => {
  let app: AppProcess;
  let second: AppProcess;
  let owner: ApiClient;

  beforeAll(async () => {
    const env = { DEPLOYMENT_MODE: 'multi', DEMO_ENABLED: 'true', PUBLIC_URL: 'http://localhost' };
    app = await startApp({ env });
    second = await startApp({ env, database: app.database });
    owner = app.client();
    owner.host = 'localhost';
    await owner.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
    await owner.post('/api/workspaces', { name: 'Acme' });
  });
  afterAll(async () => {
    await second?.stop();
    await app?.stop();
  });

  const browserAt = (host: string, process = app) => {
    const client = process.client();
    client.host = host;
    return client;
  };
  const pathOf = (url: string) => url.slice(new URL(url).origin.length);

  test('the session is handed to the workspace’s host, once, by any process', async () => {
    const { status, body } = await owner.post(HAND_OVER, { workspace: 'acme' });
    expect(status).toBe(200);
    expect(body.url).toMatch(/^http:\/\/acme\.localhost\/api\/auth\/hand-over\?token=[\w-]{43}$/);
    const browsers = [app, second, app, second].map((process) => browserAt('acme.localhost', process));
    const answers = await Promise.all(browsers.map((browser) => browser.get(pathOf(body.url))));
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(Array(4).fill([302, '/']));
    const users = await Promise.all(browsers.map(async (browser) => (await browser.get('/api/auth/session')).body));
    const signedIn = users.filter(({ user }) => user !== null);
    expect(signedIn).toMatchObject([{ user: { email: 'founder@example.test' }, workspace: { slug: 'acme' } }]);
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies.some((line) => line.startsWith('signpost_session=') && !/; Domain=/.test(line))).toBe(true);
  });

  test('the token is over after a minute, and no other token is one', async () => {
    const { url } = (await owner.post(HAND_OVER, { workspace: 'acme' })).body;
    await app.database.query('UPDATE hand_overs SET expires_at = now()');
    const browser = browserAt('acme.localhost');
    for (const path of [pathOf(url), `${HAND_OVER}?token=${'x'.repeat(43)}`]) {
      expect((await browser.get(path)).headers.getSetCookie()).toEqual([]);
    }
    const fresh = new URL((await owner.post(HAND_OVER, { workspace: 'acme' })).body.url).searchParams.get('token');
    for (const [path, body] of [
      ['/api/auth/verify', { token: fresh }],
      ['/api/auth/reset', { token: fresh, password: PASSWORD }],
    ] as const) {
      expect((await browser.post(path, body)).body.code).toBe('token_invalid');
    }
    expect((await browser.get(HAND_OVER)).body.errors[0].field).toBe('token');
  });

  test('a token ends with the sessions: by a new password, and where they are ended one by one', async () => {
    const offer = async () => pathOf((await owner.post(HAND_OVER, { workspace: 'acme' })).body.url);
    const opensNothing = async (path: string) => {
      const browser = browserAt('acme.localhost');
      expect((await browser.get(path)).headers.getSetCookie()).toEqual([]);
      expect((await browser.get('/api/auth/session')).body.user).toBeNull();
    };
    const changed = await offer();
    const passwords = { currentPassword: PASSWORD, newPassword: PASSWORD };
    expect((await owner.post('/api/auth/password', passwords)).status).toBe(200);
    await opensNothing(changed);

    const other = browserAt('localhost');
    await other.post('/api/auth/login', { email: 'founder@example.test', password: PASSWORD });
    const stolen = pathOf((await other.post(HAND_OVER, { workspace: 'acme' })).body.url);
    const { items } = (await owner.get('/api/auth/sessions')).body;
    const { id } = items.find(({ current }: { current: boolean }) => !current);
    expect((await owner.delete(`/api/auth/sessions/${id}`)).status).toBe(200);
    await opensNothing(stolen);
  });

  test('only into a workspace of one’s own', async () => {
    for (const workspace of ['nobody', 'a.b', 'acme.evil']) {
      expect((await owner.post(HAND_OVER, { workspace })).body.code).toBe('workspace_not_found');
    }
    expect((await owner.post(HAND_OVER, {})).body.errors[0].field).toBe('workspace');
    expect((await browserAt('localhost').post(HAND_OVER, { workspace: 'acme' })).status).toBe(401);
  });

  test('a demo moves: its own host is signed in, the front page is nobody’s again', async () => {
    const visitor = browserAt('localhost');
    const { url } = (await visitor.post('/api/auth/demo', {})).body;
    expect(pathOf(url)).toBe('');
    const { host } = new URL(url);
    const entry = (await visitor.post(HAND_OVER, { workspace: host.split('.')[0] })).body.url;
    const browser = browserAt(host);
    await browser.get(pathOf(entry));
    expect((await browser.get('/api/auth/session')).body).toMatchObject({ role: 'OWNER', workspace: { url } });
    expect((await visitor.get('/api/auth/session')).body.user).toBeNull();
    expect((await visitor.post('/api/auth/demo', {})).body).toEqual({ url });
  });
});

test.each(['http://signpost.test', null])(
  'where one cookie serves all hosts (%s) the route is not there',
  async (url) => {
    const app = await startApp({ env: url === null ? {} : { DEPLOYMENT_MODE: 'multi', PUBLIC_URL: url } });
    const owner = app.client();
    await owner.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
    expect((await owner.post(HAND_OVER, { workspace: 'main' })).body.code).toBe('not_found');
    expect((await owner.get(`${HAND_OVER}?token=${'x'.repeat(43)}`)).body.code).toBe('not_found');
    await app.stop();
  },
);
