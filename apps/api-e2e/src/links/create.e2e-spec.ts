import { describe, expect, test } from 'vitest';
import { setUpOwner, startApp } from '@signpost/testing';
import { aSite, fieldsOf } from '../support/site.js';

const site = aSite();

describe('creating', () => {
  test('a destination is enough; the slug is generated', async () => {
    const link = await site.create({ destinationUrl: 'Example.com' });
    expect(link).toMatchObject({
      destinationUrl: 'https://example.com',
      destinationHost: 'example.com',
      status: 'active',
      isEnabled: true,
      archived: false,
      tags: [],
      aliases: [],
      usedVisits: 0,
      remainingVisits: null,
      isProtected: false,
      creator: { email: 'owner@example.test' },
    });
    expect(link.slug).toMatch(/^[23456789abcdefghjkmnpqrstuvwxyz]{7}$/);
    expect(link.shortUrl).toBe(`${site.app.url}/${link.slug}`);
    const redirect = await site.owner.get(`/${link.slug}`);
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('location')).toBe('https://example.com');
  });

  test('every field is stored as given', async () => {
    const soon = Date.now() + 3_600_000;
    const later = soon + 86_400_000;
    const link = await site.create({
      slug: 'Every-Field',
      title: '  A title ',
      startsAt: soon,
      expiresAt: later,
      scheduledDestination: 'https://example.com/soon',
      expirationDestination: 'https://example.com/over',
      limitDestination: 'https://example.com/full',
      maximumVisits: 5,
      password: 'open sesame',
      utmSource: 'news',
      utmMedium: 'mail',
      utmCampaign: 'spring',
      utmTerm: 'shoes',
      utmContent: 'top',
      reviewAt: later,
      tags: ['Zebra', 'apple', 'zebra'],
      notes: 'line one\nline two',
      keepOldSlug: true,
      targeting: { country: { DE: 'https://example.de' }, os: { ios: 'https://apps.example.com' } },
    });
    expect(link).toMatchObject({
      slug: 'every-field',
      title: 'A title',
      status: 'scheduled',
      startsAt: new Date(soon).toISOString(),
      expiresAt: new Date(later).toISOString(),
      maximumVisits: 5,
      remainingVisits: 5,
      isProtected: true,
      tags: ['apple', 'Zebra'],
      notes: 'line one\nline two',
      targeting: { country: { DE: 'https://example.de' }, os: { ios: 'https://apps.example.com' } },
    });
    expect(JSON.stringify(link)).not.toContain('argon2');
    expect((await site.owner.get(`/api/links/${link.id}`)).body).toEqual(link);
  });

  test('every value at its limit is taken, by POST and by PATCH', async () => {
    const url = (length: number) => `https://example.com/${'x'.repeat(length - 'https://example.com/'.length)}`;
    const countries = 'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV'.split(' ');
    const body = {
      destinationUrl: url(2048),
      title: 't'.repeat(200),
      notes: 'n'.repeat(2000),
      scheduledDestination: url(2048),
      expirationDestination: url(2048),
      limitDestination: url(2048),
      maximumVisits: 1,
      utmSource: 's'.repeat(120),
      utmMedium: 'm'.repeat(120),
      utmCampaign: 'c'.repeat(120),
      utmTerm: 't'.repeat(120),
      utmContent: 'o'.repeat(120),
      tags: Array.from({ length: 20 }, (_, n) => `${n + 10}`.padEnd(40, 't')),
      targeting: { country: Object.fromEntries(countries.map((code) => [code, url(2048)])) },
    };
    const link = await site.create({ ...body, slug: 'l'.repeat(64), password: 'p'.repeat(200) });
    expect(link).toMatchObject({ ...body, slug: 'l'.repeat(64), isProtected: true });
    const { id } = await site.create({});
    expect((await site.owner.patch(`/api/links/${id}`, { ...body, slug: 'm'.repeat(64) })).body).toMatchObject(body);
    expect((await site.owner.get(`/api/links/${id}/history`)).body.items[0].changes).toHaveLength(15);
    for (const [field, value] of [
      ['destinationUrl', url(2049)],
      ['slug', 'm'.repeat(65)],
      ['utmTerm', 't'.repeat(121)],
      ['tags', ['t'.repeat(41)]],
      ['targeting', { country: Object.fromEntries([...countries, 'US'].map((code) => [code, 'https://e.com'])) }],
    ] as const) {
      const answer = await site.owner.patch(`/api/links/${id}`, { [field]: value });
      expect([answer.status, fieldsOf(answer)[0]?.split('.')[0]]).toEqual([422, field]);
    }
  });

  test('unknown keys and bad values are refused by name', async () => {
    const bad = await site.owner.post('/api/links', {
      destinationUrl: 'javascript:alert(1)',
      slug: 'api',
      typo: 1,
      maximumVisits: 0,
      isEnabled: null,
    });
    expect(bad.status).toBe(422);
    expect(fieldsOf(bad)).toEqual(expect.arrayContaining(['typo', 'maximumVisits', 'isEnabled']));
  });
});

