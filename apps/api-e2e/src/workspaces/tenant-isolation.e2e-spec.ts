import { ROUTES, type RouteContract } from '@signpost/contracts';
import { startApp, type ApiAnswer, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Everything of workspace A that has an id. */
interface Belongings {
  readonly link: string;
  readonly slug: string;
  readonly alias: string;
  readonly history: string;
  readonly tag: string;
  readonly campaign: string;
  readonly invitation: string;
  readonly user: string;
  readonly importId: string;
  readonly fileHash: string;
}

const NOBODY = '01890000-0000-7000-8000-000000000000';
const PASSWORD = 'correct-horse-battery-staple';
const CSV = 'destination_url\nhttps://example.com/imported\n';

let app: AppProcess;
let alice: ApiClient;
let bob: ApiClient;
let a: Belongings;

beforeAll(async () => {
  app = await startApp({ env: { DEPLOYMENT_MODE: 'multi' } });
  alice = await ownerOf('alice@example.test', 'alpha');
  bob = await ownerOf('bob@example.test', 'beta');
  a = await furnish(alice);
});
afterAll(() => app?.stop());

const withIds = ROUTES.filter(
  ({ path, access }) => /:(?:id|historyId|slug|prefix)/.test(path) && access !== 'public' && !path.includes('/auth/'),
);

describe('every id of workspace A, in every route of workspace B', () => {
  test.each(withIds.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
    const before = await everythingOfAlpha();
    for (const id of [a.link, a.tag, a.campaign, a.invitation, a.user]) {
      const foreign = await call(bob, route, id);
      const unknown = await call(bob, route, NOBODY);
      expect(foreign.status).toBe(404);
      // The same words for a foreign thing and for one that does not exist.
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unknown));
    }
    expect(await everythingOfAlpha()).toEqual(before);
  });

  test.each([
    [
      'a campaign on a new link',
      'campaignId',
      () => ({ destinationUrl: 'https://example.com/x', campaignId: a.campaign }),
    ],
    [
      'a responsible person on a new link',
      'responsibleUserId',
      () => ({ destinationUrl: 'https://example.com/x', responsibleUserId: a.user }),
    ],
  ])('%s is an unknown one', async (_, field, body) => {
    const answer = await bob.post('/api/links', body());
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, field]);
  });

  test.each([
    ['ids of links', () => ({ selection: { ids: [a.link] }, action: 'archive' })],
    ['a tag', () => ({ selection: { filter: {} }, action: 'tag', tagId: a.tag })],
    ['a campaign', () => ({ selection: { filter: {} }, action: 'assignCampaign', campaignId: a.campaign })],
  ])('%s in a bulk action are a 404 and nothing changes', async (_, body) => {
    const before = await everythingOfAlpha();
    expect((await bob.post('/api/links/bulk', body())).status).toBe(404);
    expect(await everythingOfAlpha()).toEqual(before);
  });

  test('ids of links in a bulk update are a 404 and nothing changes', async () => {
    const before = await everythingOfAlpha();
    const body = { selection: { ids: [a.link] }, changes: { trashed: true } };
    expect((await bob.post('/api/links/bulk/update', body)).status).toBe(404);
    expect(await everythingOfAlpha()).toEqual(before);
  });

  test('a foreign import is a changed one', async () => {
    const rows = [{ row: 1, values: { destination_url: 'https://example.com/imported' } }];
    const answer = await bob.post('/api/links/import', { importId: a.importId, fileHash: a.fileHash, rows });
    expect(answer.status).toBe(422);
  });

  test('filters by foreign ids find nothing', async () => {
    for (const query of [`campaignId=${a.campaign}`, `createdBy=${a.user}`, `q=${a.slug}`, 'tags=alpha-tag']) {
      const { status, body } = await bob.get(`/api/links?${query}&archived=all`);
      expect([query, status, body.total, body.items]).toEqual([query, 200, 0, []]);
    }
  });

  test('ownership is not handed to a stranger', async () => {
    expect((await bob.post('/api/workspaces/transfer-ownership', { userId: a.user })).status).toBe(404);
  });

  test('nothing of A stands in any list of B', async () => {
    for (const path of [
      '/api/links?archived=all',
      '/api/tags',
      '/api/campaigns',
      '/api/workspaces/members',
      '/api/workspaces/members/options',
      '/api/workspaces/invitations',
      '/api/workspaces/analytics',
      '/api/admin/audit-events',
      '/api/links/export.csv',
    ]) {
      const { status, text } = await bob.get(path);
      expect([path, status]).toEqual([path, 200]);
      for (const secret of [
        a.link,
        a.tag,
        a.campaign,
        a.invitation,
        a.user,
        a.slug,
        'alpha-tag',
        'alice@example.test',
      ]) {
        expect([path, secret, text.includes(secret)]).toEqual([path, secret, false]);
      }
    }
  });

  test('B’s owner is a stranger on A’s host, and A’s links do not redirect on B’s', async () => {
    const stranger = await signedIn('bob@example.test');
    stranger.host = hostOf('alpha');
    expect((await stranger.get('/api/links')).status).toBe(404);
    const visit = app.client();
    visit.host = hostOf('beta');
    expect((await visit.get(`/${a.slug}`)).status).toBe(404);
    visit.host = hostOf('alpha');
    expect((await visit.get(`/${a.slug}`)).status).toBe(302);
  });
});

