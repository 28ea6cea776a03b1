/** Maximum number of stored positions that are remembered, evenly spread over the retention time. */
const NOTES = 1_000;

/**
 * Determines up to which position a journal may be deleted: events stored longer ago than a standby may lag behind. Held in
 * memory only, so a new process retains its files for the whole time again.
 */
export class KeptJournal {
  private notes: { readonly position: number; readonly at: number }[] = [];

  /** @param now milliseconds of a monotonic clock. */
  constructor(
    private readonly keepMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Records that everything before `position` is stored now. A lower position than an earlier one replaces it. */
  stored(position: number): void {
    const now = this.now();
    this.notes = this.notes.filter((note) => note.position < position);
    const beforeLast = this.notes.at(-2);
    // The last entry is redundant if the new one is within a thousandth of the retention time after the entry before it.
    if (beforeLast !== undefined && now - beforeLast.at < this.keepMs / NOTES) this.notes.pop();
    this.notes.push({ position, at: now });
  }

  /** The position before which the files are no longer needed, returned once; null when there is no further one. */
  release(): number | null {
    const due = this.notes.findLastIndex((note) => this.now() - note.at >= this.keepMs);
    if (due === -1) return null;
    const position = this.notes[due]?.position ?? null;
    this.notes = this.notes.slice(due + 1);
    return position;
  }
}
