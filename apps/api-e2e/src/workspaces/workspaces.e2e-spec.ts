import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAddress, PASSWORD, registerOpenly, signIn } from '../support/people.js';

describe('single mode', () => {
  let app: AppProcess;
  let owner: ApiClient;

  beforeAll(async () => {
    app = await startApp({ env: { REGISTRATION: 'open' } });
    owner = await setUpOwner(app);
  });
  afterAll(() => app?.stop());

  test('takes no other workspace and keeps the one, whoever asks and whatever the body says', async () => {
    const unverified = app.client();
    const email = anAddress();
    await unverified.post('/api/auth/register', { email, password: PASSWORD });
    await unverified.post('/api/auth/login', { email, password: PASSWORD });
    for (const client of [owner, unverified]) {
      for (const body of [{ name: 'Second' }, {}]) {
        const answer = await client.post('/api/workspaces', body);
        expect([answer.status, answer.body.code]).toEqual([409, 'single_workspace']);
      }
    }
    expect((await app.client().post('/api/workspaces', { name: 'x' })).status).toBe(401);
    const deleted = await owner.delete('/api/workspaces');
    expect([deleted.status, deleted.body.code]).toEqual([409, 'last_workspace']);
  });

  test('the host is ignored', async () => {
    owner.host = 'anything.example';
    expect((await owner.get('/api/workspaces')).body).toMatchObject({ mode: 'single', items: [{ name: 'Acme' }] });
    owner.host = null;
  });

  test('the name can be changed; at least one field is needed', async () => {
    const changed = await owner.patch('/api/workspaces', { name: '  Acme Inc ' });
    expect(changed.body).toMatchObject({ name: 'Acme Inc', slug: 'acme', role: 'OWNER' });
    expect((await owner.patch('/api/workspaces', {})).status).toBe(422);
    for (const name of ['', null, 'x'.repeat(121), 'a\u0000b', 7]) {
      expect((await owner.patch('/api/workspaces', { name })).body.errors[0].field).toBe('name');
    }
    expect((await owner.patch('/api/workspaces', { pathMode: 'keep' })).body.errors[0].field).toBe('pathMode');
    const { body } = await owner.get('/api/admin/audit-events?type=workspace_updated');
    expect(body.items[0].detail.changes).toEqual([{ field: 'name', from: 'Acme', to: 'Acme Inc' }]);
  });

  test('prefixes: replaced, preserved, listed, revoked', async () => {
    await owner.post('/api/links', { destinationUrl: 'https://example.com/there', slug: 'there' });
    const status = async (path: string) => (await app.client().get(path)).status;
    expect(await status('/there')).toBe(302);

    const first = await owner.patch('/api/workspaces', { linkPrefix: 'go', pathMode: 'preserve' });
    expect(first.body).toMatchObject({ linkPrefix: 'go', shortUrlBase: `${app.url}/go` });
    expect([await status('/go/there'), await status('/there')]).toEqual([302, 302]);
    expect((await owner.get('/api/workspaces/link-prefixes')).body.items).toMatchObject([{ prefix: '_root_' }]);

    await owner.patch('/api/workspaces', { linkPrefix: 'to' });
    expect([await status('/to/there'), await status('/go/there'), await status('/there')]).toEqual([302, 404, 302]);
    await owner.patch('/api/workspaces', { linkPrefix: 'via', pathMode: 'preserve' });
    await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'later' });
    expect([await status('/via/later'), await status('/to/later'), await status('/later')]).toEqual([302, 302, 302]);

    expect((await owner.delete('/api/workspaces/link-prefixes/_root_')).body).toEqual({ ok: true });
    expect([await status('/there'), await status('/to/there')]).toEqual([404, 302]);
    expect((await owner.delete('/api/workspaces/link-prefixes/_root_')).body.code).toBe('prefix_not_found');
    expect((await owner.delete('/api/workspaces/link-prefixes/via')).body.code).toBe('prefix_not_found');

    const back = await owner.patch('/api/workspaces', { linkPrefix: null });
    expect(back.body).toMatchObject({ linkPrefix: null, shortUrlBase: app.url });
    expect([await status('/there'), await status('/via/there'), await status('/to/there')]).toEqual([302, 404, 302]);
    const retained = (await owner.get('/api/workspaces/link-prefixes')).body.items;
    expect(retained.map(({ prefix }: { prefix: string }) => prefix)).toEqual(['to']);
    await owner.patch('/api/workspaces', { linkPrefix: 'to' });
    expect((await owner.get('/api/workspaces/link-prefixes')).body.items).toEqual([]);
    await owner.patch('/api/workspaces', { linkPrefix: null });
  });

  test('a prefix and an address exclude each other', async () => {
    await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'mine' });
    const taken = await owner.patch('/api/workspaces', { linkPrefix: 'mine' });
    expect([taken.status, taken.body.code]).toEqual([409, 'prefix_conflict']);
    await owner.patch('/api/workspaces', { linkPrefix: 'path' });
    expect((await owner.post('/api/links', { destinationUrl: 'https://example.com/', slug: 'path' })).status).toBe(409);
    for (const linkPrefix of ['api', 'UPPER', '-x', 'x'.repeat(33), '_root_']) {
      expect((await owner.patch('/api/workspaces', { linkPrefix })).body.errors[0].field).toBe('linkPrefix');
    }
    await owner.patch('/api/workspaces', { linkPrefix: '' });
  });
});

