import { describe, expect, test } from 'vitest';
import { restAfterBatch } from './writer-pace.js';

describe('from the beginning of one batch to that of the next', () => {
  test.each([
    ['nothing came', 0, 100],
    ['a visit', 1, 100],
    ['a few', 99, 100],
    ['a hundred', 100, 400],
    ['nearly a thousand', 999, 400],
    ['a thousand', 1_000, 900],
    ['tens of thousands', 39_999, 900],
  ])('%s: %i events', (_, events, intervalMs) => {
    expect(restAfterBatch(events, 5)).toBe(intervalMs - 5);
    expect(restAfterBatch(events, 0)).toBe(intervalMs);
  });
});

test('a trickle of visits that are dear to store takes a quarter of the time at most', () => {
  expect(restAfterBatch(1, 25)).toBe(75);
  expect(restAfterBatch(1, 26)).toBe(78);
  expect(restAfterBatch(1, 200)).toBe(600);
  expect(restAfterBatch(100, 200)).toBe(600);
  for (let tookMs = 1; tookMs <= 225; tookMs += 1) {
    expect(tookMs / (tookMs + restAfterBatch(1, tookMs))).toBeLessThanOrEqual(1 / 4);
  }
});

test('the next batch begins within a second all the same, and the longest leave a pause', () => {
  for (let tookMs = 0; tookMs <= 880; tookMs += 1) {
    for (const events of [0, 1, 100, 1_000]) expect(tookMs + restAfterBatch(events, tookMs)).toBeLessThanOrEqual(900);
  }
  for (const tookMs of [881, 1_000, 60_000]) expect(restAfterBatch(1, tookMs)).toBe(20);
});
