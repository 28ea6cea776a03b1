import cluster, { type Worker } from 'node:cluster';
import { Logger } from '@nestjs/common';
import { WorkerMetrics } from './metrics/index.js';
import type { Config } from './platform/config/index.js';

/** Processes that share the port and are replaced when they die. */
export interface Workers {
  /** Ends all of them: they finish what is under way, and are killed when that takes too long. */
  stop(): Promise<void>;
}

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;
/** A worker that lived this long was healthy: the next death is not a repetition. */
const HEALTHY_MS = 30_000;
/** Deaths in a row before the first request could be served, after which starting over is pointless. */
const HOPELESS = 5;
const STOP_MS = 20_000;

/**
 * Starts `config.webConcurrency` worker processes on one port. The primary has prepared the database; it serves nothing
 * itself. Each worker has a slot: the scheduler runs in the first, and a replacement takes over its slot's part.
 * @returns once all of them listen.
 * @throws when a worker cannot even start.
 */
export async function startWorkers(config: Config): Promise<Workers> {
  const logger = new Logger('Workers');
  const slots = new Map<number, Worker>();
  const metrics = new WorkerMetrics(slots);
  const restarts = new Set<NodeJS.Timeout>();
  let stopping = false;

  const envOf = (slot: number): Record<string, string> => ({
    DATABASE_URL: config.databaseUrl ?? '',
    ...(slot === 0 ? {} : { JOBS_SCHEDULER: 'off' }),
  });

  const start = (slot: number, deaths: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const worker = cluster.fork(envOf(slot));
      slots.set(slot, worker);
      metrics.serve(worker);
      let listens = false;
      worker.once('listening', () => {
        listens = true;
        resolve();
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        slots.delete(slot);
        if (stopping) return;
        if (!listens && deaths + 1 >= HOPELESS) {
          reject(new Error(`worker ${slot} ended ${HOPELESS} times before it could serve (${String(signal ?? code)})`));
          return;
        }
        const inARow = performance.now() - startedAt >= HEALTHY_MS ? 0 : deaths + 1;
        const waitMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** inARow);
        logger.error(`worker ${slot} ended (${String(signal ?? code)}), another starts in ${waitMs} ms`);
        const timer = setTimeout(() => {
          restarts.delete(timer);
          start(slot, inARow).then(resolve, reject);
        }, waitMs);
        restarts.add(timer);
      });
    });

  const stop = async (): Promise<void> => {
    stopping = true;
    for (const timer of restarts) clearTimeout(timer);
    await Promise.all([...slots.values()].map(endWorker));
  };

  try {
    await Promise.all(Array.from({ length: config.webConcurrency }, (_, slot) => start(slot, 0)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.process.kill('SIGTERM');
  });
}
