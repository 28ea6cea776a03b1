/** Maximum number of exports per process that read from the database at the same time; others wait. */
const CONCURRENCY = 2;

/**
 * Queue of exports: at most one export per user, from its start until its reader has received it, so that one user
 * cannot block others; and only a few reading from the database.
 */
export class ExportTurns {
  private readonly running = new Set<string>();
  /** Users whose export is still being read from the database. */
  private readonly reading = new Set<string>();
  private readonly waiting: { readonly userId: string; readonly begin: () => void }[] = [];

  /** Resolves when it is the user's turn; `end` must be called afterwards. */
  take(userId: string): Promise<void> {
    return new Promise((begin) => {
      this.waiting.push({ userId, begin });
      this.beginNext();
    });
  }

  /** The user's export is completely read from the database, but still being sent. */
  read(userId: string): void {
    this.reading.delete(userId);
    this.beginNext();
  }

  end(userId: string): void {
    this.running.delete(userId);
    this.read(userId);
  }

  /** Starts the longest-waiting exports of users who have none running. */
  private beginNext(): void {
    while (this.reading.size < CONCURRENCY) {
      const index = this.waiting.findIndex((next) => !this.running.has(next.userId));
      const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
      if (next === undefined) return;
      this.running.add(next.userId);
      this.reading.add(next.userId);
      next.begin();
    }
  }
}
