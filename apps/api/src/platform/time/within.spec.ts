import { expect, test } from 'vitest';
import { within } from './within.js';

test('a result or an error in time is returned', async () => {
  await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done');
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('a late result is null, and a late error is ignored', async () => {
  const work = Promise.withResolvers<string>();
  await expect(within(1, work.promise)).resolves.toBeNull();
  work.reject(new Error('much later'));
  await new Promise((resolve) => setImmediate(resolve));
});
