import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { join, userIdOf } from '../support/people.js';

let app: AppProcess;
let owner: ApiClient;
let member: ApiClient;
let viewer: ApiClient;
let campaignId: string;
/** Made in this order. */
const made: Record<string, { id: string }> = {};

const HOUR = 3_600_000;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
  member = await join(app, owner, 'MEMBER');
  viewer = await join(app, owner, 'VIEWER');
  campaignId = (await owner.post('/api/campaigns', { name: 'C', utmCampaign: 'c' })).body.id;
  const me = await userIdOf(owner);
  const soon = Date.now() + HOUR;
  const bodies: Record<string, object> = {
    banana: { slug: 'banana', title: 'banana 100%', tags: ['Fruit', 'Yellow'], responsibleUserId: me, campaignId },
    apple: { slug: 'apple_pie', title: 'Apple', tags: ['fruit'], notes: 'Ask Zoë\nabout it', responsibleUserId: me },
    paused: { slug: 'paused', isEnabled: false, responsibleUserId: me, reviewAt: Date.now() - HOUR },
    scheduled: { slug: 'scheduled', startsAt: soon, expiresAt: soon + HOUR, responsibleUserId: me },
    capped: { slug: 'capped', title: 'cherry', maximumVisits: 1, responsibleUserId: me, expiresAt: soon },
    archived: { slug: 'archived', archived: true, tags: ['fruit'] },
    nobody: { slug: 'nobody', destinationUrl: 'https://Example.org:443/Path?q=1' },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const caller = name === 'nobody' ? member : owner;
    const answer = await caller.post('/api/links', { destinationUrl: `https://example.com/${name}`, ...body });
    expect(answer.status, answer.text).toBe(201);
    made[name] = answer.body;
  }
  const expired = await owner.post('/api/links', {
    destinationUrl: 'https://example.com/expired',
    slug: 'expired',
    responsibleUserId: me,
  });
  made['expired'] = (await owner.patch(`/api/links/${expired.body.id}`, { expiresAt: Date.now() - 1 })).body;
  const gone = await owner.post('/api/links', {
    destinationUrl: 'https://example.com/gone',
    slug: 'gone',
    archived: true,
  });
  made['gone'] = gone.body;
  await owner.delete(`/api/links/${gone.body.id}`);
  await owner.post(`/api/links/${made['apple']?.id ?? ''}/aliases`, { slug: 'tart-tatin' });
  // A browser's visit uses the cap up.
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
  expect((await app.client().get('/capped', { headers: browser })).status).toBe(302);
});
afterAll(() => app?.stop());

