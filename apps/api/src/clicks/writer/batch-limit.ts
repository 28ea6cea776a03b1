/** Attempts at a single frame before it is given up. */
const REFUSALS = 3;

/** How many events go into one transaction: fewer while the database refuses them, down to the frame that it refuses. */
export class BatchLimit {
  private current: number;
  /** Times that the frame which is alone in its batch was refused. */
  private refusals = 0;

  constructor(private readonly most: number) {
    this.current = most;
  }

  get events(): number {
    return this.current;
  }

  /** Whether the frame that comes next can never be stored: then it has to be put aside. */
  get isGivenUp(): boolean {
    return this.refusals >= REFUSALS;
  }

  /** The database has refused what a batch held. */
  refused(): void {
    if (this.current === 1) this.refusals += 1;
    this.current = Math.max(1, Math.floor(this.current / 4));
  }

  /** A batch is stored, or put aside. */
  stored(): void {
    this.refusals = 0;
    this.current = Math.min(this.most, this.current * 2);
  }
}
