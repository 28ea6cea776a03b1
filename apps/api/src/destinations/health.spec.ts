import { expect, test } from 'vitest';
import { afterLook, CONFIRM_AFTER_MS, type Health } from './health.js';
import { broken, OK, unknown } from './look-verdict.js';

const NEW: Health = { state: 'unknown', reason: null, since: null, suspectedAt: null };
const HOUR = 3_600_000;
const look = (before: Health, verdict: Parameters<typeof afterLook>[1], now: number, restMs = 0) =>
  afterLook(before, verdict, now, 0.5, restMs);

test('a single failed check only marks it as suspected, and is repeated after six hours', () => {
  const once = look(NEW, broken('not_found'), 1000);
  expect(once).toMatchObject({ state: 'unknown', suspectedAt: 1000, dueAt: 1000 + CONFIRM_AFTER_MS, news: null });
  expect(look(once, broken('not_found'), 1000 + CONFIRM_AFTER_MS - 1).news).toBeNull();
  expect(look(once, broken('gone'), 1000 + CONFIRM_AFTER_MS)).toMatchObject({
    ...{ state: 'broken', reason: 'gone', since: 1000, suspectedAt: null, news: 'broken' },
    dueAt: 1000 + CONFIRM_AFTER_MS + 24 * HOUR,
  });
});

test('a successful check in between clears the suspicion', () => {
  const suspect = look(NEW, broken('not_found'), 1000);
  expect(look(suspect, OK, 2000)).toMatchObject({ state: 'ok', since: 2000, suspectedAt: null, news: null });
});

const BROKEN: Health = { state: 'broken', reason: 'gone', since: 5, suspectedAt: null };

test('people are notified once when it breaks, and once when it works again', () => {
  expect(look(BROKEN, broken('not_found'), 1000)).toMatchObject({
    state: 'broken',
    reason: 'not_found',
    since: 5,
    news: null,
  });
  expect(look(BROKEN, OK, 1000)).toMatchObject({ state: 'ok', since: 1000, news: 'well' });
});

test('a blocked check does not change a broken state', () => {
  expect(look(BROKEN, unknown('wall'), 1000)).toMatchObject({ state: 'broken', reason: 'gone', since: 5, news: null });
});

test('a requested pause is respected, one shorter than a day changes nothing', () => {
  expect(look(NEW, unknown('wall'), 0, 72 * HOUR).dueAt).toBe(72 * HOUR);
  expect(look(NEW, unknown('wall'), 0, 60_000).dueAt).toBe(24 * HOUR);
  expect(look(NEW, broken('gone'), 0, 12 * HOUR).dueAt).toBe(12 * HOUR);
});

test('the first check starts its state, whatever it finds', () => {
  expect([OK, unknown('wall'), broken('gone')].map((verdict) => look(NEW, verdict, 1000).since)).toEqual([
    1000, 1000, 1000,
  ]);
});
