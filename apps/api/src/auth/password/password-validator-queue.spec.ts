import { expect, test, vi } from 'vitest';
import type { ApiError } from '../../platform/errors/index.js';
import { PasswordValidator, type PasswordClient } from './password-validator.js';

const thread = vi.hoisted(() => ({ queueSize: 0 }));

// Mocked as in the bundled application; the test sets the length of the thread's queue.
vi.mock('node:fs', async (original) => ({ ...(await original<object>()), existsSync: () => true }));
vi.mock('piscina', () => ({
  Piscina: class {
    get queueSize(): number {
      return thread.queueSize;
    }
    run = (): Promise<number> => Promise.resolve(4);
  },
}));

/** The error for a good password while others wait; null when it is accepted. */
async function refusal(asker: PasswordClient, waiting: number): Promise<string | null> {
  thread.queueSize = waiting;
  try {
    await new PasswordValidator().requireStrong('lantern orbit velvet', 'mira@example.com', asker);
    return null;
  } catch (error) {
    return (error as ApiError).code;
  }
}

test.each<[PasswordClient, number, string | null]>([
  [{ client: '192.0.2.1' }, 99, null],
  [{ client: '192.0.2.1' }, 100, 'rate_limited'],
  [{ account: 'mira' }, 100, null],
  [{ account: 'mira' }, 124, null],
  [{ account: 'mira' }, 125, 'rate_limited'],
])('%j behind %d others: %s', async (asker, waiting, answer) => {
  expect(await refusal(asker, waiting)).toBe(answer);
});
