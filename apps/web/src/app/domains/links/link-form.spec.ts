import { EMPTY_LINK_FORM, linkInput, localInput } from './link-form';

describe('link form', () => {
  it('sends a cleared text as null and an untouched one not at all', () => {
    expect(linkInput({ title: ' ' }, EMPTY_LINK_FORM)).toEqual({ title: null });
  });

  it('sends times as Unix milliseconds in the zone of the reader', () => {
    const at = new Date(2026, 10, 21, 9, 30).getTime();
    expect(linkInput({ startsAt: '2026-11-21T09:30' }, EMPTY_LINK_FORM)).toEqual({ startsAt: at });
    expect(localInput(new Date(at).toISOString())).toBe('2026-11-21T09:30');
  });

  it('leaves rules without a destination out and clears a targeting without rules', () => {
    const rows = [
      { key: 'DE', url: 'https://example.de/' },
      { key: 'FR', url: ' ' },
    ];
    expect(linkInput({ countries: rows }, { ...EMPTY_LINK_FORM, countries: rows })).toEqual({
      targeting: { country: { DE: 'https://example.de/' } },
    });
    expect(linkInput({ countries: [] }, EMPTY_LINK_FORM)).toEqual({ targeting: null });
  });

  it('keeps the system rules when only a country rule changed', () => {
    const systems = [{ key: 'ios', url: 'https://example.com/ios' }];
    expect(linkInput({ countries: [] }, { ...EMPTY_LINK_FORM, systems }).targeting).toEqual({
      os: { ios: 'https://example.com/ios' },
    });
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
