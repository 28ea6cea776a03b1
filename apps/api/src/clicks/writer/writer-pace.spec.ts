import { describe, expect, test } from 'vitest';
import { restAfterBatch, restAfterFailure, restAfterTurn } from './writer-pace.js';

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

test('a trickle of visits that are expensive to store takes a quarter of the time at most', () => {
  expect(restAfterBatch(1, 25)).toBe(75);
  expect(restAfterBatch(1, 26)).toBe(78);
  expect(restAfterBatch(1, 200)).toBe(600);
  expect(restAfterBatch(100, 200)).toBe(600);
  for (let tookMs = 1; tookMs <= 225; tookMs += 1) {
    expect(tookMs / (tookMs + restAfterBatch(1, tookMs))).toBeLessThanOrEqual(1 / 4);
  }
});

test('the next batch begins within a second nevertheless, and the longest batches are followed by a pause', () => {
  for (let tookMs = 0; tookMs <= 880; tookMs += 1) {
    for (const events of [0, 1, 100, 1_000]) expect(tookMs + restAfterBatch(events, tookMs)).toBeLessThanOrEqual(900);
  }
  for (const tookMs of [881, 1_000, 60_000]) expect(restAfterBatch(1, tookMs)).toBe(20);
});

describe('from one turn to the next', () => {
  test.each([
    ['there is more', { events: 50, more: true, isAwaited: false }, 0],
    ['another writer has stored the batch, and there is more', { events: 0, more: true, isAwaited: true }, 0],
    ['a flush is pending, and events were stored', { events: 1, more: false, isAwaited: true }, 0],
    ['a flush is pending, and no event was found', { events: 0, more: false, isAwaited: true }, 10],
    ['no flush is pending', { events: 1, more: false, isAwaited: false }, restAfterBatch(1, 30)],
  ])('%s', (_, turn, restMs) => {
    expect(restAfterTurn({ ...turn, tookMs: 30 })).toBe(restMs);
  });
});

test('the retry delay doubles with each failure, up to two seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 2_000].map(restAfterFailure)).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
});
