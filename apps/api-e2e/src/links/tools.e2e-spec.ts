import { describe, expect, test } from 'vitest';
import { aSite } from '../support/site.js';

const site = aSite();

describe('preview', () => {
  test('tells what a visitor would get, without any effect', async () => {
    const later = Date.now() + 9e6;
    const link = await site.create({
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
    const preview = async (body: object) => (await site.owner.post(`/api/links/${link.id}/preview`, body)).body;
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
    await site.owner.patch(`/api/links/${link.id}`, { password: 'abc' });
    expect(await preview({ at: later })).toEqual({
      kind: 'password',
      status: 302,
      destination: null,
      rule: null,
      outcome: null,
      consumesVisit: false,
      state: 'active',
    });
    expect(await preview({ at: later, country: 'de', unlocked: true })).toMatchObject({
      destination: 'https://example.de?utm_source=mail',
      rule: 'country',
    });
    expect((await site.owner.get(`/api/links/${link.id}`)).body.usedVisits).toBe(0);
    expect((await site.owner.post(`/api/links/${link.id}/preview`, { os: 'beos' })).status).toBe(422);
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
    expect((await site.owner.get(`/api/links/slug-available?slug=${encodeURIComponent(slug)}`)).body).toEqual(answer);
  });

  test('an address that was ever given is taken, except for its own link', async () => {
    const link = await site.create({ slug: 'once-mine' });
    await site.owner.patch(`/api/links/${link.id}`, { slug: 'now-mine', keepOldSlug: false });
    const check = async (query: string) =>
      (await site.owner.get(`/api/links/slug-available?slug=once-mine${query}`)).body;
    expect(await check('')).toEqual({ slug: 'once-mine', available: false, reason: 'taken' });
    expect(await check(`&linkId=${link.id}`)).toEqual({ slug: 'once-mine', available: true });
    const { id: other } = await site.create({});
    expect(await check(`&linkId=${other}`)).toEqual({ slug: 'once-mine', available: false, reason: 'taken' });
  });
});
