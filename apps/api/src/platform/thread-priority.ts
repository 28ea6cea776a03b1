import { readdirSync, readFileSync } from 'node:fs';
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

/** What libuv calls the threads of its pool, since Node 24. */
const POOL_THREAD = 'libuv-worker\n';

/**
 * Puts libuv's pool, which hashes passwords and decodes pictures, behind the threads that answer visitors; what such a thread
 * starts inherits its place. The pool has to have been used before, as it has been by every process that has read a file.
 * Never throws: a thread may end meanwhile, and a host may forbid it.
 * @returns numbers of the threads; none where threads have no priority or no name of their own.
 */
export function poolComesAfterVisitors(): readonly number[] {
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
