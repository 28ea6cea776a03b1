import { expect, test } from 'vitest';
import { parseTarget } from './short-path.js';
import { addressesWithKept, pastedAddresses } from './pasted-address.js';

/** Addresses with their queries, in the order in which they are tried. */
function tried(target: string): string[] {
  const parsed = parseTarget(target);
  if (parsed === null) return [];
  return pastedAddresses(parsed).map(({ path, target: { query } }) =>
    [`${path.prefix}/${path.slug}`, query].filter((part) => part !== '').join('?'),
  );
}

// prettier-ignore
test.each([
  '.', ',', ')', '"', ';', '!', '%20', '%0A', '%0D%0A', '%C2%A0', '%E2%80%8B', '%EF%BB%BF', '%E2%80%9D', '%C2%BB', '%E3%80%82', '%EF%BC%89', '%D8%9F',
  '/', '//', '),', '...', '%2E', "'", '%60', '%3E', '%7C', '*', '~', '=', '+', '$', '%F0%9F%98%80', '%E2%80%A6', '%', '%E2%80', '/.', '.%20%20', '\u00c2\u00a0',
  '%C2%B9', '%E2%91%A0', '%CA%BC', '%CB%AE',
])('%s at the end of an address is ignored', (stuck) => {
  expect(tried(`/spring${stuck}`)[0]).toBe('/spring');
  expect(tried(`/go/Spring-1_${stuck}?a=b`)[0]).toBe('go/spring-1_?a=b');
});

test.each([
  ['//spring', ['/spring']],
  ['//go///spring', ['go/spring']],
  ['/spring%20and%20more', ['/spring']],
  ['/spring](http://other.example/x', ['/spring']],
  ['/spring%3C/a%3E', ['/spring']],
  ['/spring%22%3Ehere', ['/spring']],
  ['/spring%23top', ['/spring']],
  ['/spring%E2%80%9C%20he%20said', ['/spring']],
  ['/spring.%20Then', ['/spring']],
  ['/spring%C2%85Then', ['/spring']],
  ['/spring%EF%BC%82%E3%81%A8', ['/spring']],
  ['/spring%EF%BC%87s', ['/spring']],
  ['/spring%D7%B4x', ['/spring']],
  ['/spring%3Futm_source%3Dx%2520y', ['/spring?utm_source=x%20y']],
  ['/spring%3Futm_source=x%23top?utm_term=z', ['/spring?utm_source=x&utm_term=z']],
  ['/spring&utm_source=a%26b?c=d', ['/spring?utm_source=a%26b&c=d']],
  ['/spring&&a=b', ['/spring?a=b']],
  ['/spring%26a=b', ['/spring?a=b']],
  ['/spring%20&a=b', ['/spring']],
])('%s is tried as %j', (target, expected) => {
  expect(tried(target)).toEqual(expected);
});

test.each([
  '/spring.html',
  '/spring,b',
  '/spring%2Cb',
  '/spring.de/x',
  '/favicon.ico',
  '/spring\u00c3\u00a9',
  '/spring%C3%A9',
  '/spring%CC%81',
  '/spring%E3%81%AE',
  '/a/b/c',
  '/%252e',
  '/...',
  '/%20',
  `/${'a'.repeat(65)}.`,
])('%s yields no other address', (target) => {
  expect(tried(target)).toEqual([]);
});

test('marks inside of a long path are judged at once: anybody can ask for one', () => {
  expect(tried(`/a${'.'.repeat(1_000_000)}b`)).toEqual([]);
  expect(tried(`/a${'.'.repeat(1_000_000)}`)).toEqual(['/a']);
});

test('a target that is already an address yields no other address', () => {
  expect(tried('/spring-')).toEqual(['/spring-']);
});

test.each([
  ['/docs/pricing.', ['/docs/pricing.', '/docs/pricing', 'docs/pricing', '//DOCS/PRICING.', '//DOCS/PRICING']],
  ['/AbCd)', ['/AbCd)', '/AbCd', 'abcd', '//ABCD)', '//ABCD']],
  ['/v2.0%20and', ['/v2.0 and', '/v2.0', '//V2.0 AND', '//V2.0']],
  ['/%C3%9Cber%20', ['/\u00dcber ', '/\u00dcber', '//\u00dcBER ', '//\u00dcBER']],
  ['/docs/pricing%', ['/docs/pricing', 'docs/pricing', '//DOCS/PRICING']],
  ['/spring', ['spring', '//SPRING']],
  ['/spring/', ['spring', '//SPRING']],
  ['/spring.', ['/spring.', 'spring', '//SPRING.', '//SPRING']],
  ['/spring%20and', ['/spring and', 'spring', '//SPRING AND', '//SPRING']],
  // The database would reject a null character, together with everything else in the same statement.
  ['/v2.0%00', ['/v2.0', '//V2.0']],
  ['/v2%00.0', []],
  ['/-spring', ['/-spring', '-spring', '//-SPRING']],
])('%s yields %j in a workspace with kept paths', (target, addresses) => {
  const parsed = parseTarget(target);
  const found = parsed === null ? [] : addressesWithKept(parsed).map(({ path }) => path);
  expect(found.map(({ prefix, slug }) => (prefix === '' ? slug : `${prefix}/${slug}`))).toEqual(addresses);
});

test('the target of a kept path drops the characters that stuck to it, for the way back from its password page', () => {
  const [, cut] = addressesWithKept({ path: '/%C3%9Cber-uns%E2%80%8B', query: 'a=b' });
  expect(cut?.target).toEqual({ path: '/%C3%9Cber-uns', query: 'a=b' });
});
