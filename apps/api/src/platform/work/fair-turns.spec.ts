import { expect, test, vi } from 'vitest';
import { fairTurns } from './fair-turns.js';

test('other tasks run as soon as the work since the last turn has taken a few milliseconds', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  try {
    let others = 0;
    const turn = fairTurns();
    setImmediate(() => (others += 1));
    clock.mockReturnValue(2);
    await turn();
    expect(others).toBe(0);
    clock.mockReturnValue(3);
    await turn();
    expect(others).toBe(1);
    setImmediate(() => (others += 1));
    clock.mockReturnValue(5);
    await turn();
    expect(others).toBe(1);
  } finally {
    clock.mockRestore();
  }
});
