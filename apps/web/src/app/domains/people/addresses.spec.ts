import { addressesIn, looksLikeAddress } from './addresses';

test.each([
  ['', []],
  ['a@x.de', ['a@x.de']],
  ['A@x.de, b@x.de;c@x.de\n d@x.de', ['a@x.de', 'b@x.de', 'c@x.de', 'd@x.de']],
  ['<a@x.de>, a@x.de,,', ['a@x.de']],
])('addresses in %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

test.each([
  ['a@x.de', true],
  ['a@x', false],
  ['ax.de', false],
  ['a@@x.de', false],
  ['@x.de', false],
])('%s looks like an address: %s', (text, looks) => {
  expect(looksLikeAddress(text)).toBe(looks);
});