const list = async (query: string, caller = owner) => {
  const answer = await caller.get(`/api/links${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const slugs = async (query: string, caller = owner): Promise<string[]> =>
  (await list(query, caller)).items.map((item: { slug: string }) => item.slug);

const NEWEST_FIRST = ['expired', 'nobody', 'capped', 'scheduled', 'paused', 'apple_pie', 'banana'];

describe('filters', () => {
  test.each<[string, string[]]>([
    ['', NEWEST_FIRST],
    ['?archived=true', ['archived']],
    ['?archived=all', ['expired', 'nobody', 'archived', 'capped', 'scheduled', 'paused', 'apple_pie', 'banana']],
    ['?trashed=true', ['gone']],
    ['?trashed=true&archived=false', []],
    ['?status=active', ['nobody', 'apple_pie', 'banana']],
    ['?status=scheduled', ['scheduled']],
    ['?status=expired', ['expired']],
    ['?status=limit_reached', ['capped']],
    ['?status=disabled', ['paused']],
    ['?q=APPLE', ['apple_pie']],
    ['?q=tart', ['apple_pie']],
    ['?q=zo%C3%AB', ['apple_pie']],
    ['?q=example.org', ['nobody']],
    ['?q=100%25', ['banana']],
    ['?q=%25', ['banana']],
    ['?q=_', ['apple_pie']],
    ['?q=%5C', []],
    ['?q=%27', []],
    ['?q=', NEWEST_FIRST],
    ['?q=banana%20100', ['banana']],
    ['?q=gone', []],
    ['?tags=fruit', ['apple_pie', 'banana']],
    ['?tags=FRUIT,yellow', ['banana']],
    ['?tags=fruit&tags=yellow', ['banana']],
    ['?tags=fruit,unknown', []],
    ['?q=', NEWEST_FIRST],
    ['?destination=https://EXAMPLE.org/Path?q=1', ['nobody']],
    ['?destination=example.org/Path?q=1', ['nobody']],
    ['?destination=https://example.org/path?q=1', []],
    ['?createdBy=me', NEWEST_FIRST.filter((slug) => slug !== 'nobody')],
    ['?createdBy=01890000-0000-7000-8000-000000000000', []],
    ['?needsReview=true', ['nobody', 'paused']],
    ['?needsReview=false', NEWEST_FIRST],
    ['?status=active&q=an&tags=fruit&createdBy=me&archived=all', ['banana']],
  ])('%s', async (query, expected) => {
    const body = await list(query);
    expect(body.items.map((item: { slug: string }) => item.slug)).toEqual(expected);
    expect(body).toMatchObject({ total: expected.length, page: 1, perPage: 20 });
  });

  // A filter that got lost on its way must not answer with every link.
  test.each(['tags=', 'createdBy=', 'campaignId=%20', 'destination='])('%s is refused: it is empty', async (query) => {
    const { status, body } = await owner.get(`/api/links?${query}`);
    expect([status, body.errors]).toMatchObject([422, [{ field: query.split('=')[0], rule: 'empty_filter' }]]);
  });

  test('campaign and creator by id, `me` is whoever asks', async () => {
    expect(await slugs(`?campaignId=${campaignId}`)).toEqual(['banana']);
    expect(await slugs(`?createdBy=${await userIdOf(member)}`)).toEqual(['nobody']);
    expect(await slugs('?createdBy=me', member)).toEqual(['nobody']);
    expect(await slugs('', viewer)).toEqual(NEWEST_FIRST);
  });

  test('a destination is found by all of it, however long', async () => {
    const destinationUrl = `https://example.com/${'long-way/'.repeat(220)}`;
    const { id } = (await owner.post('/api/links', { destinationUrl })).body;
    expect((await list(`?q=${encodeURIComponent(destinationUrl)}`)).items).toMatchObject([{ id }]);
    expect((await list(`?q=${encodeURIComponent(`${destinationUrl}x`)}`)).total).toBe(0);
    await owner.delete(`/api/links/${id}`);
  });

  test('a former address is not found any more, a changed text is', async () => {
    const { id } = (await owner.post('/api/links', { destinationUrl: 'https://example.com/search', slug: 'findme-1' }))
      .body;
    await owner.post(`/api/links/${id}/aliases`, { slug: 'findme-2' });
    expect(await slugs('?q=findme-2')).toEqual(['findme-1']);
    await owner.delete(`/api/links/${id}/aliases/findme-2`);
    expect(await slugs('?q=findme-2')).toEqual([]);
    await owner.patch(`/api/links/${id}`, { slug: 'renamed-1', keepOldSlug: false, title: 'Entirely new' });
    expect(await slugs('?q=findme')).toEqual([]);
    expect(await slugs('?q=ENTIRELY')).toEqual(['renamed-1']);
    await owner.delete(`/api/links/${id}`);
  });

  test('letters beyond ASCII are found in either case', async () => {
    const { id } = (
      await owner.post('/api/links', { destinationUrl: 'https://e.com', slug: 'umlaut', title: 'ÄPFEL Ωmega' })
    ).body;
    expect(await slugs(`?q=${encodeURIComponent('äpfel ω')}`)).toEqual(['umlaut']);
    await owner.delete(`/api/links/${id}`);
  });

  test('a tag is one tag however its letters are written', async () => {
    // One letter or a letter and an accent; a small letter that ends a word or does not; one whose small letter has two parts.
    for (const [one, other] of [
      ['Caf\u00e9', 'CAFE\u0301'],
      ['\u039f\u03a3', '\u03bf\u03c3'],
      ['\u0130zmir', '\u0130ZMIR'],
    ] as const) {
      const first = (await owner.post('/api/links', { destinationUrl: 'https://e.com', tags: [one] })).body;
      const second = (await owner.post('/api/links', { destinationUrl: 'https://e.com', tags: [other, one] })).body;
      expect(second.tags).toEqual(first.tags);
      const found = await slugs(`?tags=${encodeURIComponent(other)}&tags=${encodeURIComponent(one)}`);
      expect(found).toEqual([second.slug, first.slug]);
      expect((await owner.post('/api/tags', { name: other })).status).toBe(200);
      for (const { id } of [first, second]) await owner.delete(`/api/links/${id}`);
    }
  });

  test('who answers for a link and left needs a review', async () => {
    const leaver = await join(app, owner, 'MEMBER');
    const userId = await userIdOf(leaver);
    const { id } = (
      await owner.post('/api/links', { destinationUrl: 'https://e.com', slug: 'orphan', responsibleUserId: userId })
    ).body;
    expect(await slugs('?needsReview=true&q=orphan')).toEqual([]);
    await owner.patch(`/api/workspaces/members/${userId}`, { isActive: false });
    expect(await slugs('?needsReview=true&q=orphan')).toEqual(['orphan']);
    const refused = await owner.patch(`/api/links/${id}`, { responsibleUserId: userId });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'responsibleUserId']);
    await owner.delete(`/api/links/${id}`);
  });

  test.each([
    ['status=odd', 'status'],
    ['status=active&status=expired', 'status'],
    ['status=', 'status'],
    ['sort=random', 'sort'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=two', 'page'],
    ['page=1&page=2', 'page'],
    ['perPage=0', 'perPage'],
    ['perPage=101', 'perPage'],
    ['archived=maybe', 'archived'],
    ['needsReview=1', 'needsReview'],
    ['minClicks=-1', 'minClicks'],
    ['maxClicks=', 'maxClicks'],
    ['trashed=all', 'trashed'],
    ['campaignId=nonsense', 'campaignId'],
    ['createdBy=someone', 'createdBy'],
    ['createdBy=me&createdBy=me', 'createdBy'],
    ['sort=', 'sort'],
    ['page=', 'page'],
    ['archived=', 'archived'],
    ['destination=ftp://example.com', 'destination'],
    [`q=${'x'.repeat(2049)}`, 'q'],
    ['q=a%00b', 'q'],
    ['q=a&q=b', 'q'],
    [`tags=${Array.from({ length: 21 }, (_, n) => n).join(',')}`, 'tags'],
  ])('%s is refused', async (query, field) => {
    for (const path of ['/api/links', '/api/links/export.csv']) {
      const isPaging = field === 'page' || field === 'perPage';
      if (isPaging && path.endsWith('.csv')) continue;
      const { status, body } = await owner.get(`${path}?${query}`);
      expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    }
  });

  test('unknown query keys are ignored', async () => {
    expect(await slugs('?utm_source=x&colour=red')).toEqual(NEWEST_FIRST);
  });
});

