import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { giveWay, takeTurns } from './core-turns.js';

const STEPS_OF_A_LOOK = 32;
let now = 0;
let rest: MockInstance<typeof Atomics.wait>;

beforeEach(() => {
  now = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  rest = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** So much work, in steps of 10 µs. */
function work(milliseconds: number): void {
  for (let step = 0; step < milliseconds * 100; step += 1) {
    now += 0.01;
    giveWay();
  }
}

test('a thread that takes turns leaves the core after each millisecond of work, and soon after it', () => {
  const end = takeTurns();
  let longest = 0;
  let restedAt = now;
  rest.mockImplementation(() => {
    longest = Math.max(longest, now - restedAt);
    now += 0.08;
    restedAt = now;
    return 'timed-out';
  });
  work(50);
  end();
  expect(rest.mock.calls.length).toBeGreaterThan(50 / 1.5);
  expect(longest).toBeGreaterThanOrEqual(1);
  expect(longest).toBeLessThan(1 + (STEPS_OF_A_LOOK + 1) * 0.01);
});

test('others go on', () => {
  work(10);
  expect(rest).not.toHaveBeenCalled();
  takeTurns()();
  work(10);
  expect(rest).not.toHaveBeenCalled();
});
