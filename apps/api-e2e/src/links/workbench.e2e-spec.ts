import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join, userIdOf } from '../support/people.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: AppProcess;
let owner: ApiClient;
let member: ApiClient;
let viewer: ApiClient;

/** Asks the short domain. */
function visitor(): ApiClient {
  const client = app.client();
  client.host = 'go.test';
  return client;
}

beforeAll(async () => {
  app = await startApp({ env: { SHORT_URL: 'http://go.test' } });
  owner = await setUpOwner(app);
  [member, viewer] = [await join(app, owner, 'MEMBER'), await join(app, owner, 'VIEWER')];
});
afterAll(() => app?.stop());

describe('views', () => {
  test('one’s own and the shared ones, by name; sharing needs links.manage', async () => {
    const made = await member.post('/api/views', { name: ' Spring ', query: '?tags=spring', shared: true });
    const memberId = await userIdOf(member);
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Spring',
        query: 'tags=spring',
        shared: true,
        owner: { id: memberId, email: expect.any(String) },
      },
    ]);
    expect((await member.post('/api/views', { name: 'Mine', query: '' })).body.shared).toBe(false);
    const own = await viewer.post('/api/views', { name: 'All', query: 'sort=title' });
    expect(own.status).toBe(201);
    const names = async (client: ApiClient) =>
      (await client.get('/api/views')).body.items.map(({ name }: { name: string }) => name);
    expect(await names(member)).toEqual(['Mine', 'Spring']);
    expect(await names(viewer)).toEqual(['All', 'Spring']);
    expect(await names(owner)).toEqual(['Spring']);
    for (const answer of [
      await viewer.post('/api/views', { name: 'x', query: '', shared: true }),
      await viewer.patch(`/api/views/${own.body.id as string}`, { shared: true }),
      await viewer.delete(`/api/views/${made.body.id as string}`),
      await viewer.patch(`/api/views/${made.body.id as string}`, { name: 'x' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied']);
    }
    expect((await member.delete(`/api/views/${own.body.id as string}`)).status).toBe(404);
    expect((await owner.patch(`/api/views/${made.body.id as string}`, { shared: false })).body.shared).toBe(false);
    expect(await names(viewer)).toEqual(['All']);
    expect((await member.delete(`/api/views/${made.body.id as string}`)).body).toEqual({ ok: true });
    expect(await names(member)).toEqual(['Mine']);
  });

  test.each([
    [{ query: '' }, 'name'],
    [{ name: 'x' }, 'query'],
    [{ name: 'x', query: 'y'.repeat(2049) }, 'query'],
    [{ name: 'x'.repeat(61), query: '' }, 'name'],
    [{ name: 'x', query: '', shared: 'yes' }, 'shared'],
  ])('%j is refused on %s', async (body, field) => {
    const answer = await owner.post('/api/views', body);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, field]);
  });

  test('a member keeps at most 50', async () => {
    const { body } = await viewer.get('/api/views');
    for (let n = (body.items as unknown[]).length; n < 50; n += 1) {
      expect((await viewer.post('/api/views', { name: `View ${n}`, query: '' })).status).toBe(201);
    }
    const answer = await viewer.post('/api/views', { name: 'One more', query: '' });
    expect([answer.status, answer.body.code]).toEqual([422, 'view_limit']);
  });
});

test('UTM presets: one list for everybody, replaced as a whole', async () => {
  const items = [
    { name: 'Newsletter', source: 'mail', medium: 'email' },
    { name: 'Poster', content: 'a3' },
  ];
  expect((await member.put('/api/workspaces/utm-presets', { items })).body).toEqual({ items });
  expect((await viewer.get('/api/workspaces/utm-presets')).body).toEqual({ items });
  expect((await viewer.put('/api/workspaces/utm-presets', { items })).status).toBe(403);
  for (const [bad, field] of [
    [[{ source: 'x' }], 'items.0.name'],
    [[{ name: 'a' }, { name: 'A' }], 'items.1.name'],
    [Array.from({ length: 31 }, (_, n) => ({ name: String(n) })), 'items'],
    [[{ name: 'a', source: 'x'.repeat(121) }], 'items.0.source'],
    ['x', 'items'],
    [[[]], 'items.0'],
    [[[{ name: 'a' }]], 'items.0'],
    [['x'], 'items.0'],
  ] as const) {
    const answer = await owner.put('/api/workspaces/utm-presets', { items: bad });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, field]);
  }
  expect((await owner.get('/api/workspaces/utm-presets')).body).toEqual({ items });
  expect((await owner.put('/api/workspaces/utm-presets', { items: [] })).body).toEqual({ items: [] });
});

