import { EMPTY_LINK_FORM, linkInput, linkMistakes, localInput, needsCurrentTargeting } from './link-form';

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

  it('sends the rules of the half that did not change as the link has them now', () => {
    const opened = [{ key: 'ios', url: 'https://example.com/before' }];
    const countries = [{ key: 'DE', url: ' https://example.de/ ' }];
    const changes = { countries };
    const now = { country: { FR: 'https://example.fr/' }, os: { ios: 'https://example.com/after' } };
    expect(needsCurrentTargeting(changes)).toBe(true);
    expect(linkInput(changes, { ...EMPTY_LINK_FORM, countries, systems: opened }, now).targeting).toEqual({
      country: { DE: 'https://example.de/' },
      os: { ios: 'https://example.com/after' },
    });
  });

  it.each([
    ['nothing', {}],
    ['both halves', { countries: [], systems: [] }],
    ['something else', { title: 'a' }],
  ])('needs no look at the link when %s changed', (_, changes) => {
    expect(needsCurrentTargeting(changes)).toBe(false);
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
