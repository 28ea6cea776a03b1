import { expect, test } from 'vitest';
import { KeptJournal } from './kept-journal.js';

test('stored events are released after the retention time, and not before', () => {
  let now = 0;
  const kept = new KeptJournal(1_000, () => now);
  kept.stored(100);
  now = 500;
  kept.stored(200);
  expect(kept.release()).toBeNull();
  now = 1_000;
  expect([kept.release(), kept.release()]).toEqual([100, null]);
  now = 1_500;
  expect(kept.release()).toBe(200);
});

test('after a failover to a database that has stored less, nothing beyond its position is released', () => {
  let now = 0;
  const kept = new KeptJournal(1_000, () => now);
  kept.stored(100);
  kept.stored(300);
  now = 900;
  kept.stored(150);
  now = 1_800;
  expect(kept.release()).toBe(100);
  now = 1_900;
  expect(kept.release()).toBe(150);
});

test('without a retention time everything is released at once', () => {
  const kept = new KeptJournal(0, () => 0);
  kept.stored(7);
  expect(kept.release()).toBe(7);
});

test('many stored positions take little memory, and none is released too early', () => {
  let now = 0;
  const kept = new KeptJournal(1_000, () => now);
  for (; now < 1_000; now += 0.1) kept.stored(now * 10);
  now = 1_500;
  const released = kept.release() ?? 0;
  expect(released).toBeGreaterThan(4_900);
  expect(released).toBeLessThanOrEqual(5_000);
});
