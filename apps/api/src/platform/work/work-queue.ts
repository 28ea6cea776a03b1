import { fail } from '../errors/index.js';

/** Maximum number of pieces of work that wait (decisions 8). */
const WAITING_MAX = 64;
/** Seconds after which a rejected caller may try again: the waiting work takes a few seconds. */
const BUSY_SECONDS = 5;

/**
 * Limits work that needs much of a core or of memory to a few pieces at once; the others wait in order of arrival. Unlimited, the
 * work of concurrent requests would delay every redirect of the process.
 */
export class WorkQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param atOnce maximum number of pieces that run at once.
   * @param rest after a piece, its place stays empty for this many times as long as the piece took: for work of the main thread.
   */
  constructor(
    private readonly atOnce: number,
    private readonly rest = 0,
  ) {}

  /** @throws ApiError `busy` when too many are waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else if (this.waiting.length >= WAITING_MAX) fail('busy', { retryAfter: BUSY_SECONDS });
    // Finished work passes its turn on, so that a call that arrives at that moment does not overtake a waiting one.
    else await new Promise<void>((begin) => this.waiting.push(begin));
    const began = performance.now();
    try {
      return await work();
    } finally {
      if (this.rest === 0) this.passOn();
      else setTimeout(() => this.passOn(), this.rest * (performance.now() - began));
    }
  }

  private passOn(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
