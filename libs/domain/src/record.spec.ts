import { expect, test } from 'vitest';
import { isRecord } from './record.js';

test.each([
  ['an object', {}, true],
  ['one without a prototype', Object.create(null), true],
  ['null', null, false],
  ['a list', [], false],
  ['a text', 'a', false],
  ['nothing', undefined, false],
])('%s', (_, value, expected) => {
  expect(isRecord(value)).toBe(expected);
});
