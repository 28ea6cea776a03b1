import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
});
afterAll(() => app.stop());

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const aLink = async (body: object = {}) =>
  (await owner.post('/api/links', { destinationUrl: 'https://example.com/x', ...body })).body;
const linkCount = async () => (await owner.get('/api/links?archived=all&perPage=1')).body.total;
const lastEvent = async () =>
  (
    await app.database.query<{ type: string; detail: object }>(
      'SELECT type, detail FROM audit_events ORDER BY id DESC LIMIT 1',
    )
  )[0];

describe('batch', () => {
  test('every row becomes a link, in order', async () => {
    const campaign = (await owner.post('/api/campaigns', { name: 'Batch', utmCampaign: 'batch' })).body;
    const { status, body } = await owner.post('/api/links/batch', {
      campaignId: campaign.id,
      destinationUrl: 'example.com/landing',
      title: 'Landing',
      items: [
        { clientKey: 'a', utmSource: 'mail', utmMedium: 'email', utmContent: 'top' },
        { clientKey: 'b', utmSource: 'social', slug: 'Batch-B' },
      ],
    });
    expect([status, body]).toMatchObject([
      201,
      {
        results: [
          {
            clientKey: 'a',
            status: 'created',
            link: {
              destinationUrl: 'https://example.com/landing',
              title: 'Landing',
              campaignId: campaign.id,
              utmSource: 'mail',
              utmMedium: 'email',
              utmContent: 'top',
            },
          },
          { clientKey: 'b', status: 'created', link: { slug: 'batch-b', utmSource: 'social', utmMedium: null } },
        ],
      },
    ]);
    expect((await owner.get('/batch-b')).headers.get('location')).toBe(
      'https://example.com/landing?utm_source=social&utm_campaign=batch',
    );
    expect((await owner.get(`/api/links/${body.results[0].link.id}/history`)).body.items).toHaveLength(1);
  });

  test('one bad row and nothing is created; every bad row is named', async () => {
    await aLink({ slug: 'batch-taken' });
    const before = await linkCount();
    const { status, body } = await owner.post('/api/links/batch', {
      destinationUrl: 'https://example.com',
      items: [
        { clientKey: 'fine', utmSource: 'x' },
        { clientKey: 'no-source' },
        { clientKey: 'taken', utmSource: 'x', slug: 'batch-taken' },
        { clientKey: 'reserved', utmSource: 'x', slug: 'api' },
        { clientKey: 'twin-1', utmSource: 'x', slug: 'twin' },
        { clientKey: 'twin-2', utmSource: 'x', slug: 'TWIN' },
        { clientKey: 'same', utmSource: 'x' },
        { clientKey: 'same', utmSource: 'y' },
        { clientKey: 'extra', utmSource: 'x', utmTerm: 'y' },
      ],
    });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.rows.map((row: { clientKey: string }) => row.clientKey)).toEqual([
      'no-source',
      'taken',
      'reserved',
      'twin-1',
      'twin-2',
      'same',
      'same',
      'extra',
    ]);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([
      'items.1.utmSource',
      'items.2.slug',
      'items.3.slug',
      'items.4.slug',
      'items.5.slug',
      'items.6.clientKey',
      'items.7.clientKey',
      'items.8.utmTerm',
    ]);
    expect(await linkCount()).toBe(before);
  });

  test.each([
    ['no rows', { items: [] }, 'items'],
    ['21 rows', { items: Array.from({ length: 21 }, (_, n) => ({ clientKey: `${n}`, utmSource: 'x' })) }, 'items'],
    ['a bad destination', { destinationUrl: 'ftp://example.com' }, 'destinationUrl'],
    ['an unknown campaign', { campaignId: UNKNOWN }, 'campaignId'],
    ['an unknown key', { utmCampaign: 'x' }, 'utmCampaign'],
  ])('%s is refused', async (_, change, field) => {
    const answer = await owner.post('/api/links/batch', {
      destinationUrl: 'https://example.com',
      items: [{ clientKey: 'a', utmSource: 'x' }],
      ...change,
    });
    expect([answer.status, answer.body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    expect(answer.body.rows).toHaveLength(_ === '21 rows' ? 1 : 0);
  });

  test('a bad body names its bad rows as well, those beyond the twentieth and those that are none', async () => {
    await aLink({ slug: 'batch-body' });
    const { status, body } = await owner.post('/api/links/batch', {
      destinationUrl: 5,
      title: 'x'.repeat(201),
      campaignId: 'nonsense',
      typo: true,
      items: [
        ...Array.from({ length: 18 }, (_, n) => ({ clientKey: `${n}`, utmSource: 'x' })),
        { clientKey: 'taken', utmSource: 'x', slug: 'batch-body' },
        'no row',
        { clientKey: 'late', utmSource: '' },
        { clientKey: 'later', utmSource: 'x' },
      ],
    });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.rows).toEqual([
      { clientKey: 'taken', error: 'slug: This address is already taken.' },
      { clientKey: '', error: 'This must be an object.' },
      { clientKey: 'late', error: 'utmSource: This is required. At most 20 rows.' },
      { clientKey: 'later', error: 'At most 20 rows.' },
    ]);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual([
      'campaignId',
      'destinationUrl',
      'items',
      'items.18.slug',
      'items.19',
      'items.20.utmSource',
      'title',
      'typo',
    ]);
  });

  test.each([
    ['no items', {}],
    ['items that are no list', { items: { clientKey: 'a' } }],
    ['nothing at all', { destinationUrl: undefined, items: null }],
  ])('%s: still 422 with rows', async (_, change) => {
    const { status, body } = await owner.post('/api/links/batch', { destinationUrl: 'https://example.com', ...change });
    expect([status, body.rows]).toEqual([422, []]);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain('items');
  });

  test('20 rows are made, and a body of thousands is refused with no more than a thousand named', async () => {
    const items = Array.from({ length: 20 }, (_, n) => ({
      clientKey: `k${n}`,
      utmSource: `s${n}`,
      slug: `twenty-${n}`,
    }));
    const done = await owner.post('/api/links/batch', { destinationUrl: 'https://example.com', items });
    expect([done.status, done.body.results.length]).toEqual([201, 20]);
    const flood = await owner.post('/api/links/batch', {
      destinationUrl: 'https://example.com',
      items: Array(50_000).fill({}),
    });
    expect([flood.status, flood.body.rows.length, flood.body.errors.length]).toEqual([422, 1000, 200]);
  });
});

