import { startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, PASSWORD } from '../support/people.js';

const DASHBOARD = 'app.signpost.test';
const SHORT = 'go.test';

/** The routes that a short domain of its own answers, and what of it. */
const VISITORS = ['/api/host', '/api/health'];
const OTHERS = ['/api/auth/session', '/api/auth/providers', '/api/links', '/api/workspaces'];

describe.each(['single', 'multi'])('a short domain of its own in %s mode', (mode) => {
  let app: AppProcess;
  let owner: ApiClient;
  const label = mode === 'multi' ? 'acme.' : '';

  beforeAll(async () => {
    app = await startApp({
      env: { DEPLOYMENT_MODE: mode, PUBLIC_URL: `http://${DASHBOARD}`, SHORT_URL: `http://${SHORT}` },
    });
    owner = app.client();
    owner.host = DASHBOARD;
    await owner.post('/api/auth/register', {
      email: 'founder@example.test',
      password: PASSWORD,
      workspaceName: 'Acme',
    });
    if (mode === 'multi') await owner.post('/api/workspaces', { name: 'Acme' });
    owner.host = `${label}${DASHBOARD}`;
  });
  afterAll(() => app?.stop());

  const at = (host: string) => {
    const client = app.client();
    client.host = host;
    return client;
  };

  test('links live there and nowhere else', async () => {
    const link = await owner.post('/api/links', { destinationUrl: 'https://example.com/there', slug: 'there' });
    expect(link.body.shortUrl).toBe(`http://${label}${SHORT}/there`);
    expect((await at(`${label}${SHORT}`).get('/there')).headers.get('location')).toBe('https://example.com/there');
    if (mode === 'multi') {
      expect((await at(SHORT).get('/there')).status).toBe(404);
      expect((await at(`nobody.${SHORT}`).get('/there')).status).toBe(404);
    }
  });

  test('no link leads over others back to itself', async () => {
    const short = `http://${label}${SHORT}`;
    const make = (slug: string, more: object) =>
      owner.post('/api/links', { slug, destinationUrl: `${short}/ring-b`, ...more });
    const errorsOf = ({
      status,
      body,
    }: {
      status: number;
      body: { errors?: { field: string; message: string }[] };
    }) => [status, body.errors?.map(({ field, message }) => ({ field, message }))];
    const refusal = (field: string, ...way: string[]) => [
      422,
      [
        {
          field,
          message: `This leads back to the link itself: ${way.map((slug) => `${label}${SHORT}/${slug}`).join(' → ')}.`,
        },
      ],
    ];
    expect((await make('ring-a', {})).status).toBe(201);
    expect(errorsOf(await make('ring-b', { destinationUrl: `${short}/ring-a?x=1` }))).toEqual(
      refusal('destinationUrl', 'ring-a', 'ring-b'),
    );
    const end = await make('ring-b', { destinationUrl: `http://${label}${DASHBOARD}/Ring-C.` });
    expect(end.status).toBe(201);
    // A fallback may be the first step; a former address or another alias closes a ring too.
    expect(
      errorsOf(
        await make('ring-c', { destinationUrl: 'https://example.com', expirationDestination: `${short}/ring-a` }),
      ),
    ).toEqual([422, [{ field: 'expirationDestination', message: expect.stringContaining('ring-a → ') }]]);
    const other = await make('ring-d', {
      destinationUrl: 'https://example.com',
      targeting: { os: { ios: `${short}/ring-a` } },
    });
    expect((await owner.post(`/api/links/${other.body.id}/aliases`, { slug: 'ring-c' })).status).toBe(422);
    expect((await owner.patch(`/api/links/${other.body.id}`, { slug: 'ring-c' })).status).toBe(422);
    const items = [{ clientKey: 'a', utmSource: 'x', slug: 'ring-c' }];
    expect((await owner.post('/api/links/batch', { destinationUrl: `${short}/ring-a`, items })).body.rows).toHaveLength(
      1,
    );
    expect((await owner.patch(`/api/links/${end.body.id}`, { destinationUrl: 'https://example.com' })).status).toBe(
      200,
    );
    expect((await make('ring-c', { destinationUrl: `${short}/ring-a` })).status).toBe(201);
    expect(errorsOf(await owner.patch(`/api/links/${end.body.id}`, { limitDestination: `${short}/ring-c` }))).toEqual(
      refusal('limitDestination', 'ring-c', 'ring-a', 'ring-b'),
    );
    // One in the trash may come back.
    const lost = await make('ring-e', { destinationUrl: `${short}/ring-f` });
    await owner.delete(`/api/links/${lost.body.id}`);
    expect(errorsOf(await make('ring-f', { destinationUrl: `${short}/ring-e` }))).toEqual(
      refusal('destinationUrl', 'ring-e', 'ring-f'),
    );
  });

  test('two links that are made at once do not lead to each other', async () => {
    const short = `http://${label}${SHORT}`;
    const answers = await Promise.all(
      [
        ['pair-a', 'pair-b'],
        ['pair-b', 'pair-a'],
      ].map(([slug, to]) => owner.post('/api/links', { slug, destinationUrl: `${short}/${to}`, tags: ['pair'] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('a name written in full, with its last dot, is the same host', async () => {
    const client = at(`${label}${DASHBOARD}.`);
    client.setCookie('signpost_session', owner.cookie('signpost_session') ?? '');
    const headers = { origin: `http://${label}${DASHBOARD}.` };
    const link = await client.post('/api/links', { destinationUrl: 'https://example.com/dot' }, { headers });
    expect(link.status).toBe(201);
    expect(link.body.shortUrl).toBe(`http://${label}${SHORT}/${link.body.slug}`);
    const visit = await at(`${label}${SHORT}.`).get(`/${link.body.slug}`);
    expect(visit.headers.get('location')).toBe('https://example.com/dot');
  });

  test('its root leads to the dashboard', async () => {
    for (const host of [SHORT, `${label}${SHORT}`]) {
      const answer = await at(host).get('/');
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `http://${DASHBOARD}/`]);
    }
  });

  test('visitors’ routes answer there, the others do not, whatever the session', async () => {
    const client = at(`${label}${SHORT}`);
    client.setCookie('signpost_session', owner.cookie('signpost_session') ?? '');
    for (const path of VISITORS) expect((await client.get(path)).status, path).toBe(200);
    expect((await client.get('/api/links/public/nothing')).body.code).toBe('link_not_found');
    expect((await client.post('/api/report', { slug: 'there', reason: 'Spam' })).body).toEqual({ ok: true });
    expect((await client.post('/api/links/verify-password', { slug: 'there', password: 'x' })).body.code).toBe(
      'link_not_found',
    );
    expect((await client.get('/uploads/logos/nothing.png')).status).toBe(404);
    for (const path of OTHERS) expect((await client.get(path)).body.code, path).toBe('not_found');
    const login = await client.post('/api/auth/login', { email: 'founder@example.test', password: PASSWORD });
    expect([login.status, login.body.code]).toEqual([404, 'not_found']);
  });

  test('the host route names the workspace of either host', async () => {
    for (const host of [`${label}${DASHBOARD}`, `${label}${SHORT}`]) {
      expect((await at(host).get('/api/host')).body).toMatchObject({
        mode,
        publicUrl: `http://${DASHBOARD}`,
        shortUrl: `http://${SHORT}`,
        workspace: { name: 'Acme' },
      });
    }
  });
});

describe('one session for every workspace', () => {
  let app: AppProcess;
  const BASE = 'signpost.test';

  beforeAll(async () => {
    app = await startApp({
      env: { DEPLOYMENT_MODE: 'multi', PUBLIC_URL: `http://${BASE}:8080`, REGISTRATION: 'invite' },
    });
  });
  afterAll(() => app?.stop());

  test('two workspaces, two roles; an invitation names its own, whatever host accepts it', async () => {
    const owner = app.client();
    owner.host = `${BASE}:8080`;
    await owner.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
    for (const name of ['North', 'South']) await owner.post('/api/workspaces', { name });
    owner.host = `north.${BASE}:8080`;
    const member = await join(app, owner, 'VIEWER', 'member@example.test');
    expect((await member.get('/api/auth/session')).body).toMatchObject({
      role: 'VIEWER',
      workspace: { slug: 'north' },
    });
    member.host = `south.${BASE}:8080`;
    expect((await member.get('/api/links')).body.code).toBe('workspace_not_found');
    expect((await member.get('/api/auth/session')).body).toMatchObject({
      user: { email: 'member@example.test' },
      workspace: null,
    });

    owner.host = `south.${BASE}:8080`;
    expect((await owner.get('/api/workspaces/members')).body.items).toHaveLength(1);
    expect((await owner.get('/api/auth/session')).body.workspace.url).toBe(`http://south.${BASE}:8080`);
    // A proxy may leave the port out.
    owner.host = `south.${BASE}`;
    expect((await owner.get('/api/links')).status).toBe(200);
  });

  test('rows of one workspace are not there in another, for its own owner too', async () => {
    const owner = app.client();
    owner.host = `north.${BASE}:8080`;
    await owner.post('/api/auth/login', { email: 'founder@example.test', password: PASSWORD });
    const { id } = (await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'mine' })).body;
    const { items } = (await owner.get('/api/workspaces/members')).body;
    const viewer = items.find(({ role }: { role: string }) => role === 'VIEWER').userId as string;
    const invited = (await owner.post('/api/workspaces/invitations', { email: 'x@example.test' })).body.id as string;

    owner.host = `south.${BASE}:8080`;
    for (const [method, path, body] of [
      ['GET', `/api/links/${id}`],
      ['PATCH', `/api/links/${id}`, { title: 'x' }],
      ['DELETE', `/api/links/${id}`],
      ['GET', `/api/links/${id}/history`],
      ['PATCH', `/api/workspaces/members/${viewer}`, { role: 'MEMBER' }],
      ['DELETE', `/api/workspaces/members/${viewer}`],
      ['POST', `/api/workspaces/invitations/${invited}/resend`],
      ['DELETE', `/api/workspaces/invitations/${invited}`],
      ['POST', '/api/workspaces/transfer-ownership', { userId: viewer }],
    ] as const) {
      const answer = await owner.request(method, path, body === undefined ? {} : { body });
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
    expect((await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'mine' })).status).toBe(201);
    const responsible = await owner.post('/api/links', {
      destinationUrl: 'https://example.com/',
      responsibleUserId: viewer,
    });
    expect(responsible.body.errors[0].field).toBe('responsibleUserId');
  });
});

test('below a name without a dot, where browsers share no cookie, each host gets one of its own', async () => {
  const app = await startApp({ env: { DEPLOYMENT_MODE: 'multi', PUBLIC_URL: 'http://localhost:8080' } });
  const client = app.client();
  client.host = 'acme.localhost:8080';
  const made = await client.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
  const cookies = made.headers.getSetCookie();
  expect(cookies.map((line) => line.includes('Domain=localhost;'))).toEqual([true, false]);
  expect(new Set(cookies.map((line) => line.split(';')[0])).size).toBe(1);
  const gone = await client.post('/api/auth/logout');
  expect(gone.headers.getSetCookie().every((line) => line.startsWith('signpost_session=;'))).toBe(true);
  expect(gone.headers.getSetCookie()).toHaveLength(2);
  await app.stop();
});

describe.each([
  ['https', 'single', 'max-age=31536000'],
  ['https', 'multi', 'max-age=31536000; includeSubDomains'],
  ['http', 'single', null],
])('a short domain that is reached by %s in %s mode', (scheme, mode, expected) => {
  let app: AppProcess;
  beforeAll(async () => {
    app = await startApp({
      env: {
        DEPLOYMENT_MODE: mode,
        PUBLIC_URL: `https://${DASHBOARD}`,
        SHORT_URL: `${scheme}://${SHORT}`,
        TRUST_PROXY: '1',
      },
    });
  });
  afterAll(() => app?.stop());

  test('pages for visitors are asked for by https, if a proxy says that they were not', async () => {
    const visitor = app.client();
    const label = mode === 'multi' ? 'acme.' : '';
    visitor.host = `${label}${SHORT}`;
    const get = async (path: string, forwardedProto: string | null) => {
      const headers: Record<string, string> = forwardedProto === null ? {} : { 'x-forwarded-proto': forwardedProto };
      const answer = await visitor.get(path, { headers });
      return [answer.status, answer.headers.get('location')];
    };
    const expected = scheme === 'https' ? [308, `https://${label}${SHORT}/p/locked?path=%2Flocked`] : [302, '/locked'];
    expect(await get('/p/locked?path=%2Flocked', 'http')).toEqual(expected);
    for (const forwardedProto of ['https', 'https,http', null])
      expect((await get('/p/nothing', forwardedProto))[0]).toBe(404);
    for (const path of ['/nothing', '/api/health'])
      expect((await get(path, 'http'))[0]).toBe(path === '/nothing' ? 404 : 200);
  });

  test('says so with every answer to a visitor', async () => {
    const client = app.client();
    client.host = DASHBOARD;
    await client.post('/api/auth/register', {
      email: 'founder@example.test',
      password: PASSWORD,
      workspaceName: 'Acme',
    });
    if (mode === 'multi') await client.post('/api/workspaces', { name: 'Acme' });
    const label = mode === 'multi' ? 'acme.' : '';
    client.host = `${label}${DASHBOARD}`;
    for (const [slug, password] of [['open'], ['locked', 'a password']])
      await client.post('/api/links', { destinationUrl: 'https://example.com/', slug, password: password ?? null });
    const visitor = app.client();
    visitor.host = `${label}${SHORT}`;
    for (const [path, status] of [
      ['/open', 302],
      ['/locked', 302],
      ['/p/locked', 200],
      ['/nowhere', 404],
      ['/', 302],
    ] as const) {
      const answer = await visitor.get(path);
      expect([path, answer.status, answer.headers.get('strict-transport-security')]).toEqual([path, status, expected]);
    }
  });
});
