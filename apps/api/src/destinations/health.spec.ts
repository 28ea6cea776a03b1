import { expect, test } from 'vitest';
import { afterLook, CONFIRM_AFTER_MS, type Health } from './health.js';
import { broken, OK, unknown } from './look-verdict.js';

const NEW: Health = { state: 'unknown', reason: null, since: null, suspectedAt: null };
const HOUR = 3_600_000;
const look = (
  before: Health,
  verdict: Parameters<typeof afterLook>[1],
  now: number,
  retryAfter: number | null = null,
) => afterLook(before, verdict, now, 0.5, retryAfter);

test('a single look that finds it gone only makes it suspect, and is repeated after six hours', () => {
  const once = look(NEW, broken('not_found'), 1000);
  expect(once).toMatchObject({ state: 'unknown', suspectedAt: 1000, dueAt: 1000 + CONFIRM_AFTER_MS, news: null });
  expect(look(once, broken('not_found'), 1000 + CONFIRM_AFTER_MS - 1).news).toBeNull();
  expect(look(once, broken('gone'), 1000 + CONFIRM_AFTER_MS)).toMatchObject({
    ...{ state: 'broken', reason: 'gone', since: 1000, suspectedAt: null, news: 'broken' },
    dueAt: 1000 + CONFIRM_AFTER_MS + 24 * HOUR,
  });
});

test('a look in between that finds it well clears the suspicion', () => {
  const suspect = look(NEW, broken('not_found'), 1000);
  expect(look(suspect, OK, 2000)).toMatchObject({ state: 'ok', since: 2000, suspectedAt: null, news: null });
});

const BROKEN: Health = { state: 'broken', reason: 'gone', since: 5, suspectedAt: null };

test('people are told once when it breaks, and once when it is well again', () => {
  expect(look(BROKEN, broken('not_found'), 1000)).toMatchObject({
    state: 'broken',
    reason: 'not_found',
    since: 5,
    news: null,
  });
  expect(look(BROKEN, OK, 1000)).toMatchObject({ state: 'ok', since: 1000, news: 'well' });
});

test('a wall says nothing about a broken one', () => {
  expect(look(BROKEN, unknown('wall'), 1000)).toMatchObject({ state: 'broken', reason: 'gone', since: 5, news: null });
});

test('a pause that is asked for is kept, a shorter one changes nothing', () => {
  expect(look(NEW, unknown('wall'), 0, 3 * 86_400).dueAt).toBe(3 * 24 * HOUR);
  expect(look(NEW, unknown('wall'), 0, 60).dueAt).toBe(24 * HOUR);
});
