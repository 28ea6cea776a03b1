import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Lowers the priority of this thread below those that answer visitors. Only Linux has priorities per thread: elsewhere, and in the
 * main thread, this would slow down the whole process, so nothing is done.
 * @returns whether the priority was changed.
 */
export function lowerThreadPriority(): boolean {
  if (process.platform !== 'linux' || isMainThread) return false;
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  return true;
}

/** Name that libuv gives to the threads of its pool, since Node 24. */
const POOL_THREAD = 'libuv-worker\n';

/**
 * Lowers the priority of libuv's thread pool, which hashes passwords and decodes pictures, below the threads that answer visitors;
 * threads that a pool thread starts inherit it. The pool must have been used before, as it is by reading a file.
 * Never throws: a thread may end meanwhile, and a host may forbid it.
 * @returns ids of the threads; empty where threads have no priority or no name.
 */
export function lowerPoolPriority(): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/task')
    .map(Number)
    .filter((thread) => {
      try {
        if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8') !== POOL_THREAD) return false;
        setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
        return true;
      } catch {
        return false;
      }
    });
}
