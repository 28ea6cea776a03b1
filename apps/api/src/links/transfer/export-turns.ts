/** Exports of one process that are read from the database at the same time; further ones wait their turn. */
const AT_ONCE = 2;

/**
 * Who exports when: one export of a user at a time, from its beginning until its reader has it, so that many of one make
 * nobody else wait; and few of them in the database.
 */
export class ExportTurns {
  private readonly running = new Set<string>();
  /** Those of them that are still read from the database. */
  private readonly reading = new Set<string>();
  private readonly waiting: { readonly userId: string; readonly begin: () => void }[] = [];

  /** Resolves when it is the user's turn; `end` has to follow. */
  take(userId: string): Promise<void> {
    return new Promise((begin) => {
      this.waiting.push({ userId, begin });
      this.beginNext();
    });
  }

  /** The database is done with the user's export, which is on its way. */
  read(userId: string): void {
    this.reading.delete(userId);
    this.beginNext();
  }

  end(userId: string): void {
    this.running.delete(userId);
    this.read(userId);
  }

  /** The next turns are those of who waits the longest and has none. */
  private beginNext(): void {
    while (this.reading.size < AT_ONCE) {
      const index = this.waiting.findIndex((next) => !this.running.has(next.userId));
      const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
      if (next === undefined) return;
      this.running.add(next.userId);
      this.reading.add(next.userId);
      next.begin();
    }
  }
}
