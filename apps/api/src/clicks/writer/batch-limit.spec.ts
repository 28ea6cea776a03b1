import { expect, test } from 'vitest';
import { BatchLimit } from './batch-limit.js';

/** The limit after each event of a history: `r` for a refused batch, `s` for a stored one. */
function limits(most: number, history: string): number[] {
  const limit = new BatchLimit(most);
  return [...history].map((what) => {
    if (what === 'r') limit.refused();
    else limit.stored();
    return limit.events;
  });
}

test('begins with the maximum, and never exceeds it', () => {
  expect(new BatchLimit(100).events).toBe(100);
  expect(limits(100, 'ss')).toEqual([100, 100]);
});

test('is quartered at each refusal, down to a single frame, and doubled after each success', () => {
  expect(limits(100, 'rrrrrssss')).toEqual([25, 6, 1, 1, 1, 2, 4, 8, 16]);
  expect(limits(5, 'rsss')).toEqual([1, 2, 4, 5]);
});

test('a frame that is refused three times on its own is given up', () => {
  const limit = new BatchLimit(8);
  const given: boolean[] = [];
  for (let refusal = 0; refusal < 5; refusal += 1) {
    given.push(limit.isGivenUp);
    limit.refused();
  }
  expect([...given, limit.isGivenUp]).toEqual([false, false, false, false, false, true]);
});

test('only that frame is given up: the next one has its own three attempts', () => {
  const limit = new BatchLimit(1);
  for (let refusal = 0; refusal < 3; refusal += 1) limit.refused();
  expect(limit.isGivenUp).toBe(true);
  limit.stored();
  expect(limit.isGivenUp).toBe(false);
  limit.refused();
  limit.refused();
  expect(limit.isGivenUp).toBe(false);
  limit.refused();
  expect(limit.isGivenUp).toBe(true);
});
