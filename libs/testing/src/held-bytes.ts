import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that `work` left held in this thread, in its heap or in buffers: a full collection before, and one after. */
export function heldBytes(work: () => void): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // The buffers of what one collection found dead are counted until the next one begins.
  const used = (): number => {
    collect();
    collect();
    return usedBytes();
  };
  const before = used();
  work();
  return used() - before;
}

function usedBytes(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
