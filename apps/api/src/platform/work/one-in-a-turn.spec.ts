import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneInATurn } from './one-in-a-turn.js';

test('one begins in each turn of the event loop, in order of arrival, also of those that arrive later', async () => {
  const mayBegin = oneInATurn();
  const begun: string[] = [];
  const begin = (name: string): unknown => mayBegin().then(() => begun.push(name));
  for (const name of ['a', 'b', 'c']) begin(name);
  expect(begun).toEqual([]);
  for (const expected of ['a', 'ab', 'abc']) {
    await nextTurn();
    expect(begun.join('')).toBe(expected);
  }
  begin('d');
  await nextTurn();
  expect(begun.join('')).toBe('abcd');
});
