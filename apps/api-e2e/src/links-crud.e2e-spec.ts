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
