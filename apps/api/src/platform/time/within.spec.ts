import { expect, test } from 'vitest';
import { within } from './within.js';

test('what is there in time is the answer, also a failure', async () => {
  await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done');
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('what is late is late, and its failure later is nobody’s', async () => {
  const work = Promise.withResolvers<string>();
  await expect(within(1, work.promise)).resolves.toBeNull();
  work.reject(new Error('much later'));
  await new Promise((resolve) => setImmediate(resolve));
});
