import cluster, { type Worker } from 'node:cluster';
import { RateLimiterCluster, RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { SharedCounts } from './shared-counts.js';

/**
 * Long, because without the primary no request reaches a worker either: it is slow only where the whole machine is. Below the five
 * seconds after which the library gives up.
 */
const TIMEOUT_MS = 4_000;

/** Error codes of sending a message to a worker that has just ended. */
const GONE = new Set(['ERR_IPC_CHANNEL_CLOSED', 'EPIPE']);

/** The counters of the workers of one machine, held by their primary; null in a process that is not a worker. */
export function workerCounts(): SharedCounts | null {
  if (!cluster.isWorker) return null;
  return { timeoutMs: TIMEOUT_MS, limiter: (window) => new RateLimiterCluster(window), close: () => undefined };
}

/** Holds the counters of all workers in the primary. Call it before the first worker starts. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

/** Ignores the error of answering a worker that has ended, which would otherwise end the primary. */
export function ignoreClosedChannel(worker: Worker): void {
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code ?? '')) throw error;
  });
}
