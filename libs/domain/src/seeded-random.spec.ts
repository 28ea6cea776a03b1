import { expect, test } from 'vitest';
import { randomFrom } from './seeded-random.js';

// Reference values of mulberry32 by Tommy Ettinger.
test.each([
  [0, [0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]],
  [42, [0.6011037519201636, 0.44829055899754167, 0.8524657934904099]],
])('the numbers of %d are always these', (seed, expected) => {
  const random = randomFrom(seed);
  expect(expected.map(() => random())).toEqual(expected);
});

test('they lie between 0 and 1 and differ', () => {
  const random = randomFrom(7);
  const numbers = Array.from({ length: 1000 }, () => random());
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(new Set(numbers).size).toBe(1000);
});
