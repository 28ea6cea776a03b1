/** Attempts at a single frame before it is given up. */
const REFUSALS = 3;

/** Number of events per transaction: reduced while the database refuses a batch, until the refused frame is alone. */
export class BatchLimit {
  private current: number;
  /** Number of times that a frame alone in its batch was refused. */
  private refusals = 0;

  constructor(private readonly most: number) {
    this.current = most;
  }

  get events(): number {
    return this.current;
  }

  /** Whether the next frame cannot be stored and has to be set aside. */
  get isGivenUp(): boolean {
    return this.refusals >= REFUSALS;
  }

  /** Called when the database has refused the content of a batch. */
  refused(): void {
    if (this.current === 1) this.refusals += 1;
    this.current = Math.max(1, Math.floor(this.current / 4));
  }

  /** Called when a batch was stored or set aside. */
  stored(): void {
    this.refusals = 0;
    this.current = Math.min(this.most, this.current * 2);
  }
}
