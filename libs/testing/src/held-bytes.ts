import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes that `work` leaves allocated in this thread, in heap or buffers: measured between two full garbage collections.
 */
export function heldBytes(work: () => void): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Buffers freed by one collection are counted until the next one begins.
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
