import { describe, expect, test } from 'vitest';
import { contrastRatio, isLighter, isQrReadable, parseQrColor } from './qr-contrast.js';

test.each([
  ['000000', 'ffffff', 21],
  ['ffffff', '000000', 21],
  ['777777', 'ffffff', 4.478],
  ['ff0000', 'ffffff', 3.998],
  ['0a0a0a', '000000', 1.0607],
  ['0b0b0b', '000000', 1.0669],
  ['abcdef', 'abcdef', 1],
])('contrast of %s and %s is %d', (one, other, expected) => {
  expect(contrastRatio(one, other)).toBeCloseTo(expected, 3);
});

describe('isQrReadable', () => {
  test.each([
    ['black on white', '000000', 'ffffff', true],
    ['navy on cream', '1a2b4c', 'fff8e7', true],
    ['just enough', '949494', 'ffffff', true],
    ['just too little', '959595', 'ffffff', false],
    ['yellow on white', 'ffff00', 'ffffff', false],
    ['grey on grey', '808080', '7f7f7f', false],
    ['the same colour', '123456', '123456', false],
    ['white on black, inverted', 'ffffff', '000000', false],
  ])('%s: %s on %s', (_, foreground, background, expected) => {
    expect(isQrReadable(foreground, background)).toBe(expected);
  });
});

test.each([
  ['A1B2C3', 'a1b2c3'],
  ['#a1b2c3', 'a1b2c3'],
  ['abc', null],
  ['a1b2c3d4', null],
  ['a1b2cg', null],
  ['##a1b2c3', null],
  ['', null],
  ['a1b2c3\n', null],
])('colour %j is %j', (input, expected) => {
  expect(parseQrColor(input)).toBe(expected);
});

test('a colour is lighter than a darker one, not than itself', () => {
  expect(isLighter('ffffff', '000000')).toBe(true);
  expect(isLighter('000000', 'ffffff')).toBe(false);
  expect(isLighter('123456', '123456')).toBe(false);
});