function call(client: ApiClient, route: RouteContract, id: string): Promise<ApiAnswer> {
  const path = route.path
    .replace(':id', id)
    .replace(':historyId', a.history)
    .replace(':slug', a.alias)
    .replace(':prefix', 'alpha-prefix');
  return client.request(
    route.method,
    path,
    route.method === 'GET' || route.method === 'DELETE' ? {} : { body: bodyFor(route) },
  );
}

/** A body that would be taken if the id were one of the caller's. */
function bodyFor({ path }: RouteContract): unknown {
  if (path.endsWith('/message')) return { message: 'x' };
  if (path.endsWith('/aliases')) return { slug: 'another' };
  if (path.includes('/members/')) return { role: 'VIEWER' };
  if (path.includes('/tags/') || path.includes('/campaigns/') || path.includes('/views/')) return { name: 'Renamed' };
  if (path === '/api/links/:id') return { title: 'Renamed' };
  return {};
}

function withoutRequestId({ status, body }: ApiAnswer): unknown {
  return { status, body };
}

function hostOf(slug: string): string {
  return `${slug}.127.0.0.1:${app.port}`;
}

async function signedIn(email: string): Promise<ApiClient> {
  const client = app.client();
  const answer = await client.post('/api/auth/login', { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return client;
}

async function ownerOf(email: string, slug: string): Promise<ApiClient> {
  expect((await app.client().post('/api/auth/register', { email, password: PASSWORD })).status).toBe(200);
  await app.database.query('UPDATE users SET verified_at = now() WHERE email = $1', [email]);
  const client = await signedIn(email);
  const made = await client.post('/api/workspaces', { name: slug, slug });
  expect(made.status).toBe(201);
  client.host = hostOf(slug);
  return client;
}

async function furnish(owner: ApiClient): Promise<Belongings> {
  const campaign = await owner.post('/api/campaigns', { name: 'Alpha', utmCampaign: 'alpha' });
  const link = await owner.post('/api/links', {
    destinationUrl: 'https://example.com/alpha',
    slug: 'alpha-link',
    tags: ['alpha-tag'],
    campaignId: campaign.body.id,
  });
  await owner.post(`/api/links/${link.body.id}/aliases`, { slug: 'alpha-alias' });
  const [tag, invitation, session, history, preview] = await Promise.all([
    owner.get('/api/tags'),
    owner.post('/api/workspaces/invitations', { email: 'guest@example.test' }),
    owner.get('/api/auth/session'),
    owner.get(`/api/links/${link.body.id}/history`),
    owner.upload('/api/links/import/preview', CSV, 'links.csv', 'text/csv'),
  ]);
  return {
    link: link.body.id,
    slug: link.body.slug,
    alias: 'alpha-alias',
    history: history.body.items[0].id,
    tag: tag.body.items[0].id,
    campaign: campaign.body.id,
    invitation: invitation.body.id,
    user: session.body.user.id,
    importId: preview.body.importId,
    fileHash: preview.body.fileHash,
  };
}

/** Every row of workspace A, but for what time alone moves. */
async function everythingOfAlpha(): Promise<unknown> {
  return app.database.query(`
    SELECT
      (SELECT json_agg(l ORDER BY l.id) FROM links l WHERE l.workspace_id = w.id) links,
      (SELECT json_agg(x ORDER BY x.slug) FROM addresses x WHERE x.workspace_id = w.id) addresses,
      (SELECT json_agg(t ORDER BY t.id) FROM tags t WHERE t.workspace_id = w.id) tags,
      (SELECT json_agg(c ORDER BY c.id) FROM campaigns c WHERE c.workspace_id = w.id) campaigns,
      (SELECT json_agg(i ORDER BY i.id) FROM invitations i WHERE i.workspace_id = w.id) invitations,
      (SELECT json_agg(m ORDER BY m.user_id) FROM memberships m WHERE m.workspace_id = w.id) members,
      (SELECT count(*) FROM audit_events e WHERE e.workspace_id = w.id) events
    FROM workspaces w WHERE w.slug = 'alpha'`);
}
