import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePunycode } from './punycode.js';

// The samples of RFC 3492, section 7.1.
test.each([
  ['xn--egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
  ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['xn--PorqunopuedensimplementehablarenEspaol-fmd56a', 'porquénopuedensimplementehablarenespañol'],
  ['xn--b1abfaaepdrnnbgefbaDotcwatmq2g4l', 'почемужеонинеговорятпорусски'],
  ['xn--MajiKoi5-783gue6qz075azm5e'.toLowerCase(), 'maji\u3067koi\u3059\u308b5\u79d2\u524d'],
  ['xn--d9juau41awczczp', 'そのスピードで'],
])('%s is %s', (label, letters) => {
  expect(decodePunycode(label)).toBe(letters);
});

test('whatever a browser encodes is decoded', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc
          .integer({ min: 0xa0, max: 0x2ffff })
          .filter((code) => code < 0xd800 || code > 0xdfff)
          .map((code) => String.fromCodePoint(code)),
        minLength: 1,
        maxLength: 8,
      }),
      (text) => {
        const ascii = domainToASCII(text);
        if (!/^xn--[a-z0-9-]+$/.test(ascii)) return;
        expect(domainToASCII(decodePunycode(ascii) ?? '')).toBe(ascii);
      },
    ),
  );
});

test.each(['xn--', 'xn--99999999', 'xn--a b', 'xn--ü', 'xn--mnchen-3y', 'abc', ''])('%s is no such label', (label) => {
  expect(decodePunycode(label)).toBeNull();
});
