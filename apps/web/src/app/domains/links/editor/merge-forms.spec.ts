import { mergeForms } from './merge-forms';

const BEFORE = {
  title: 'Sale',
  notes: '',
  tags: ['green'] as readonly string[],
  countries: [{ key: 'DE', url: 'https://example.de/' }] as readonly { key: string; url: string }[],
};
type Form = typeof BEFORE;

describe('what two people make of one form', () => {
  it.each<[string, Partial<Form>, Partial<Form>, Partial<Form>]>([
    ['different fields', { title: 'Mine' }, { notes: 'Theirs' }, { title: 'Mine', notes: 'Theirs' }],
    ['the same twice', { title: 'Both ' }, { title: 'Both' }, { title: 'Both' }],
    ['a tag each', { tags: ['green', 'mine'] }, { tags: ['blue', 'green'] }, { tags: ['blue', 'green', 'mine'] }],
    ['one tag in two writings', { tags: ['green', 'Blue'] }, { tags: ['blue', 'green'] }, { tags: ['blue', 'green'] }],
    ['a tag taken off, another added', { tags: [] }, { tags: ['blue', 'green'] }, { tags: ['blue'] }],
    ['a tag renamed, another added', { tags: ['green', 'mine'] }, { tags: ['grün'] }, { tags: ['grün', 'mine'] }],
    [
      'a rule changed, another added',
      { countries: [{ key: 'DE', url: 'https://example.de/mine' }] },
      { countries: [...BEFORE.countries, { key: 'FR', url: 'https://example.fr/' }] },
      {
        countries: [
          { key: 'DE', url: 'https://example.de/mine' },
          { key: 'FR', url: 'https://example.fr/' },
        ],
      },
    ],
    ['a rule taken away twice', { countries: [] }, { countries: [] }, { countries: [] }],
  ])('is put together: %s', (_, mine, theirs, value) => {
    const merged = mergeForms(BEFORE, { ...BEFORE, ...mine }, { ...BEFORE, ...theirs });
    expect(merged).toEqual({ value: { ...BEFORE, ...value }, clashes: [] });
  });

  it('is asked about where they differ, each on its own', () => {
    const mine = { ...BEFORE, title: 'Mine', countries: [] };
    const theirs = { ...BEFORE, title: 'Theirs', countries: [{ key: 'DE', url: 'https://example.de/theirs' }] };
    const { value, clashes } = mergeForms<Form>(BEFORE, mine, theirs);
    expect(clashes).toEqual([
      { path: 'title', mine: 'Mine', theirs: 'Theirs' },
      { path: 'countries.DE', mine: undefined, theirs: { key: 'DE', url: 'https://example.de/theirs' } },
    ]);
    expect(value).toEqual(mine);
    expect(mergeForms<Form>(BEFORE, mine, theirs, new Set(['countries.DE'])).value).toEqual({
      ...mine,
      countries: theirs.countries,
    });
  });
});