describe('workspace defaults', () => {
  test('unknown and expired addresses and the root lead where the workspace says', async () => {
    const expired = { destinationUrl: 'https://example.com/', expiresAt: Date.now() + 3600_000 };
    const { body: plain } = await owner.post('/api/links', { ...expired, slug: 'ended' });
    await owner.patch(`/api/links/${plain.id as string}`, { expiresAt: Date.now() - 1000 });
    const { body: own } = await owner.post('/api/links', {
      ...expired,
      slug: 'ended-too',
      expirationDestination: 'https://example.com/own',
    });
    await owner.patch(`/api/links/${own.id as string}`, { expiresAt: Date.now() - 1000 });

    const where = async (path: string) => {
      const { status, headers } = await visitor().get(path);
      return headers.get('location') ?? status;
    };
    expect(await Promise.all(['/nothing', '/ended', '/'].map(where))).toEqual([404, 404, `${app.url}/`]);
    const changed = await owner.patch('/api/workspaces', {
      notFoundDestination: 'example.com/404',
      expirationDestination: 'https://example.com/over',
      rootDestination: 'https://example.com/home',
    });
    expect(changed.body).toMatchObject({
      notFoundDestination: 'https://example.com/404',
      expirationDestination: 'https://example.com/over',
      rootDestination: 'https://example.com/home',
    });
    expect(await Promise.all(['/nothing', '/a/b/c', '/ended', '/ended-too', '/'].map(where))).toEqual([
      'https://example.com/404',
      'https://example.com/404',
      'https://example.com/over',
      'https://example.com/own',
      'https://example.com/home',
    ]);
    const preview = await owner.post(`/api/links/${plain.id as string}/preview`, {});
    expect(preview.body).toMatchObject({ destination: 'https://example.com/over', outcome: 'expired_redirect' });
    const lookedFor = [
      '/.well-known/a.txt',
      '/%2Ewell-known/a.txt',
      '/.well-known%2Fa.txt',
      '/robots.txt',
      '/robots.txt/',
      '/apple-touch-icon-precomposed.png',
    ];
    for (const path of lookedFor) expect((await visitor().get(path)).headers.get('location'), path).toBeNull();
    const posted = await visitor().post('/', {});
    expect([posted.status, posted.headers.get('allow'), posted.headers.get('location')]).toEqual([
      405,
      'GET, HEAD',
      null,
    ]);
    // On the dashboard's host a missing file of the dashboard stays missing; other unknown addresses lead on.
    const onDashboard = async (path: string) => (await app.client().get(path)).headers.get('location');
    expect(await Promise.all(['/old.html', '/v2.0', '/gone-1A2B3C4D.js'].map(onDashboard))).toEqual([
      'https://example.com/404',
      'https://example.com/404',
      null,
    ]);
    await owner.patch('/api/workspaces', {
      notFoundDestination: null,
      expirationDestination: null,
      rootDestination: null,
    });
    expect(await Promise.all(['/nothing', '/ended', '/'].map(where))).toEqual([404, 404, `${app.url}/`]);
  });

  test.each([
    ['notFoundDestination', 'javascript:alert(1)'],
    ['notFoundDestination', 'http://go.test/nothing-here'],
    ['notFoundDestination', 'http://go.test/leads-to-nothing'],
    ['notFoundDestination', 'http://go.test/a/path/nobody/kept'],
    ['expirationDestination', 'http://go.test/ended'],
    ['expirationDestination', 'http://go.test/ended.'],
    ['notFoundDestination', 'http://go.test./nothing-here'],
    ['notFoundDestination', 'http://go.test/p/any?path=/nothing-here'],
    ['rootDestination', 'http://go.test/'],
  ])('%s %s is refused', async (field, url) => {
    await owner.post('/api/links', { destinationUrl: 'http://go.test/nothing-here', slug: 'leads-to-nothing' });
    const answer = await owner.patch('/api/workspaces', { [field]: url });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, field]);
  });

  test('a default destination may be a kept path, or a link whose address was pasted with what stuck to it', async () => {
    const { body } = await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'kept-here' });
    await owner.post(`/api/links/${body.id as string}/aliases`, { path: 'Docs/Pricing' });
    for (const url of ['http://go.test/Docs/Pricing', 'http://go.test/docs/pricing', 'http://go.test/kept-here.']) {
      expect((await owner.patch('/api/workspaces', { notFoundDestination: url })).status, url).toBe(200);
    }
    await owner.patch('/api/workspaces', { notFoundDestination: null });
  });

  test.each(['own-ring.', 'own-ring//', 'own-ring&a=1'])('a link may not lead to itself as /%s', async (pasted) => {
    const input = { destinationUrl: `http://go.test/${pasted}`, slug: 'own-ring' };
    const { status, body } = await owner.post('/api/links', input);
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'destinationUrl']);
  });

  test('an address that ends later never leads to itself', async () => {
    const { body } = await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'self' });
    const set = { notFoundDestination: 'http://go.test/self', expirationDestination: 'http://go.test/self' };
    expect((await owner.patch('/api/workspaces', set)).status).toBe(200);
    await owner.patch(`/api/links/${body.id as string}`, { expiresAt: Date.now() - 1000 });
    expect((await visitor().get('/self')).status).toBe(404);
    await owner.delete(`/api/links/${body.id as string}`);
    expect((await visitor().get('/SELF/')).status).toBe(404);
    expect((await visitor().get('/other')).status).toBe(404);
    await owner.patch('/api/workspaces', { notFoundDestination: null, expirationDestination: null });
  });

  test('one that comes to lead back through a link later is not used', async () => {
    const { body } = await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'hub' });
    const hub = 'http://go.test/hub';
    const set = { notFoundDestination: hub, expirationDestination: hub, rootDestination: hub };
    expect((await owner.patch('/api/workspaces', set)).status).toBe(200);
    const where = async (path: string) => {
      const { status, headers } = await visitor().get(path);
      return headers.get('location') ?? status;
    };
    expect(await Promise.all(['/nothing', '/ended', '/'].map(where))).toEqual([hub, hub, hub]);
    for (const end of ['nothing', 'ended', '']) {
      const input = { destinationUrl: `http://go.test/${end}` };
      expect((await owner.patch(`/api/links/${body.id as string}`, input)).status).toBe(200);
      expect(await Promise.all(['/nothing', '/ended', '/'].map(where))).toEqual([404, 404, `${app.url}/`]);
    }
    await owner.patch('/api/workspaces', {
      notFoundDestination: null,
      expirationDestination: null,
      rootDestination: null,
    });
  });
});

test('pages of every state show whose address it is', async () => {
  await owner.upload('/api/workspaces/logo', PNG, 'logo.png', 'image/png');
  const { body: workspaces } = await owner.get('/api/workspaces');
  const { name, logoUrl } = workspaces.items[0] as { name: string; logoUrl: string };
  const pages = { paused: { isEnabled: false }, later: { startsAt: Date.now() + 3600_000 }, secret: { password: 'x' } };
  for (const [slug, fields] of Object.entries(pages)) {
    await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug, ...fields });
  }
  for (const path of ['/paused', '/later', '/p/secret', '/p/secret/report', '/ended', '/nowhere']) {
    const { text } = await visitor().get(path, { headers: { accept: 'text/html' } });
    expect(text, path).toContain(`<img class="logo" src="${logoUrl}" alt=""></span><span dir="auto">${name}</span>`);
  }
});
