import { fail } from '../errors/index.js';

/** Pieces of work that may wait behind those that are worked on (decisions 8). */
const WAITING_MAX = 64;
/** When somebody who was turned away may try again: what waits takes a few seconds. */
const BUSY_SECONDS = 5;

/**
 * Work that takes much of a core or of memory, a few pieces at once and the others in the order in which they came: as
 * much as clients ask for together would hold up every redirect of the process.
 */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param atOnce pieces that are worked on together. */
  constructor(private readonly atOnce: number) {}

  /** @throws ApiError `busy` when as many wait as may. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1;
    else if (this.waiting.length >= WAITING_MAX) fail('busy', { retryAfter: BUSY_SECONDS });
    // Whoever is done hands the turn over, so that nobody who comes just then takes it first.
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
