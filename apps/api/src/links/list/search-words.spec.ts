import { expect, test } from 'vitest';
import { destinationForms, searchForms, shortAddressOf } from './search-words.js';

test.each([
  ['https://kürz.example/spring', 'spring', 'SPRING'],
  ['xn--krz-hoa.example/Spring/', 'spring', 'SPRING'],
  ['http://KÜRZ.example:443/promo/spring?utm_source=x#y', null, null],
  ['https://kürz.example/promo/spring?utm_source=x#y', 'spring', 'PROMO/SPRING'],
  ['kürz.example/docs/pricing/v2.0', '', 'DOCS/PRICING/V2.0'],
  ['kürz.example/%C3%9Cber-uns', 'über-uns', 'ÜBER-UNS'],
  ['https://other.example/spring', null, null],
  ['xn--krz-hoa/spring', 'spring', 'SPRING'],
  ['xn/spring', 'spring', 'SPRING'],
  ['kürz/spring', 'spring', 'SPRING'],
  ['KU\u0308R/spring', 'spring', 'SPRING'],
  ['krz/spring', null, null],
  ['x/spring', null, null],
  ['kürz.example/', null, null],
  ['kürz.example/spring%00', null, null],
  ['spring', null, null],
  ['javascript:kürz.example/spring', null, null],
])('%s is the short address with slug %s and path %s', (words, slug, folded) => {
  const address = slug === null ? null : { slug, folded };
  expect(shortAddressOf(words, 'https://xn--krz-hoa.example')).toEqual(address);
});

test.each([
  ['go/spring', 'spring'],
  ['go.exa/spring', undefined],
  ['go.example/spring', 'spring'],
  ['go.example.com/spring', 'spring'],
  ['go.example.com.pl/spring', undefined],
])('%s, of which the host may be the beginning of the short domain', (words, slug) => {
  expect(shortAddressOf(words, 'https://go.example.com')?.slug).toBe(slug);
});

test('on an instance whose address has no subdomains nothing is a short address', () => {
  expect(
    ['spring', 'beta/spring', '127.0.0.1/spring'].map((words) => shortAddressOf(words, 'http://beta.127.0.0.1')),
  ).toEqual([null, null, null]);
});

test('words are searched unchanged and decoded', () => {
  expect(searchForms('xn--mnchen-3ya.example/stra%C3%9Fe')).toEqual([
    'xn--mnchen-3ya.example/stra%C3%9Fe',
    'münchen.example/straße',
  ]);
  expect(searchForms('100 %')).toEqual(['100 %']);
});

test('a destination is found however its characters are encoded', () => {
  expect(destinationForms('münchen.example/straße')).toEqual([
    'https://xn--mnchen-3ya.example/stra%C3%9Fe',
    'https://xn--mnchen-3ya.example/stra%c3%9fe',
  ]);
  expect(destinationForms('https://xn--mnchen-3ya.example/stra%c3%9Fe')).toHaveLength(3);
});
