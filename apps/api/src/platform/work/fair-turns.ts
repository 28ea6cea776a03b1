import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that redirects can wait unnoticed. */
const TURN_MS = 3;

/**
 * For long work in the main thread: awaited before each small piece of it, it lets redirects and other tasks run whenever the
 * pieces since have taken a few milliseconds.
 */
export function fairTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN_MS) return;
    await nextTurn();
    began = performance.now();
  };
}
