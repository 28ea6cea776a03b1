import type { Link } from '@signpost/contracts';
import { duplicateForm, EMPTY_LINK_FORM, linkForm, linkInput, linkMistakes, localInput, mergeLink } from './link-form';

describe('link form', () => {
  it('sends a cleared text as null and an untouched one not at all', () => {
    expect(linkInput({ title: ' ' }, EMPTY_LINK_FORM)).toEqual({ title: null });
  });

  it('sends times as Unix milliseconds in the zone of the reader', () => {
    const at = new Date(2026, 10, 21, 9, 30).getTime();
    expect(linkInput({ startsAt: '2026-11-21T09:30' }, EMPTY_LINK_FORM)).toEqual({ startsAt: at });
    expect(localInput(new Date(at).toISOString())).toBe('2026-11-21T09:30');
  });

  it('clears a targeting without rules', () => {
    expect(linkInput({ countries: [], systems: [] }, EMPTY_LINK_FORM)).toEqual({ targeting: null });
  });

  it('sends the rules of both halves when one of them changed', () => {
    const countries = [{ key: 'DE', url: ' https://example.de/ ' }];
    const systems = [{ key: 'ios', url: 'https://example.com/ios' }];
    const rules = { country: { DE: 'https://example.de/' }, os: { ios: 'https://example.com/ios' } };
    expect(linkInput({ countries }, { ...EMPTY_LINK_FORM, countries, systems }).targeting).toEqual(rules);
    expect(linkInput({ systems: [] }, { ...EMPTY_LINK_FORM, countries }).targeting).toEqual({ country: rules.country });
  });

  it('begins another link without what only one can have, and without dates that are over', () => {
    const link = {
      destinationUrl: 'https://example.com/',
      slug: 'sale',
      title: 'Sale',
      tags: ['spring'],
      startsAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-01-01T00:00:00.001Z',
      reviewAt: null,
      responsibleUserId: 'u',
    } as unknown as Link;
    expect(duplicateForm(link, Date.UTC(2026, 0, 1))).toEqual({ ...linkForm(link), slug: '', startsAt: '' });
  });

  it('copies times to the second, and the second of two that a change of clocks makes look the same', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const like = {
      startsAt: '2027-10-31T01:30:00.000Z',
      expiresAt: '2027-12-31T22:59:59.999Z',
      reviewAt: '2027-10-31T00:30:00.000Z',
    } as unknown as Link;
    const { startsAt, expiresAt } = linkForm(like);
    expect([startsAt, expiresAt]).toEqual(['2027-10-31T02:30', '2027-12-31T23:59']);
    expect(linkInput({ startsAt, expiresAt, reviewAt: '2027-10-31T04:30' }, EMPTY_LINK_FORM, like)).toEqual({
      startsAt: Date.parse('2027-10-31T01:30:00.000Z'),
      expiresAt: Date.parse('2027-12-31T22:59:59.999Z'),
      reviewAt: Date.parse('2027-10-31T03:30:00.000Z'),
    });
    expect(linkInput({ startsAt: '' }, EMPTY_LINK_FORM, like)).toEqual({ startsAt: null });
    vi.unstubAllEnvs();
  });

  describe('of a link that another user has changed meanwhile', () => {
    const before = {
      destinationUrl: 'https://example.com/',
      slug: 'sale',
      tags: [],
      isProtected: false,
    } as unknown as Link;
    const mine = { ...linkForm(before), password: 'open sesame' };

    it('asks where a password was set or removed in both', () => {
      const now = { ...before, isProtected: true };
      expect(mergeLink(before, mine, now).clashes.map(({ path }) => path)).toEqual(['password']);
      expect(mergeLink(before, mine, now, new Set(['password'])).value.password).toBe('');
      expect(mergeLink(before, mine, before)).toEqual({ value: mine, clashes: [] });
    });

    it('removes no password that is gone already', () => {
      const removed = { ...linkForm(before), removePassword: true };
      const { value, clashes } = mergeLink({ ...before, isProtected: true }, removed, before);
      expect([value.removePassword, clashes]).toEqual([false, []]);
    });
  });

  it('names rules without a destination, and no address where the link has one', () => {
    const value = {
      ...EMPTY_LINK_FORM,
      slug: ' ',
      countries: [
        { key: 'DE', url: 'https://example.de/' },
        { key: 'FR', url: ' ' },
      ],
      systems: [{ key: 'ios', url: '' }],
    };
    const rules = { 'countries.1.url': 'links.targeting.missing', 'systems.0.url': 'links.targeting.missing' };
    expect(linkMistakes(value, true)).toEqual(rules);
    expect(linkMistakes(value, false)).toEqual({ ...rules, slug: 'links.slug.missing' });
  });

  it('refuses two addresses where one is meant', () => {
    const two = 'https://example.com/a https://example.com/b';
    const value = { ...EMPTY_LINK_FORM, destinationUrl: two, systems: [{ key: 'ios', url: two }] };
    const refused = { destinationUrl: 'links.oneAddress', 'systems.0.url': 'links.oneAddress' };
    expect(linkMistakes(value, true)).toEqual(refused);
  });

  it('wants a country for each rule: none is there until it is chosen', () => {
    const value = { ...EMPTY_LINK_FORM, countries: [{ key: '', url: 'https://example.com/' }] };
    expect(linkMistakes(value, true)).toEqual({ 'countries.0.url': 'links.targeting.whichCountry' });
  });

  it('lets the former slug go only when asked to', () => {
    const value = { ...EMPTY_LINK_FORM, slug: 'new' };
    expect(linkInput({ slug: 'new' }, value)).toEqual({ slug: 'new' });
    expect(linkInput({ slug: 'new' }, { ...value, keepOldSlug: false })).toEqual({ slug: 'new', keepOldSlug: false });
  });

  it('removes a password only by the switch, never by an empty field', () => {
    expect(linkInput({}, { ...EMPTY_LINK_FORM, password: '' })).toEqual({});
    expect(linkInput({}, { ...EMPTY_LINK_FORM, removePassword: true })).toEqual({ password: null });
  });
});