describe('order and pages', () => {
  test.each<[string, string[]]>([
    ['createdAt', [...NEWEST_FIRST].reverse()],
    ['-createdAt', NEWEST_FIRST],
    ['title', ['apple_pie', 'banana', 'capped']],
    ['expiresAt', ['expired', 'capped', 'scheduled']],
  ])('sort=%s; what has no value comes last', async (sort, first) => {
    expect((await slugs(`?sort=${sort}`)).slice(0, first.length)).toEqual(first);
  });

  test('by clicks', async () => {
    await app.database.query(
      `UPDATE link_counters SET lifetime_clicks = CASE link_id WHEN $1 THEN 5 WHEN $2 THEN 9 ELSE 0 END`,
      [made['paused']?.id, made['apple']?.id],
    );
    expect((await slugs('?sort=-clicks')).slice(0, 2)).toEqual(['apple_pie', 'paused']);
    expect((await slugs('?sort=clicks')).slice(-2)).toEqual(['paused', 'apple_pie']);
  });

  test.each(['createdAt', '-createdAt', 'clicks', '-clicks', 'title', 'expiresAt'])(
    'pages by %s hold every link once, the last one what is left',
    async (sort) => {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?sort=${sort}&page=${page}&perPage=3`)));
      expect(pages.map((page) => page.items.length)).toEqual([3, 3, 1, 0]);
      expect(pages.map((page) => page.total)).toEqual([7, 7, 7, 7]);
      const seen = pages.flatMap((page) => page.items.map((item: { slug: string }) => item.slug));
      expect(seen.sort()).toEqual([...NEWEST_FIRST].sort());
    },
  );
});

describe('export', () => {
  test('takes the filters and the order of the list', async () => {
    const { text } = await owner.get('/api/links/export.csv?tags=fruit&archived=all&sort=title');
    expect(text.match(/^[a-z_]+(?=,)/gm)).toEqual(['slug', 'apple_pie', 'banana', 'archived']);
  });

  test('HEAD tells what it would be, and nothing leaves: no event is written', async () => {
    const events = async () => app.database.query(`SELECT id FROM audit_events WHERE type = 'links_exported'`);
    const before = await events();
    const head = await owner.request('HEAD', '/api/links/export.csv?tags=fruit');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(head.headers.get('content-disposition')).toBe('attachment; filename="links-acme.csv"');
    expect((await owner.request('HEAD', '/api/links/export.csv?status=odd')).status).toBe(422);
    expect((await app.client().request('HEAD', '/api/links/export.csv')).status).toBe(401);
    expect(await events()).toHaveLength(before.length);
    await owner.get('/api/links/export.csv?tags=fruit');
    expect(await events()).toHaveLength(before.length + 1);
  });

  test('keeps notes from viewers', async () => {
    const { text } = await viewer.get('/api/links/export.csv?q=apple');
    const [header = '', line = ''] = text.split('\n');
    expect(header).toMatch(/^slug,destination_url,title,tags,utm_source,/);
    expect(header.split(',')).toHaveLength(28);
    expect(header.split(',')).not.toContain('notes');
    expect(line).not.toContain('Zoë');
    expect((await member.get('/api/links/export.csv?q=apple')).text).toContain('Zoë');
  });
});