describe('bulk', () => {
  const bulk = (body: object) => owner.post('/api/links/bulk', body);

  test('tags, untags, assigns and archives, with one event and a history entry per changed link', async () => {
    const [a, b] = [await aLink({ tags: ['Has'] }), await aLink({ utmCampaign: 'own' })];
    const ids = [a.id, b.id];
    const tag = (await owner.post('/api/tags', { name: 'has' })).body;
    const tagged = await bulk({ selection: { ids }, action: 'tag', tagId: tag.id });
    expect([tagged.status, tagged.body]).toEqual([
      200,
      { affected: 1, results: ids.map((id) => ({ id, status: 'ok' })) },
    ]);
    expect(await lastEvent()).toEqual({ type: 'links_bulk_action', detail: { action: 'tag', count: 1 } });
    expect((await owner.get(`/api/links/${b.id}`)).body.tags).toEqual(['Has']);
    expect(
      (await bulk({ selection: { filter: { tags: ['has'] } }, action: 'untag', tagId: tag.id })).body.affected,
    ).toBe(2);

    const campaign = (await owner.post('/api/campaigns', { name: 'Bulk', utmCampaign: 'bulk' })).body;
    expect((await bulk({ selection: { ids }, action: 'assignCampaign', campaignId: campaign.id })).body.affected).toBe(
      2,
    );
    expect((await owner.get(`/api/links/${b.id}`)).body).toMatchObject({ campaignId: campaign.id, utmCampaign: null });
    expect((await owner.get(`/${b.slug}`)).headers.get('location')).toBe('https://example.com/x?utm_campaign=bulk');
    expect((await bulk({ selection: { ids }, action: 'assignCampaign', campaignId: null })).body.affected).toBe(2);
    expect((await owner.get(`/${b.slug}`)).headers.get('location')).toBe('https://example.com/x');

    expect((await bulk({ selection: { ids: [a.id] }, action: 'archive' })).body.affected).toBe(1);
    expect((await owner.get(`/api/links/${a.id}`)).body.archived).toBe(true);
    const history = (await owner.get(`/api/links/${b.id}/history`)).body.items;
    expect(
      history.map((item: { changes: { field: string }[] }) => item.changes.map(({ field }) => field)).slice(0, 4),
    ).toEqual([['campaignId'], ['campaignId', 'utmCampaign'], ['tags'], ['tags']]);
  });

  test('a link with 20 tags takes no other', async () => {
    const full = await aLink({ tags: Array.from({ length: 20 }, (_, n) => `full-${n}`) });
    const tag = (await owner.post('/api/tags', { name: 'one too many' })).body;
    const { body } = await bulk({ selection: { ids: [full.id] }, action: 'tag', tagId: tag.id });
    expect(body).toMatchObject({ affected: 0, results: [{ id: full.id, status: 'error' }] });
  });

  test('a foreign, deleted or malformed id refuses all', async () => {
    const link = await aLink();
    const gone = await aLink();
    await owner.delete(`/api/links/${gone.id}`);
    for (const other of [UNKNOWN, gone.id, 'nonsense']) {
      const answer = await bulk({ selection: { ids: [link.id, other] }, action: 'archive' });
      expect([answer.status, answer.body.code]).toEqual([404, 'link_not_found']);
    }
    expect((await owner.get(`/api/links/${link.id}`)).body.archived).toBe(false);
  });

  test('an id that is named twice is one link; 501 ids are too many, whatever they are', async () => {
    const { id } = await aLink();
    const twice = await bulk({ selection: { ids: [id, id.toUpperCase(), ` ${id} `] }, action: 'archive' });
    expect([twice.status, twice.body]).toEqual([200, { affected: 1, results: [{ id, status: 'ok' }] }]);
    for (const ids of [Array(501).fill(id), Array(501).fill(UNKNOWN)]) {
      const answer = await bulk({ selection: { ids }, action: 'archive' });
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'selection_too_large', count: 501 }]);
    }
    expect((await bulk({ selection: { ids: Array(500).fill(id) }, action: 'archive' })).status).toBe(200);
  });

  test('an unknown tag or campaign is 404', async () => {
    const ids = [(await aLink()).id];
    expect((await bulk({ selection: { ids }, action: 'tag', tagId: UNKNOWN })).body.code).toBe('tag_not_found');
    expect((await bulk({ selection: { ids }, action: 'assignCampaign', campaignId: UNKNOWN })).body.code).toBe(
      'campaign_not_found',
    );
  });

  test.each([
    [{ selection: {}, action: 'archive' }, 'selection'],
    [{ selection: { ids: [UNKNOWN], filter: {} }, action: 'archive' }, 'selection'],
    [{ selection: { ids: [] }, action: 'archive' }, 'selection.ids'],
    [{ selection: { filter: { status: 'odd' } }, action: 'archive' }, 'selection.filter.status'],
    [{ selection: { filter: { colour: 'red' } }, action: 'archive' }, 'selection.filter.colour'],
    [{ selection: { filter: { trashed: true } }, action: 'archive' }, 'selection.filter.trashed'],
    [{ selection: { ids: [UNKNOWN] }, action: 'explode' }, 'action'],
    [{ selection: { ids: [UNKNOWN] }, action: 'tag' }, 'tagId'],
    [{ selection: { ids: [UNKNOWN] }, action: 'assignCampaign' }, 'campaignId'],
  ])('%j is refused at %s', async (body, field) => {
    const answer = await bulk(body);
    expect([answer.status, answer.body.errors?.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
  });

  test('500 links of a filter are changed, 501 are refused with their number', async () => {
    const [tag] = await app.database.query<{ id: string; workspace_id: string }>(
      `INSERT INTO tags (id, workspace_id, name) SELECT gen_random_uuid(), id, 'crowd' FROM workspaces RETURNING id, workspace_id`,
    );
    const insert = `
      WITH made AS (
        INSERT INTO links (id, workspace_id, slug, destination_url, destination_host)
        SELECT gen_random_uuid(), $1, $2 || n, 'https://example.com', 'example.com' FROM generate_series(1, $3::int) n
        RETURNING id, slug),
      claimed AS (
        INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM made)
      INSERT INTO link_tags (workspace_id, link_id, tag_id) SELECT $1, id, $4 FROM made`;
    await app.database.query(insert, [tag?.workspace_id, 'crowd-', 501, tag?.id]);
    const selection = { filter: { tags: ['crowd'] } };
    const refused = await bulk({ selection, action: 'archive' });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'selection_too_large', count: 501 }]);
    const [one] = (await owner.get('/api/links?tags=crowd&perPage=1')).body.items;
    await owner.patch(`/api/links/${one.id}`, { tags: [] });
    const done = await bulk({ selection, action: 'archive' });
    expect([done.status, done.body.affected, done.body.results.length]).toEqual([200, 500, 500]);
    expect((await owner.get('/api/links?tags=crowd')).body.total).toBe(0);
  });
});

