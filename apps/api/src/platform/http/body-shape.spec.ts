import { expect, test } from 'vitest';
import { judgeShape } from './body-shape.js';

const VALUES_MAX = 1_000;
const problemOf = (body: unknown): unknown => judgeShape(body, VALUES_MAX)?.details.errors?.[0];

const fields = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));
const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1));

test.each<[string, unknown]>([
  ['no object', 'text'],
  ['nothing', null],
  ['200 fields', fields(200)],
  ['32 levels', nested(32)],
  ['a thousand values', { list: Array.from({ length: 999 }, () => 1) }],
])('a body of %s may pass', (_, body) => {
  expect(problemOf(body)).toBeUndefined();
});

test.each<[string, unknown, string, string]>([
  ['201 fields', fields(201), '', 'At most 200 fields.'],
  ['201 fields within', { items: [{}, fields(201)] }, 'items.1', 'At most 200 fields.'],
  ['33 levels', nested(33), '', 'At most 32 levels.'],
  ['1,001 values', { list: Array(1_000).fill([]) }, 'list', 'At most 1000 values.'],
  ['1,001 values in many objects', Array(11).fill(fields(90)), '10', 'At most 1000 values.'],
  ['a name that every object has', { a: [{ toString: 1 }] }, 'a.0.toString', 'This field is not known here.'],
  [
    'such a name beside more levels than the stack has',
    { deep: nested(100_000), constructor: 1 },
    'constructor',
    'This field is not known here.',
  ],
])('a body of %s is refused by the place and the reason', (_, body, field, message) => {
  expect(problemOf(body)).toEqual({ field, message });
});

test('what is beyond the bounds is not looked at', () => {
  let looked = 0;
  const item = new Proxy(
    {},
    {
      ownKeys: () => {
        looked += 1;
        return [];
      },
    },
  );
  expect(problemOf({ list: Array(500_000).fill(item) })).toMatchObject({ field: 'list' });
  expect(looked).toBe(0);
});
