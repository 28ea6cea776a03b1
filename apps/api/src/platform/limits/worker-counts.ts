import cluster, { type Worker } from 'node:cluster';
import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { SharedCounts } from './shared-counts.js';

/** What sending to a worker that has just ended comes to. */
const GONE = new Set(['ERR_IPC_CHANNEL_CLOSED', 'EPIPE']);

/** The counts of the workers of one machine, which their primary keeps; null in a process that is no worker. */
export function workerCounts(): SharedCounts | null {
  if (!cluster.isWorker) return null;
  return { limiter: (window) => new RateLimiterCluster(window), close: () => undefined };
}

/** The primary's part: keeps the counts of all workers. To be called before the first of them starts. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

/** A worker that ends before it has its answer must not end the primary. */
export function outlive(worker: Worker): void {
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code ?? '')) throw error;
  });
}
