/** What was not stored as a click, since the writer started. */
export interface WriterCounts {
  /** Number of bytes on disk that held no complete frame. */
  readonly damagedBytes: number;
  /** Number of lines that are not events of this version; they are set aside. */
  readonly unreadable: number;
  /** Number of events that the database refuses permanently; they are set aside, so that the others can be stored. */
  readonly refused: number;
}

/** The counts at the start. */
export const NOTHING_COUNTED: WriterCounts = { damagedBytes: 0, unreadable: 0, refused: 0 };

/** The sum of both. */
export function addCounts(a: WriterCounts, b: WriterCounts): WriterCounts {
  return {
    damagedBytes: a.damagedBytes + b.damagedBytes,
    unreadable: a.unreadable + b.unreadable,
    refused: a.refused + b.refused,
  };
}
