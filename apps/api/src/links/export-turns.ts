/** Exports of one process that hold a database connection at the same time; further ones wait their turn. */
const AT_ONCE = 2;

/** Who exports when: one export of a user at a time, so that many of one make nobody else wait. */
export class ExportTurns {
  private readonly running = new Set<string>();
  private readonly waiting: { readonly userId: string; readonly begin: () => void }[] = [];

  /** Resolves when it is the user's turn; `end` has to follow. */
  async take(userId: string): Promise<void> {
    if (this.running.size < AT_ONCE && !this.running.has(userId)) this.running.add(userId);
    else await new Promise<void>((begin) => this.waiting.push({ userId, begin }));
  }

  /** The next turn is that of whoever waits the longest and has none. */
  end(userId: string): void {
    this.running.delete(userId);
    const index = this.waiting.findIndex((next) => !this.running.has(next.userId));
    const [next] = index === -1 ? [] : this.waiting.splice(index, 1);
    if (next === undefined) return;
    this.running.add(next.userId);
    next.begin();
  }
}
