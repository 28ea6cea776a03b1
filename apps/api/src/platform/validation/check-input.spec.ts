import 'reflect-metadata';
import { IsArray } from 'class-validator';
import { expect, test } from 'vitest';
import { AsGiven, checkInput, withRule } from './check-input.js';
import { Text } from './input.decorators.js';

class Rows {
  @Text({ max: 10 }) name: string;

  @IsArray(withRule('not_list'))
  @AsGiven()
  rows: unknown[];
}

/** A value in which nothing may be looked at. */
const closed = (): object => ({
  get inner(): never {
    throw new Error('this was looked at');
  },
});

test('a list whose items are checked elsewhere is taken over without a look at its items', () => {
  const rows = [closed()];
  const { input, errors } = checkInput(Rows, { name: ' a ', rows });
  expect(errors).toEqual([]);
  expect(input).toBeInstanceOf(Rows);
  expect(input.name).toBe('a');
  expect(input.rows).toBe(rows);
});

test('the rules of such a list itself apply', () => {
  expect(checkInput(Rows, { name: 'a', rows: {} }).errors).toMatchObject([{ field: 'rows', rule: 'not_list' }]);
});

test('an unknown key is a problem, and what is in it is not looked at', () => {
  expect(checkInput(Rows, { name: 'a', rows: [], other: closed() }).errors).toMatchObject([
    { field: 'other', rule: 'unknown_field' },
  ]);
});

test('an unknown key is left out where it is ignored', () => {
  const { input, errors } = checkInput(Rows, { name: 'a', rows: [], other: closed() }, 'unknown keys are ignored');
  expect(errors).toEqual([]);
  expect(Object.keys(input)).toEqual(['name', 'rows']);
});
