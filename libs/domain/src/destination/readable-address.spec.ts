import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeDestination } from './destination.js';
import { decodedText, readableAddress, readableHost } from './readable-address.js';

const stored = (address: string): string => {
  const normalized = normalizeDestination(address);
  return normalized.ok ? normalized.url : '';
};

test.each([
  'https://münchen.example/straße',
  'https://пример.испытание/путь',
  'https://例え.テスト/あ',
  'https://παράδειγμα.example/',
  'https://kürz.example:8443/x?stadt=Köln#Straße',
  'http://דוגמה.example/דרך',
])('%s is shown as it was written', (address) => {
  expect(readableAddress(stored(address))).toBe(address);
});

test.each([
  ['letters of two scripts in a name', 'https://аpple.example/'],
  ['a name of letters that look like others', 'https://аррӏе.example/'],
  ['a sign that looks like a slash', 'https://xn--example.com-x3b.example/'],
  ['a label that is no punycode', 'https://xn--a-ecp.example/'],
  ['a picture', 'https://☃.example/'],
])('%s stays in its stored form', (_, address) => {
  expect(readableAddress(stored(address))).toBe(stored(address));
});

test.each([
  ['a space', '/Q3%20Report.pdf', '/Q3 Report.pdf'],
  ['delimiters', '/a%2Fb%3Fc%23d%26e%25', '/a%2Fb%3Fc%23d%26e%25'],
  ['delimiters that JavaScript leaves as they are', '/%21%27%28%29%2a%7E', '/%21%27%28%29%2A%7E'],
  ['a control', '/a%0Ab%C2%85', '/a%0Ab%C2%85'],
  ['a mark of direction', '/a%E2%80%AEb', '/a%E2%80%AEb'],
  ['an invisible character', '/a%E2%80%8Bb%C2%A0c', '/a%E2%80%8Bb%C2%A0c'],
  ['bytes that are no UTF-8', '/%FC%C3%BC/%FC/%C3%BC', '/%FC%C3%BC/%FC/ü'],
  ['a percent sign alone', '/100%/ü', '/100%/ü'],
])('%s in a path', (_, path, shown) => {
  expect(readableAddress(`https://a.example${path}`)).toBe(`https://a.example${shown}`);
});

test('hosts of referrers, and what is no host', () => {
  expect(['xn--mnchen-3ya.example', 'example.com', 'direct', 'com.app.name', 'other'].map(readableHost)).toEqual([
    'münchen.example',
    'example.com',
    'direct',
    'com.app.name',
    'other',
  ]);
  expect(readableAddress('no address')).toBe('no address');
});

test('a displayed URL normalises to the stored one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (path) => {
      const url = stored(`https://münchen.example/${path.trim()}`);
      if (url !== '')
        expect(stored(readableAddress(url)).toLowerCase()).toBe(stored(url.replaceAll('%20', ' ')).toLowerCase());
    }),
  );
});

test('search has every form of an address decoded', () => {
  expect(decodedText('https://xn--mnchen-3ya.example/stra%c3%9fe/a%2Fb%20c%0a')).toBe(
    'https://münchen.example/straße/a/b c%0A',
  );
  expect(decodedText('100% XN--MNCHEN-3YA')).toBe('100% münchen');
});
