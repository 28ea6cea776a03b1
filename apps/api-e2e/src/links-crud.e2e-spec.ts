import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
});
afterAll(() => app.stop());

const create = async (body: object) => {
  const answer = await owner.post('/api/links', { destinationUrl: 'https://example.com/x', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const fieldsOf = (answer: { body: { errors?: { field: string }[] } }) => answer.body.errors?.map((e) => e.field) ?? [];

describe('creating', () => {
  test('a destination is enough; the slug is generated', async () => {
    const link = await create({ destinationUrl: 'Example.com' });
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
    expect(link.shortUrl).toBe(`${app.url}/${link.slug}`);
    const redirect = await owner.get(`/${link.slug}`);
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('location')).toBe('https://example.com');
  });

  test('every field is stored as given', async () => {
    const soon = Date.now() + 3_600_000;
    const later = soon + 86_400_000;
    const link = await create({
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
    expect((await owner.get(`/api/links/${link.id}`)).body).toEqual(link);
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
    const link = await create({ ...body, slug: 'l'.repeat(64), password: 'p'.repeat(200) });
    expect(link).toMatchObject({ ...body, slug: 'l'.repeat(64), isProtected: true });
    const { id } = await create({});
    expect((await owner.patch(`/api/links/${id}`, { ...body, slug: 'm'.repeat(64) })).body).toMatchObject(body);
    expect((await owner.get(`/api/links/${id}/history`)).body.items[0].changes).toHaveLength(15);
    for (const [field, value] of [
      ['destinationUrl', url(2049)],
      ['slug', 'm'.repeat(65)],
      ['utmTerm', 't'.repeat(121)],
      ['tags', ['t'.repeat(41)]],
      ['targeting', { country: Object.fromEntries([...countries, 'US'].map((code) => [code, 'https://e.com'])) }],
    ] as const) {
      const answer = await owner.patch(`/api/links/${id}`, { [field]: value });
      expect([answer.status, fieldsOf(answer)[0]?.split('.')[0]]).toEqual([422, field]);
    }
  });

  test('unknown keys and bad values are refused by name', async () => {
    const bad = await owner.post('/api/links', {
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

describe('rules are judged on the resulting record', () => {
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
    const created = await owner.post('/api/links', { destinationUrl: 'https://example.com', ...body });
    expect([created.status, created.body.code, fieldsOf(created)]).toEqual([422, 'validation_failed', [field]]);
    if (field === 'expiresAt' && !('startsAt' in body)) return;
    const { id } = await create({});
    const updated = await owner.patch(`/api/links/${id}`, body);
    expect([updated.status, fieldsOf(updated)]).toEqual([422, [field]]);
  });

  test('a campaign and a UTM campaign of its own exclude each other', async () => {
    const campaign = (await owner.post('/api/campaigns', { name: 'Exclusive', utmCampaign: 'exclusive' })).body;
    const both = await owner.post('/api/links', {
      destinationUrl: 'https://e.com',
      campaignId: campaign.id,
      utmCampaign: 'x',
    });
    expect([both.status, fieldsOf(both)]).toEqual([422, ['utmCampaign']]);
    const { id } = await create({ utmCampaign: 'own' });
    const joined = await owner.patch(`/api/links/${id}`, { campaignId: campaign.id });
    expect([joined.status, fieldsOf(joined)]).toEqual([422, ['campaignId']]);
    const swapped = await owner.patch(`/api/links/${id}`, { campaignId: campaign.id, utmCampaign: null });
    expect(swapped.body).toMatchObject({ campaignId: campaign.id, utmCampaign: null });
  });

  test('PATCH may end a link by an expiry in the past, but not before it opens', async () => {
    const { id } = await create({ startsAt: Date.now() - 5000 });
    expect((await owner.patch(`/api/links/${id}`, { expiresAt: Date.now() - 1000 })).body.status).toBe('expired');
    const early = await owner.patch(`/api/links/${id}`, { expiresAt: Date.now() - 9000 });
    expect([early.status, fieldsOf(early)]).toEqual([422, ['expiresAt']]);
    const late = await owner.patch(`/api/links/${id}`, { startsAt: Date.now() });
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

describe('updating', () => {
  test('only the provided fields change, and null or an empty text clears', async () => {
    const link = await create({ title: 'Before', notes: 'Keep', maximumVisits: 3 });
    const { body } = await owner.patch(`/api/links/${link.id}`, { title: '', maximumVisits: null });
    expect(body).toMatchObject({ title: null, notes: 'Keep', maximumVisits: null, remainingVisits: null });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(link.updatedAt));
  });

  test('what changes nothing writes nothing', async () => {
    const link = await create({
      title: 'Same',
      tags: ['One'],
      targeting: { country: { DE: 'https://example.de', AT: 'https://example.at' } },
    });
    const events = await app.database.query('SELECT id FROM audit_events');
    const { body } = await owner.patch(`/api/links/${link.id}`, {
      title: ' Same ',
      destinationUrl: 'HTTPS://EXAMPLE.com/x',
      tags: ['one'],
      password: null,
      slug: link.slug.toUpperCase(),
      targeting: { country: { AT: 'https://example.at', DE: 'https://example.de' } },
    });
    expect(body).toEqual(link);
    expect((await owner.get(`/api/links/${link.id}/history`)).body.items).toHaveLength(1);
    expect(await app.database.query('SELECT id FROM audit_events')).toHaveLength(events.length);
  });

  test('a changed slug keeps the old one as an alias, unless told otherwise', async () => {
    const link = await create({ slug: 'first-name' });
    const kept = await owner.patch(`/api/links/${link.id}`, { slug: 'second-name' });
    expect(kept.body).toMatchObject({ slug: 'second-name', aliases: ['first-name'] });
    expect((await owner.get('/first-name')).status).toBe(302);
    const dropped = await owner.patch(`/api/links/${link.id}`, { slug: 'third-name', keepOldSlug: false });
    expect(dropped.body).toMatchObject({ slug: 'third-name', aliases: ['first-name'] });
    expect((await owner.get('/second-name')).status).toBe(404);
    const foreign = await owner.post('/api/links', { destinationUrl: 'https://e.com', slug: 'second-name' });
    expect([foreign.status, foreign.body.code]).toEqual([409, 'slug_taken']);
    const back = await owner.patch(`/api/links/${link.id}`, { slug: 'second-name' });
    expect(back.body).toMatchObject({ slug: 'second-name', aliases: ['first-name', 'third-name'] });
  });

  test('an eleventh live alias is refused, by hand and by a changed slug', async () => {
    const link = await create({ slug: 'many-names' });
    for (let n = 0; n < 10; n += 1) await owner.post(`/api/links/${link.id}/aliases`, { slug: `many-${n}` });
    const eleventh = await owner.post(`/api/links/${link.id}/aliases`, { slug: 'many-10' });
    expect([eleventh.status, eleventh.body.code]).toEqual([422, 'alias_limit']);
    const moved = await owner.patch(`/api/links/${link.id}`, { slug: 'many-10' });
    expect([moved.status, moved.body.code]).toEqual([422, 'alias_limit']);
    const swapped = await owner.patch(`/api/links/${link.id}`, { slug: 'many-3' });
    expect(swapped.body.aliases).toHaveLength(10);
    expect((await owner.patch(`/api/links/${link.id}`, { slug: 'many-10', keepOldSlug: false })).status).toBe(200);
  });

  test('aliases are added, taken, revoked and taken back', async () => {
    const link = await create({ slug: 'main-door' });
    const added = await owner.post(`/api/links/${link.id}/aliases`, { slug: 'Side-Door' });
    expect([added.status, added.body.aliases]).toEqual([201, ['side-door']]);
    expect((await owner.get('/side-door')).status).toBe(302);
    for (const slug of ['side-door', 'main-door']) {
      const again = await owner.post(`/api/links/${link.id}/aliases`, { slug });
      expect([again.status, again.body.code]).toEqual([409, 'alias_taken']);
    }
    expect((await owner.delete(`/api/links/${link.id}/aliases/SIDE-door`)).body).toEqual({ ok: true });
    expect((await owner.get('/side-door')).status).toBe(404);
    const gone = await owner.delete(`/api/links/${link.id}/aliases/side-door`);
    expect([gone.status, gone.body.code]).toEqual([404, 'alias_not_found']);
    const other = await create({});
    expect((await owner.post(`/api/links/${other.id}/aliases`, { slug: 'side-door' })).body.code).toBe('alias_taken');
    expect((await owner.post(`/api/links/${link.id}/aliases`, { slug: 'side-door' })).status).toBe(201);
    expect((await owner.post(`/api/links/${link.id}/aliases`, { slug: 'login' })).status).toBe(422);
  });

  test('no address is the current prefix or a retained one, whoever asks for it', async () => {
    const { id, slug } = await create({});
    await owner.patch('/api/workspaces', { linkPrefix: 'go-first' });
    await owner.patch('/api/workspaces', { linkPrefix: 'go-second', pathMode: 'preserve' });
    for (const prefix of ['go-first', 'go-second']) {
      const answers = [
        await owner.post('/api/links', { destinationUrl: 'https://e.com', slug: prefix }),
        await owner.patch(`/api/links/${id}`, { slug: prefix.toUpperCase() }),
        await owner.patch(`/api/links/${id}`, { slug: prefix, keepOldSlug: false }),
        await owner.post(`/api/links/${id}/aliases`, { slug: prefix }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    }
    expect((await owner.get(`/api/links/${id}`)).body).toMatchObject({ slug, aliases: [] });
    await owner.patch('/api/workspaces', { linkPrefix: null });
    await owner.delete('/api/workspaces/link-prefixes/go-first');
  });

  test('writers of different fields lose nothing', async () => {
    const { id } = await create({});
    const bodies = [
      { title: 'T' },
      { notes: 'N' },
      { maximumVisits: 7 },
      { utmSource: 's' },
      { isEnabled: false },
      { tags: ['x'] },
    ];
    const answers = await Promise.all(bodies.map((body) => owner.patch(`/api/links/${id}`, body)));
    expect(answers.map((answer) => answer.status)).toEqual(bodies.map(() => 200));
    expect((await owner.get(`/api/links/${id}`)).body).toMatchObject({
      title: 'T',
      notes: 'N',
      maximumVisits: 7,
      utmSource: 's',
      isEnabled: false,
      tags: ['x'],
    });
    expect((await owner.get(`/api/links/${id}/history`)).body.items).toHaveLength(7);
  });

  test('the redirect follows every change at once', async () => {
    const link = await create({});
    const location = async () => (await owner.get(`/${link.slug}`)).headers.get('location');
    expect(await location()).toBe('https://example.com/x');
    await owner.patch(`/api/links/${link.id}`, { destinationUrl: 'https://example.org/y' });
    expect(await location()).toBe('https://example.org/y');
    await owner.patch(`/api/links/${link.id}`, { isEnabled: false });
    expect((await owner.get(`/${link.slug}`)).status).toBe(404);
    await owner.patch(`/api/links/${link.id}`, { isEnabled: true, utmSource: 'mail' });
    expect(await location()).toBe('https://example.org/y?utm_source=mail');
    await owner.delete(`/api/links/${link.id}`);
    expect((await owner.get(`/${link.slug}`)).status).toBe(404);
    await owner.post(`/api/links/${link.id}/restore`);
    expect(await location()).toBe('https://example.org/y?utm_source=mail');
  });
});

describe('states', () => {
  test.each([
    ['disabled', { isEnabled: false, startsAt: Date.now() + 9e6 }],
    ['scheduled', { startsAt: Date.now() + 9e6 }],
    ['active', {}],
  ])('%s', async (status, body) => {
    expect((await create(body)).status).toBe(status);
  });
});
