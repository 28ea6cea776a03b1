import { stat } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { lowerPoolPriority } from './thread-priority.js';

test('on Linux all threads of the pool get a lower priority, and the threads that answer visitors keep theirs', async () => {
  await stat(import.meta.filename);
  const own = getPriority();
  const pool = lowerPoolPriority();
  expect(pool.length > 0).toBe(process.platform === 'linux');
  expect(pool.map((thread) => getPriority(thread))).toEqual(pool.map(() => constants.priority.PRIORITY_BELOW_NORMAL));
  expect(getPriority()).toBe(own);
});
