import { expect, test, vi } from 'vitest';
import { WorkQueue } from './work-queue.js';

/** Starts pieces of work; `begun` lists those that were started, `end` finishes the oldest one. */
function working(queue: WorkQueue) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: number): Promise<void> =>
    queue.run(() => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, begin, end };
}

test('two run at once, the others in order of arrival', async () => {
  const { begun, begin, end } = working(new WorkQueue(2));
  for (const name of [1, 2, 3, 4]) void begin(name);
  expect(begun).toEqual([1, 2]);
  await end();
  void begin(5);
  expect(begun).toEqual([1, 2, 3]);
  await end();
  await end();
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('64 may wait, one more is rejected, and later ones are accepted again', async () => {
  const { begun, begin, end } = working(new WorkQueue(1));
  for (let name = 0; name <= 64; name += 1) void begin(name);
  await expect(begin(65)).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 5 } });
  await end();
  void begin(66);
  for (let left = 0; left < 65; left += 1) await end();
  expect(begun).toHaveLength(66);
  expect(begun.at(-1)).toBe(66);
});

test('work that fails passes its turn on', async () => {
  const queue = new WorkQueue(1);
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run(() => Promise.resolve('next'))).toBe('next');
});

test('after a piece its place stays empty for a multiple of the time that it took, however it ended', async () => {
  vi.useFakeTimers();
  try {
    const queue = new WorkQueue(1, 8);
    const begun: number[] = [];
    const take = (milliseconds: number): Promise<void> =>
      queue.run(() => {
        begun.push(performance.now());
        return new Promise((_, reject) => setTimeout(() => reject(new Error('broken')), milliseconds));
      });
    const start = performance.now();
    const all = Promise.allSettled([take(5), take(2), take(1)]);
    await vi.runAllTimersAsync();
    await all;
    expect(begun.map((at) => at - start)).toEqual([0, 5 + 8 * 5, 45 + 2 + 8 * 2]);
  } finally {
    vi.useRealTimers();
  }
});
