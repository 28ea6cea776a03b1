import 'reflect-metadata';
import { expect, test } from 'vitest';
import { checkInput } from './check-input.js';
import { Digits } from './input.decorators.js';

class Query {
  @Digits(1, 100_000_000) page?: number;
}

test.each([
  ['left out', {}, undefined],
  ['the least', { page: '1' }, 1],
  ['the most', { page: '100000000' }, 100_000_000],
])('a number of a query: %s', (_, query, page) => {
  expect(checkInput(Query, query)).toMatchObject({ input: { page }, errors: [] });
});

test.each([
  ['0', 'At least 1.'],
  ['100000001', 'At most 100000000.'],
  ['12345678901', 'At most 100000000.'],
  ['-1', 'This must be a whole number.'],
  ['1.5', 'This must be a whole number.'],
  ['1e3', 'This must be a whole number.'],
  ['', 'This must be a whole number.'],
  [['1', '2'], 'This must be a whole number.'],
])('%j is refused for what is wrong with it', (page, message) => {
  expect(checkInput(Query, { page })).toMatchObject({ errors: [{ field: 'page', message }] });
});
