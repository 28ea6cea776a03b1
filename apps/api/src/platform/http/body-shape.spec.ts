import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../errors/index.js';
import { countValues, validateShape } from './body-shape.js';

const VALUES_MAX = 1_000;
const problemOf = (text: string): unknown => {
  const counted = countValues(Buffer.from(text), VALUES_MAX);
  return (counted instanceof ApiError ? counted : validateShape(JSON.parse(text)))?.details.errors?.[0];
};

const fields = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));
const nested = (levels: number): string => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
const list = (items: number, item = '1'): string => `{"list":[${Array(items).fill(item).join(',')}]}`;

test.each<[string, string]>([
  ['no object', '"text"'],
  ['nothing', 'null'],
  ['200 fields', JSON.stringify(fields(200))],
  ['32 levels', nested(32)],
  ['a thousand values', list(999)],
  ['many objects of 200 fields together', JSON.stringify([fields(150), { list: [fields(199)] }, fields(40)])],
  ['250 objects and lists', list(248, '[ ]')],
  ['brackets and commas in a text', JSON.stringify({ text: `${'["{,'.repeat(5_000)}\\` })],
])('a body with %s is accepted', (_, text) => {
  expect(problemOf(text)).toBeUndefined();
});

test.each<[string, string, string, string]>([
  ['201 fields', JSON.stringify(fields(201)), '', 'Use at most 200 fields.'],
  ['201 fields within', JSON.stringify({ items: [{}, fields(201)] }), '', 'Use at most 200 fields.'],
  ['201 fields that never end', JSON.stringify(fields(201)).slice(0, -1), '', 'Use at most 200 fields.'],
  ['33 levels', nested(33), '', 'Use at most 32 levels.'],
  ['levels that never end', '['.repeat(2_000_000), '', 'Use at most 32 levels.'],
  ['1,001 values', list(1_000), '', 'Use at most 1000 values.'],
  ['251 objects and lists', list(249, '{ }'), '', 'Use at most 250 objects.'],
  ['1,001 values in many objects', JSON.stringify(Array(11).fill(fields(90))), '', 'Use at most 1000 values.'],
  [
    'a name that every object has',
    '{"a":[{"toString":1}]}',
    'a.0.toString',
    'There is no such field. Check its spelling.',
  ],
  ['the name of the prototype', '{"__proto__":{"a":1}}', '__proto__', 'There is no such field. Check its spelling.'],
])('a body with %s is rejected with the field and the reason', (_, text, field, message) => {
  expect(problemOf(text)).toMatchObject({ field, message });
});

test('the number of values counted equals that of the parsed JSON', () => {
  const count = (value: unknown): number =>
    typeof value !== 'object' || value === null
      ? 0
      : Object.values(value).reduce<number>((sum, inner) => sum + 1 + count(inner), 0);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(2), (value, indent) => {
      // Except for sparse keys such as -0 or "__proto__", the parsed value contains as much as was written.
      const text = JSON.stringify(value, null, indent);
      const values = count(JSON.parse(text));
      expect(countValues(Buffer.from(text), 1e6)).toBe(values);
      if (values > 0) expect(countValues(Buffer.from(text), values - 1)).toBeInstanceOf(ApiError);
    }),
  );
});