describe('multi mode', () => {
  let app: AppProcess;
  let founder: ApiClient;
  const BASE = 'signpost.test';
  const at = (client: ApiClient, label: string | null): ApiClient => {
    client.host = label === null ? BASE : `${label}.${BASE}`;
    return client;
  };

  beforeAll(async () => {
    app = await startApp({ env: { DEPLOYMENT_MODE: 'multi', PUBLIC_URL: `http://${BASE}` } });
    founder = at(app.client(), null);
    const setup = await founder.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
    expect(setup.body.user.verified).toBe(true);
    expect(setup.headers.getSetCookie()[0]).toContain(`Domain=${BASE};`);
  });
  afterAll(() => app?.stop());

  test('the first account has no workspace until it makes one', async () => {
    expect((await founder.get('/api/workspaces')).body).toEqual({ mode: 'multi', currentId: null, items: [] });
    const made = await founder.post('/api/workspaces', { name: 'Blue Owl', linkPrefix: 'go' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      slug: 'blue-owl',
      role: 'OWNER',
      url: `http://blue-owl.${BASE}`,
      shortUrlBase: `http://blue-owl.${BASE}/go`,
      expiresAt: null,
    });
    const again = await founder.post('/api/workspaces', { name: 'Blue Owl' });
    expect(again.body.slug).toBe('blue-owl-2');
  });

  test('slugs: invalid, reserved, taken, also by a deleted workspace', async () => {
    for (const [slug, status, reason] of [
      ['ab', 422, 'invalid'],
      ['-abc', 422, 'invalid'],
      ['Blue', 422, 'invalid'],
      ['admin', 422, 'reserved'],
      ['blue-owl', 409, 'taken'],
    ] as const) {
      expect((await founder.post('/api/workspaces', { name: 'X', slug })).status, slug).toBe(status);
      expect((await founder.get(`/api/workspaces/slug-available?slug=${slug}`)).body).toEqual({
        slug,
        available: false,
        reason,
      });
    }
    expect((await founder.get('/api/workspaces/slug-available?slug=free-one')).body).toEqual({
      slug: 'free-one',
      available: true,
    });
    expect((await founder.get('/api/workspaces/slug-available')).status).toBe(422);
    expect((await founder.get('/api/workspaces/slug-available?slug=a&slug=b')).status).toBe(422);

    expect((await founder.post('/api/workspaces', { name: 'Gone', slug: 'gone' })).status).toBe(201);
    expect((await at(founder, 'gone').delete('/api/workspaces')).body).toEqual({ ok: true });
    expect((await founder.get('/api/links')).status).toBe(404);
    at(founder, null);
    expect((await founder.post('/api/workspaces', { name: 'Gone', slug: 'gone' })).body.code).toBe(
      'workspace_slug_taken',
    );
  });

  test('parallel creations of one slug make one workspace', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => founder.post('/api/workspaces', { name: 'Race', slug: 'race' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('the bare host and an unknown label have no workspace', async () => {
    for (const label of [null, 'nobody', 'a.b']) {
      at(founder, label);
      expect((await founder.get('/api/links')).body.code).toBe('workspace_not_found');
      expect((await founder.get('/api/host')).body.workspace).toBeNull();
      expect((await founder.get('/api/workspaces')).body.currentId).toBeNull();
      expect((await founder.get('/api/auth/session')).body).toMatchObject({ workspace: null, role: null });
    }
    at(founder, 'blue-owl');
    expect((await founder.get('/api/host')).body.workspace).toEqual({
      name: 'Blue Owl',
      slug: 'blue-owl',
      logoUrl: null,
    });
    const list = (await founder.get('/api/workspaces')).body;
    expect(list.items.find(({ id }: { id: string }) => id === list.currentId).slug).toBe('blue-owl');
    at(founder, null);
  });

  test('another workspace is not there for a stranger, who sees only their own', async () => {
    const stranger = at(await registerOpenly(app), null);
    expect((await stranger.post('/api/workspaces', { name: 'Theirs' })).status).toBe(201);
    at(stranger, 'blue-owl');
    const list = (await stranger.get('/api/workspaces')).body;
    expect([list.currentId, list.items.map(({ slug }: { slug: string }) => slug)]).toEqual([null, ['theirs']]);
    for (const path of ['/api/links', '/api/workspaces/members', '/api/admin/audit-events']) {
      expect((await stranger.get(path)).body.code).toBe('workspace_not_found');
    }
  });

  test('an unverified account signs in, but makes and joins no workspace', async () => {
    const email = anAddress();
    await app.client().post('/api/auth/register', { email, password: PASSWORD });
    const client = at(await signIn(app, email), null);
    for (const body of [{ name: 'Mine' }, {}]) {
      const answer = await client.post('/api/workspaces', body);
      expect([answer.status, answer.body.code]).toEqual([403, 'email_unverified']);
    }
  });

  test("an origin of another workspace is not the request's own", async () => {
    at(founder, 'blue-owl');
    const other = await founder.patch(
      '/api/workspaces',
      { name: 'X' },
      { headers: { origin: `http://theirs.${BASE}` } },
    );
    expect(other.body.code).toBe('bad_origin');
    const own = await founder.patch(
      '/api/workspaces',
      { name: 'Blue Owl' },
      { headers: { origin: `http://blue-owl.${BASE}` } },
    );
    expect(own.status).toBe(200);
    at(founder, null);
  });

  test('a request body cannot select a workspace', async () => {
    at(founder, 'blue-owl');
    const answer = await founder.post('/api/links', { destinationUrl: 'https://example.com/', workspaceId: 'x' });
    expect(answer.body.errors[0].field).toBe('workspaceId');
    at(founder, null);
  });

  test('the last workspace of the instance stays, under any race', async () => {
    const items = (await founder.get('/api/workspaces')).body.items as { slug: string }[];
    const stranger = await signIn(app, 'founder@example.test');
    await app.database.query(`UPDATE workspaces SET deleted_at = now() WHERE slug = 'theirs'`);
    const answers = await Promise.all(
      items.map(async ({ slug }) => {
        const client = app.client();
        client.setCookie('signpost_session', stranger.cookie('signpost_session') ?? '');
        return at(client, slug).delete('/api/workspaces');
      }),
    );
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['last_workspace']);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(items.length - 1);
  });
});
