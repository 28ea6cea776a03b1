/**
 * Says when the next of many requests may begin, so that no more than `most` begin within `windowMs`: in bursts, for a
 * short row should not take longer than it must.
 */
export class Pace {
  /** When the last ones began, the oldest first; never more than `most`. */
  private readonly begun: number[] = [];
  private closedUntil = 0;

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
  ) {}

  /** Takes a turn and answers 0; where there is none, how many milliseconds later to ask again. */
  take(now: number): number {
    const [oldest] = this.begun;
    const isFull = oldest !== undefined && this.begun.length >= this.most;
    const from = Math.max(this.closedUntil, isFull ? oldest + this.windowMs : 0);
    if (from > now) return from - now;
    if (isFull) this.begun.shift();
    this.begun.push(now);
    return 0;
  }

  /** Gives no turns for a time: the server has asked for that. */
  close(now: number, ms: number): void {
    this.closedUntil = Math.max(this.closedUntil, now + ms);
  }
}