describe('rules are checked on the resulting record', () => {
  test.each([
    ['expiry in the past', { expiresAt: Date.now() - 1000 }, 'expiresAt'],
    ['expiry before opening', { startsAt: Date.now() + 9e6, expiresAt: Date.now() + 8e6 }, 'expiresAt'],
    ['an unknown campaign', { campaignId: '01890000-0000-7000-8000-000000000000' }, 'campaignId'],
    ['an unknown member', { responsibleUserId: '01890000-0000-7000-8000-000000000000' }, 'responsibleUserId'],
    ['a reserved slug', { slug: 'API' }, 'slug'],
    ['a malformed slug', { slug: '-x' }, 'slug'],
    ['another scheme', { destinationUrl: 'javascript:alert(1)' }, 'destinationUrl'],
    ['a private fallback', { limitDestination: 'http://127.0.0.1/' }, 'limitDestination'],
    ['a private target', { targeting: { country: { DE: 'http://localhost/' } } }, 'targeting.country.DE'],
    ['an unknown country', { targeting: { country: { XX: 'https://example.com' } } }, 'targeting.country.XX'],
    ['an unknown system', { targeting: { os: { beos: 'https://example.com' } } }, 'targeting.os.beos'],
    ['an unknown kind of target', { targeting: { city: {} } }, 'targeting.city'],
    ['a tag with a comma', { tags: ['ok', 'a,b'] }, 'tags.1'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a control character', { title: 'a\u0000b' }, 'title'],
    ['notes of 2,001 characters', { notes: 'x'.repeat(2001) }, 'notes'],
    ['no visit at all', { maximumVisits: 0 }, 'maximumVisits'],
    ['half a visit', { maximumVisits: 1.5 }, 'maximumVisits'],
    ['a password of 201 characters', { password: 'x'.repeat(201) }, 'password'],
    ['archived: null', { archived: null }, 'archived'],
    ['a time as text', { startsAt: '2026-01-01T00:00:00Z' }, 'startsAt'],
  ])('%s is refused at its field', async (_, body, field) => {
    const created = await site.owner.post('/api/links', { destinationUrl: 'https://example.com', ...body });
    expect([created.status, created.body.code, fieldsOf(created)]).toEqual([422, 'validation_failed', [field]]);
    if (field === 'expiresAt' && !('startsAt' in body)) return;
    const { id } = await site.create({});
    const updated = await site.owner.patch(`/api/links/${id}`, body);
    expect([updated.status, fieldsOf(updated)]).toEqual([422, [field]]);
  });

  test('a campaign and a UTM campaign of its own exclude each other', async () => {
    const campaign = (await site.owner.post('/api/campaigns', { name: 'Exclusive', utmCampaign: 'exclusive' })).body;
    const both = await site.owner.post('/api/links', {
      destinationUrl: 'https://e.com',
      campaignId: campaign.id,
      utmCampaign: 'x',
    });
    expect([both.status, fieldsOf(both)]).toEqual([422, ['utmCampaign']]);
    const { id } = await site.create({ utmCampaign: 'own' });
    const joined = await site.owner.patch(`/api/links/${id}`, { campaignId: campaign.id });
    expect([joined.status, fieldsOf(joined)]).toEqual([422, ['campaignId']]);
    const swapped = await site.owner.patch(`/api/links/${id}`, { campaignId: campaign.id, utmCampaign: null });
    expect(swapped.body).toMatchObject({ campaignId: campaign.id, utmCampaign: null });
  });

  test('PATCH may end a link by an expiry in the past, but not before it opens', async () => {
    const { id } = await site.create({ startsAt: Date.now() - 5000 });
    expect((await site.owner.patch(`/api/links/${id}`, { expiresAt: Date.now() - 1000 })).body.status).toBe('expired');
    const early = await site.owner.patch(`/api/links/${id}`, { expiresAt: Date.now() - 9000 });
    expect([early.status, fieldsOf(early)]).toEqual([422, ['expiresAt']]);
    const late = await site.owner.patch(`/api/links/${id}`, { startsAt: Date.now() });
    expect([late.status, fieldsOf(late)]).toEqual([422, ['startsAt']]);
  });

  test('a link cannot lead to any address of its own', async () => {
    const loop = await startApp({ env: { ALLOW_PRIVATE_DESTINATIONS: 'true' } });
    try {
      const caller = await setUpOwner(loop);
      const made = await caller.post('/api/links', { destinationUrl: `${loop.url}/Round/?a=1`, slug: 'round' });
      expect([made.status, fieldsOf(made)]).toEqual([422, ['destinationUrl']]);
      const other = (await caller.post('/api/links', { destinationUrl: `${loop.url}/target`, slug: 'other' })).body;
      const moved = await caller.patch(`/api/links/${other.id}`, { slug: 'target' });
      expect([moved.status, fieldsOf(moved)]).toEqual([422, ['slug']]);
      const alias = await caller.post(`/api/links/${other.id}/aliases`, { slug: 'target' });
      expect([alias.status, fieldsOf(alias)]).toEqual([422, ['slug']]);
      expect((await caller.post(`/api/links/${other.id}/aliases`, { slug: 'side' })).status).toBe(201);
      const fallback = await caller.patch(`/api/links/${other.id}`, { limitDestination: `${loop.url}/si%64e` });
      expect([fallback.status, fieldsOf(fallback)]).toEqual([422, ['limitDestination']]);
      const target = await caller.patch(`/api/links/${other.id}`, { targeting: { os: { ios: `${loop.url}/other` } } });
      expect([target.status, fieldsOf(target)]).toEqual([422, ['targeting.os.ios']]);
      expect((await caller.post('/api/links', { destinationUrl: `${loop.url}/` })).status).toBe(201);
    } finally {
      await loop.stop();
    }
  });
});

describe('states', () => {
  test.each([
    ['disabled', { isEnabled: false, startsAt: Date.now() + 9e6 }],
    ['scheduled', { startsAt: Date.now() + 9e6 }],
    ['active', {}],
  ])('%s', async (status, body) => {
    expect((await site.create(body)).status).toBe(status);
  });
});
