/** How many notes are kept: about one a second of the longest time that makes sense. */
const NOTES = 1_000;

/**
 * Says up to where a journal may be deleted: what was stored longer ago than a standby may lag behind. In memory alone: a
 * process that begins anew keeps its files for that time again.
 */
export class KeptJournal {
  private notes: { readonly position: number; readonly at: number }[] = [];

  /** @param now milliseconds of a clock that never jumps. */
  constructor(
    private readonly keepMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Notes that everything before `position` is stored now. A position that lies behind an earlier one makes that one void. */
  stored(position: number): void {
    const now = this.now();
    this.notes = this.notes.filter((note) => note.position < position);
    const beforeLast = this.notes.at(-2);
    // The last one says nothing more where the next lies less than a thousandth of the time behind the one before.
    if (beforeLast !== undefined && now - beforeLast.at < this.keepMs / NOTES) this.notes.pop();
    this.notes.push({ position, at: now });
  }

  /** The position before which nothing is needed any more, once; null while there is no further one. */
  release(): number | null {
    const due = this.notes.findLastIndex((note) => this.now() - note.at >= this.keepMs);
    if (due === -1) return null;
    const position = this.notes[due]?.position ?? null;
    this.notes = this.notes.slice(due + 1);
    return position;
  }
}
