import { stat } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { poolComesAfterVisitors } from './thread-priority.js';

test('on Linux every thread of the pool comes after those that answer visitors, and those keep their place', async () => {
  await stat(import.meta.filename);
  const own = getPriority();
  const pool = poolComesAfterVisitors();
  expect(pool.length > 0).toBe(process.platform === 'linux');
  expect(pool.map((thread) => getPriority(thread))).toEqual(pool.map(() => constants.priority.PRIORITY_BELOW_NORMAL));
  expect(getPriority()).toBe(own);
});
