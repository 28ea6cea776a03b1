import 'reflect-metadata';
import { expect, test } from 'vitest';
import { checkInput } from './check-input.js';
import { Digits, Email, Text } from './input.decorators.js';

class Query {
  @Digits(1, 100_000_000) page?: number;
}

class Person {
  @Email() email: string;
  @Text({ max: 10 }) name: string;
}

test.each([
  ['left out', {}, undefined],
  ['the least', { page: '1' }, 1],
  ['the most', { page: '100000000' }, 100_000_000],
])('a number in a query: %s', (_, query, page) => {
  expect(checkInput(Query, query)).toMatchObject({ input: { page }, errors: [] });
});

test.each([
  ['0', 'This must be at least 1.'],
  ['100000001', 'This must be at most 100000000.'],
  ['12345678901', 'This must be at most 100000000.'],
  ['-1', 'This must be a whole number.'],
  ['1.5', 'This must be a whole number.'],
  ['1e3', 'This must be a whole number.'],
  ['', 'This must be a whole number.'],
  [['1', '2'], 'This must be a whole number.'],
])('%j is rejected with the right reason', (page, message) => {
  expect(checkInput(Query, { page })).toMatchObject({ errors: [{ field: 'page', message }] });
});

test.each([
  '\u200bann@example.com',
  '\u202eann@example.com',
  'ann\u00ad@example.com',
  'ann\u0000@example.com',
  'ann\ud800@example.com',
])('%j is not a valid address', (email) => {
  const errors = [{ field: 'email', message: 'This is not an email address.' }];
  expect(checkInput(Person, { email, name: 'Ann' })).toMatchObject({ errors });
});

test.each(['\u200b', ' \u00ad ', '\u3164', '\u202e'])('%j has no visible character, so it is not a name', (name) => {
  const errors = [{ field: 'name', message: 'This is required.' }];
  expect(checkInput(Person, { email: 'ann@example.com', name })).toMatchObject({ errors });
});