describe('preview', () => {
  test('tells what a visitor would get, without any effect', async () => {
    const later = Date.now() + 9e6;
    const link = await aLink({
      startsAt: later,
      expiresAt: later + 9e6,
      expirationDestination: 'https://example.com/over',
      maximumVisits: 1,
      utmSource: 'mail',
      targeting: {
        country: { DE: 'https://example.de' },
        os: { ios: 'https://ios.example.com', desktop: 'https://desk.example.com' },
      },
    });
    const preview = async (body: object) => (await owner.post(`/api/links/${link.id}/preview`, body)).body;
    expect(await preview({})).toEqual({
      kind: 'block',
      status: 404,
      destination: null,
      rule: null,
      outcome: 'scheduled_block',
      consumesVisit: false,
      state: 'scheduled',
    });
    expect(await preview({ at: later, country: 'de', os: 'ios' })).toEqual({
      kind: 'redirect',
      status: 302,
      destination: 'https://example.de?utm_source=mail',
      rule: 'country',
      outcome: 'redirect_success',
      consumesVisit: true,
      state: 'active',
    });
    expect(await preview({ at: later, os: 'iOS' })).toMatchObject({
      destination: 'https://ios.example.com?utm_source=mail',
      rule: 'os',
    });
    expect(await preview({ at: later, os: 'linux', country: 'XX' })).toMatchObject({
      destination: 'https://desk.example.com?utm_source=mail',
    });
    expect(await preview({ at: later })).toMatchObject({
      destination: 'https://example.com/x?utm_source=mail',
      rule: 'default',
    });
    expect(await preview({ at: later, userAgent: 'Googlebot/2.1' })).toMatchObject({
      outcome: 'bot_request',
      consumesVisit: false,
    });
    expect(await preview({ at: later + 9e6 })).toMatchObject({
      destination: 'https://example.com/over',
      rule: 'expired_fallback',
      state: 'expired',
    });
    await owner.patch(`/api/links/${link.id}`, { password: 'abc' });
    expect(await preview({ at: later })).toEqual({
      kind: 'password',
      status: 302,
      destination: null,
      rule: null,
      outcome: null,
      consumesVisit: false,
      state: 'active',
    });
    expect((await owner.get(`/api/links/${link.id}`)).body.usedVisits).toBe(0);
    expect((await owner.post(`/api/links/${link.id}/preview`, { os: 'beos' })).status).toBe(422);
  });
});

describe('slug check', () => {
  test.each([
    ['free-one', { slug: 'free-one', available: true }],
    ['FREE-one ', { slug: 'free-one', available: true }],
    ['api', { slug: 'api', available: false, reason: 'reserved' }],
    ['-x', { slug: '-x', available: false, reason: 'invalid' }],
    ['', { slug: '', available: false, reason: 'invalid' }],
  ])('%j', async (slug, answer) => {
    expect((await owner.get(`/api/links/slug-available?slug=${encodeURIComponent(slug)}`)).body).toEqual(answer);
  });

  test('an address that was ever given is taken, except for its own link', async () => {
    const link = await aLink({ slug: 'once-mine' });
    await owner.patch(`/api/links/${link.id}`, { slug: 'now-mine', keepOldSlug: false });
    const check = async (query: string) => (await owner.get(`/api/links/slug-available?slug=once-mine${query}`)).body;
    expect(await check('')).toEqual({ slug: 'once-mine', available: false, reason: 'taken' });
    expect(await check(`&linkId=${link.id}`)).toEqual({ slug: 'once-mine', available: true });
  });
});
