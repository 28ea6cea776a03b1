import { describe, expect, test } from 'vitest';
import { aSite, fieldsOf } from '../support/site.js';

const site = aSite();

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const linkCount = async () => (await site.owner.get('/api/links?archived=all&perPage=1')).body.total;

describe('batch', () => {
  test('every row becomes a link, in order', async () => {
    const campaign = (await site.owner.post('/api/campaigns', { name: 'Batch', utmCampaign: 'batch' })).body;
    const responsibleUserId = (await site.owner.get('/api/auth/session')).body.user.id;
    const { status, body } = await site.owner.post('/api/links/batch', {
      campaignId: campaign.id,
      responsibleUserId,
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
              responsibleUserId,
              utmSource: 'mail',
              utmMedium: 'email',
              utmContent: 'top',
            },
          },
          { clientKey: 'b', status: 'created', link: { slug: 'batch-b', utmSource: 'social', utmMedium: null } },
        ],
      },
    ]);
    expect((await site.owner.get('/batch-b')).headers.get('location')).toBe(
      'https://example.com/landing?utm_source=social&utm_campaign=batch',
    );
    expect((await site.owner.get(`/api/links/${body.results[0].link.id}/history`)).body.items).toHaveLength(1);
    const made = body.results.map(({ link }: { link: { id: string } }) => link.id);
    const { items } = (await site.owner.get(`/api/links?campaignId=${campaign.id}`)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual(made);
  });

  test('one bad row and nothing is created; every bad row is named', async () => {
    await site.create({ slug: 'batch-taken' });
    const before = await linkCount();
    const { status, body } = await site.owner.post('/api/links/batch', {
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
    expect(fieldsOf({ body })).toEqual([
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
    const answer = await site.owner.post('/api/links/batch', {
      destinationUrl: 'https://example.com',
      items: [{ clientKey: 'a', utmSource: 'x' }],
      ...change,
    });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    expect(answer.body.rows).toHaveLength(_ === '21 rows' ? 1 : 0);
  });

  test('a bad body names its bad rows as well, those beyond the twentieth and those that are none', async () => {
    await site.create({ slug: 'batch-body' });
    const { status, body } = await site.owner.post('/api/links/batch', {
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
      { clientKey: 'late', error: 'utmSource: This is required. Use at most 20 rows.' },
      { clientKey: 'later', error: 'Use at most 20 rows.' },
    ]);
    expect(fieldsOf({ body }).sort()).toEqual([
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
    const { status, body } = await site.owner.post('/api/links/batch', {
      destinationUrl: 'https://example.com',
      ...change,
    });
    expect([status, body.rows]).toEqual([422, []]);
    expect(fieldsOf({ body })).toContain('items');
  });

  test('20 rows are made, and a body of thousands is refused with no more than 200 rows named', async () => {
    const items = Array.from({ length: 20 }, (_, n) => ({
      clientKey: `k${n}`,
      utmSource: `s${n}`,
      slug: `twenty-${n}`,
    }));
    const done = await site.owner.post('/api/links/batch', { destinationUrl: 'https://example.com', items });
    expect([done.status, done.body.results.length]).toEqual([201, 20]);
    const flood = await site.owner.post('/api/links/batch', {
      destinationUrl: 'https://example.com',
      items: Array(14_000).fill({ clientKey: '' }),
    });
    expect([flood.status, flood.body.rows.length, flood.body.errors.length]).toEqual([422, 200, 200]);
  });
});
