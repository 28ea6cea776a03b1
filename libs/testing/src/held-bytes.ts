import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes by which the heap of this thread has grown with what `work` left held: a full collection before, and one after. */
export function heldBytes(work: () => void): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  work();
  collect();
  return process.memoryUsage().heapUsed - before;
}
