import { addressesIn, looksLikeAddress } from './addresses';

test.each([
  ['', []],
  ['a@x.de', ['a@x.de']],
  ['A@x.de, b@x.de;c@x.de\n d@x.de', ['a@x.de', 'b@x.de', 'c@x.de', 'd@x.de']],
  ['<a@x.de>, a@x.de,,', ['a@x.de']],
  ['"Third Person" <Third@x.de>', ['third@x.de']],
  ['"Person, Third" <c@x.de>; Max Mint <d@x.de>\nb@x.de', ['c@x.de', 'd@x.de', 'b@x.de']],
  ['Ann <a@x.de> Ben <b@x.de>', ['a@x.de', 'b@x.de']],
  ['a@x.de Ben', ['a@x.de', 'Ben']],
  ['Third Person, "Max', ['Third Person', '"Max']],
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
