import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildDestination, effectiveUtm, type UtmValues } from './build-destination.js';

const utm = (values: Partial<UtmValues>): UtmValues => ({
  source: null,
  medium: null,
  campaign: null,
  term: null,
  content: null,
  ...values,
});

describe('buildDestination', () => {
  test.each<[string, string, UtmValues | null, string, string]>([
    ['nothing to add', 'https://e.com/?b=%zz&&a=+#f?x', null, '', 'https://e.com/?b=%zz&&a=+#f?x'],
    ['only empty UTM values', 'https://e.com/?', utm({ source: '' }), '', 'https://e.com/?'],
    ['only ampersands from the visitor', 'https://e.com/?', null, '&&', 'https://e.com/?'],
    ['only ampersands from the visitor, no query', 'https://e.com', null, '&&', 'https://e.com'],
    [
      'a nameless parameter replaces no empty piece',
      'https://e.com/?a=1&&b=2',
      null,
      '=5',
      'https://e.com/?a=1&&b=2&=5',
    ],
    [
      'every UTM value has its own name',
      'https://e.com/',
      { source: 's', medium: 'm', campaign: 'c', term: 't', content: 'x' },
      '',
      'https://e.com/?utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=x',
    ],
    ['no query, no path', 'https://e.com', null, 'a=1', 'https://e.com?a=1'],
    ['an empty query', 'https://e.com/?', null, 'a=1', 'https://e.com/?a=1'],
    ['a fragment stays last', 'https://e.com/#top', null, 'a=1', 'https://e.com/?a=1#top'],
    ['a question mark in the fragment is no query', 'https://e.com/#/r?a=0', null, 'a=1', 'https://e.com/?a=1#/r?a=0'],
    [
      'UTM values in a fixed order, encoded',
      'https://e.com/',
      utm({ content: 'ü &', source: 'a b' }),
      '',
      'https://e.com/?utm_source=a%20b&utm_content=%C3%BC%20%26',
    ],
    [
      'UTM overrides the own query in place',
      'https://e.com/?a=1&utm_source=old&b=2',
      utm({ source: 'new' }),
      '',
      'https://e.com/?a=1&utm_source=new&b=2',
    ],
    [
      'the visitor overrides UTM',
      'https://e.com/',
      utm({ source: 's', medium: 'm' }),
      'utm_source=v',
      'https://e.com/?utm_source=v&utm_medium=m',
    ],
    [
      'the visitor overrides all three',
      'https://e.com/?utm_source=own',
      utm({ source: 's' }),
      'utm_source=v',
      'https://e.com/?utm_source=v',
    ],
    ['every value of the key is replaced', 'https://e.com/?a=1&b=2&a=3', null, 'a=9', 'https://e.com/?a=9&b=2'],
    [
      'several values take the place of one',
      'https://e.com/?a=1&b=2',
      null,
      'a=8&c=0&a=9',
      'https://e.com/?a=8&a=9&b=2&c=0',
    ],
    [
      'untouched pieces byte for byte',
      'https://e.com/?x=%zz&y=+&&z&=v&q=a=b',
      null,
      'n=1',
      'https://e.com/?x=%zz&y=+&&z&=v&q=a=b&n=1',
    ],
    ['keys are case-sensitive', 'https://e.com/?A=1', null, 'a=2', 'https://e.com/?A=1&a=2'],
    ['keys are compared decoded', 'https://e.com/?a%20b=1&%63=2', null, 'a+b=3&c=4', 'https://e.com/?a+b=3&c=4'],
    [
      'malformed encoding in keys is tolerated',
      'https://e.com/?%zz=1&%ff=2&%C3%=3',
      null,
      '%FF=4',
      'https://e.com/?%zz=1&%FF=4&%C3%=3',
    ],
    ['a key without a value replaces', 'https://e.com/?a=1', null, 'a', 'https://e.com/?a'],
    ['an empty key replaces an empty key', 'https://e.com/?=1&b=2', null, '=9', 'https://e.com/?=9&b=2'],
    ["the visitor's bytes go out as sent", 'https://e.com/', null, 'a=%zz&b=+', 'https://e.com/?a=%zz&b=+'],
    [
      'odd characters of the visitor are encoded',
      'https://e.com/',
      null,
      'a=ü\r\nX: y#z',
      'https://e.com/?a=%C3%BC%0D%0AX:%20y%23z',
    ],
    [
      "a host in the visitor's query stays in the query",
      'https://e.com',
      null,
      '//evil.example/',
      'https://e.com?//evil.example/',
    ],
    ['an at sign cannot move the host', 'https://e.com', null, '@evil.example', 'https://e.com?@evil.example'],
    [
      'prototype names are ordinary keys',
      'https://e.com/?a=1',
      null,
      '__proto__=x&constructor=y',
      'https://e.com/?a=1&__proto__=x&constructor=y',
    ],
  ])('%s', (_, destination, values, query, expected) => {
    expect(buildDestination(destination, values, query)).toBe(expected);
  });

  const key = fc.constantFrom('a', 'b', 'A', 'utm_source', 'utm_medium', 'x%20y', 'x+y', '%61', '%', '', 'é');
  const piece = fc.oneof(
    fc.tuple(key, fc.string({ maxLength: 5 })).map(([k, v]) => `${k}=${v.replace(/[&#\s]/g, '.')}`),
    key,
  );
  const query = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('&'));
  const asciiQuery = query.map((text) => text.replace(/[^\x21-\x7e]/g, '_'));
  const destination = fc
    .tuple(
      fc.constantFrom('https://example.com', 'http://example.com:8080/p'),
      asciiQuery,
      fc.constantFrom('', '#f', '#/a?b=1'),
    )
    .map(([base, own, fragment]) => `${base}${own === '' ? '' : `?${own}`}${fragment}`);
  const values = fc.option(
    fc.record({
      source: fc.option(fc.string({ unit: 'binary', maxLength: 6 })),
      medium: fc.option(fc.string({ maxLength: 6 })),
      campaign: fc.constant(null),
      term: fc.constant(null),
      content: fc.option(fc.string({ maxLength: 6 })),
    }),
  );

  test('never changes what stands before the query or the fragment, and is fit for a header', () => {
    fc.assert(
      fc.property(destination, values, fc.oneof(query, fc.string({ unit: 'binary' })), (target, tags, visitor) => {
        const built = buildDestination(target, tags, visitor);
        const start = /^[^?#]*/.exec(target)?.[0];
        expect(/^[^?#]*/.exec(built)?.[0]).toBe(start);
        expect(new URL(built).host).toBe(new URL(target).host);
        expect(/#.*$/.exec(built)?.[0]).toBe(/#.*$/.exec(target)?.[0]);
        expect(built).toMatch(/^[\x21-\x7e]+$/);
      }),
      { numRuns: 1000 },
    );
  });

  test('agrees with an independent merge of decoded parameters', () => {
    const parse = (text: string): [string, string][] => [...new URLSearchParams(text)];
    const utmPairs = (tags: UtmValues | null): [string, string][] =>
      Object.entries(tags ?? {}).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && value !== '' ? [[`utm_${name}`, value.toWellFormed()]] : [],
      );
    const sorted = (pairs: [string, string][]): [string, string][] =>
      // A stable sort by key keeps the order of one key's values.
      pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    fc.assert(
      fc.property(destination, values, query, (target, tags, visitor) => {
        let expected = parse(new URL(target).search);
        for (const layer of [utmPairs(tags), parse(visitor)]) {
          const keys = new Set(layer.map(([k]) => k));
          expected = [...expected.filter(([k]) => !keys.has(k)), ...layer];
        }
        const built = buildDestination(target, tags, visitor);
        expect(sorted(parse(new URL(built).search))).toEqual(sorted(expected));
      }),
      { numRuns: 1000 },
    );
  });

  test('parameters of untouched keys keep their bytes and their order', () => {
    fc.assert(
      fc.property(asciiQuery, fc.array(fc.constantFrom('n1=1', 'n2', 'n3=%zz'), { minLength: 1 }), (own, added) => {
        fc.pre(own !== '');
        const built = buildDestination(`https://e.com/?${own}`, null, added.join('&'));
        expect(built).toBe(`https://e.com/?${own}&${added.join('&')}`);
      }),
    );
  });
});

describe('effectiveUtm', () => {
  const link = { utmSource: 's', utmMedium: 'lm', utmCampaign: 'lc', utmTerm: 't', utmContent: 'c' };
  test.each([
    ['no campaign', link, null, { campaign: 'lc', medium: 'lm' }],
    ['the campaign gives utm_campaign', link, { utmCampaign: 'cc', utmMedium: 'cm' }, { campaign: 'cc', medium: 'lm' }],
    [
      'the campaign gives a missing medium',
      { ...link, utmMedium: null },
      { utmCampaign: 'cc', utmMedium: 'cm' },
      { medium: 'cm' },
    ],
    ['no medium anywhere', { ...link, utmMedium: null }, { utmCampaign: 'cc', utmMedium: null }, { medium: null }],
  ])('%s', (_, values, campaign, expected) => {
    expect(effectiveUtm(values, campaign)).toMatchObject({ source: 's', term: 't', content: 'c', ...expected });
  });
});
