import { expect, test } from 'vitest';
import { notUtf8, parseQuery } from './query-text.js';

test.each<[query: string, values: Record<string, unknown>]>([
  ['q=caf%C3%A9+au+lait', { q: 'café au lait' }],
  ['q=100%&tags=a&tags=%zz', { q: '100%', tags: ['a', '%zz'] }],
  ['q=%F0%9F%98%80%', { q: '😀%' }],
  ['q=%EF%BF%BD', { q: '\ufffd' }],
  ['', {}],
])('%s is decoded', (query, values) => {
  const parsed = parseQuery(query);
  expect({ ...parsed }).toEqual(values);
  expect(notUtf8(parsed, ['q', 'tags'])).toEqual([]);
});

test('no key is lost after many others', () => {
  expect(parseQuery(`${'a&'.repeat(4000)}tags=b`)).toMatchObject({ tags: 'b' });
});

test.each([
  ['a byte of Latin-1', '%e9'],
  ['a byte that no UTF-8 has', 'a%ffb'],
  ['half a character', '%C3'],
  ['half a pair', '%ED%A0%80'],
  ['a character in more bytes than it needs', '%C0%AE'],
])('%s is a problem of its parameter', (_, code) => {
  expect(notUtf8(parseQuery(`q=${code}&tags=a&tags=${code}&other=${code}`), ['q', 'tags'])).toMatchObject([
    { field: 'q', rule: 'not_utf8' },
    { field: 'tags', rule: 'not_utf8' },
  ]);
});
