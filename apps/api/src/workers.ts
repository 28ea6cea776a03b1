import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import { Logger } from '@nestjs/common';
import { WorkerMetrics } from './metrics/index.js';
import type { Config } from './platform/config/index.js';
import { countForWorkers, ignoreClosedChannel } from './platform/limits/index.js';
import { SHUTDOWN_MS } from './platform/time/index.js';
import { OutsideError } from './platform/errors/outside-error.js';

/** Processes that share the port and are replaced when they die. */
export interface Workers {
  /** Stops all of them: they finish running requests, and are killed when that takes too long. */
  stop(): Promise<void>;
}

/** Workers ended repeatedly before all of them served; each has logged why. */
class WorkerStartError extends OutsideError {}

const FIRST_BACKOFF_MS = 100;
/** A failing start takes a second of processor time: this limits the cost, and still notices soon when the cause is fixed. */
const LONGEST_BACKOFF_MS = 30_000;
/** A worker that served and lived for this long was healthy: its end does not count as a repetition. */
const HEALTHY_MS = 30_000;
/** Number of consecutive ends of a worker before it could serve after which the start fails. */
const HOPELESS = 5;

/**
 * Starts `config.webConcurrency` worker processes on one port. The primary has prepared the database; it serves no requests itself,
 * but holds the workers' rate limits.
 * @returns once all of them listen.
 * @throws WorkerStartError when a worker cannot start; the server's error when it cannot listen at an address.
 */
export async function startWorkers(config: Config): Promise<Workers> {
  for (const port of [config.port, config.metricsPort]) if (port !== null) await tryToListen(config.host, port);
  countForWorkers();
  const pool = new WorkerPool(config);
  try {
    return await pool.start();
  } catch (error) {
    await pool.stop();
    throw error;
  }
}

/**
 * Each worker has a slot: the scheduler runs in the first, and a replacement takes over the slot of the worker that ended. Once all
 * have served, replacements are started without limit, because the cause may be fixed while the others serve.
 */
class WorkerPool implements Workers {
  private readonly logger = new Logger('Workers');
  private readonly wanted: number;
  private readonly slots = new Map<number, Worker>();
  private readonly serving = new Set<number>();
  private readonly pauses = new Set<NodeJS.Timeout>();
  private readonly started = Promise.withResolvers<Workers>();
  private readonly metrics: WorkerMetrics;
  private haveServed = false;
  private isStopping = false;
  private replacements = 0;

  constructor(private readonly config: Config) {
    this.wanted = config.webConcurrency;
    this.metrics = new WorkerMetrics(this.slots, () => ({
      serving: this.serving.size,
      missing: this.wanted - this.serving.size,
      replacements: this.replacements,
    }));
  }

  /** Resolves once all of them listen. @throws WorkerStartError */
  start(): Promise<Workers> {
    for (let slot = 0; slot < this.wanted; slot += 1) this.fork(slot, 0);
    return this.started.promise;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    for (const pause of this.pauses) clearTimeout(pause);
    await Promise.all([...this.slots.values()].map(endWorker));
  }

  /** @param deaths number of consecutive ends of the slot's workers so far. */
  private fork(slot: number, deaths: number): void {
    const startedAt = performance.now();
    const worker = cluster.fork({
      DATABASE_URL: this.config.databaseUrl ?? '',
      ...(slot === 0 ? {} : { JOBS_SCHEDULER: 'off' }),
    });
    this.slots.set(slot, worker);
    ignoreClosedChannel(worker);
    closePassedConnections(worker);
    this.metrics.serve(worker);
    worker.once('listening', () => this.isServing(slot, deaths));
    worker.once('exit', (code: number | null, signal: string | null) => {
      const wasOld = performance.now() - startedAt >= HEALTHY_MS;
      this.hasEnded(slot, deaths, { wasOld, end: `Worker ${slot} ended (${String(signal ?? code)})` });
    });
  }

  private isServing(slot: number, deaths: number): void {
    this.serving.add(slot);
    if (this.haveServed && deaths >= HOPELESS) this.logger.log(`Worker ${slot} serves again.`);
    if (this.serving.size < this.wanted) return;
    this.haveServed = true;
    this.started.resolve(this);
  }

  private hasEnded(slot: number, deaths: number, { wasOld, end }: { wasOld: boolean; end: string }): void {
    this.slots.delete(slot);
    const hasServed = this.serving.delete(slot);
    if (this.isStopping) return;
    if (!this.haveServed && !hasServed && deaths + 1 >= HOPELESS) {
      const message = `The start failed: ${end} ${HOPELESS} times before it could serve.`;
      this.started.reject(new WorkerStartError(message));
      return;
    }
    this.replace(slot, hasServed && wasOld ? 0 : deaths + 1, end);
  }

  /** Starts another worker after a pause. @param end what is logged of the one before. */
  private replace(slot: number, deaths: number, end: string): void {
    const pauseMs = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** deaths);
    const repeatedly = deaths > 1 ? `, ${deaths} times in a row` : '';
    this.logger.error(
      `${end}${repeatedly}. ${this.serving.size} of ${this.wanted} serve. Another starts in ${pauseMs} ms.`,
    );
    const pause = setTimeout(() => {
      this.pauses.delete(pause);
      this.replacements += 1;
      this.fork(slot, deaths);
    }, pauseMs);
    this.pauses.add(pause);
  }
}

/** Checks the address once in the primary, because otherwise each worker would repeatedly log that it is in use. */
function tryToListen(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

/**
 * Node passes each connection to a worker and waits for its confirmation. If the worker dies first, the confirmation never arrives,
 * and the connection would stay open in the primary; when it is closed, a browser or a proxy sends its request again.
 */
function closePassedConnections(worker: Worker): void {
  const { process: child } = worker;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  /** The connection being passed, by port, at most one each. Those that a worker has accepted are already closed here. */
  const given = new Map<string, { close(): void }>();
  child.send = (...args: unknown[]): boolean => {
    const [message, handle] = args as [Partial<{ act: string; key: string }>, { close(): void }];
    if (message.act === 'newconn') given.set(message.key ?? '', handle);
    return send(...args);
  };
  worker.once('exit', () => {
    for (const handle of given.values()) handle.close();
  });
}

async function endWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => worker.process.kill('SIGKILL'), SHUTDOWN_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.process.kill('SIGTERM');
  });
}
