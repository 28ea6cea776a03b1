import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Puts this thread behind those that answer visitors, where they share a core. Only Linux gives a thread a priority of its
 * own: elsewhere, and in the main thread, this would hold back the whole process, so nothing is done.
 * @returns whether it was done.
 */
export function comeAfterVisitors(): boolean {
  if (process.platform !== 'linux' || isMainThread) return false;
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  return true;
}
