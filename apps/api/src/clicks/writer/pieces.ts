/** Rows that keep the database busy for about a millisecond, as long as a turn of the writer: see core-turns.ts. */
const LEAST_ROWS = 100;

/** Each statement costs some tenths of a millisecond by itself: what is long anyway shall not take much longer. */
const MOST_PIECES = 20;

/**
 * Rows in pieces, in their order, for a statement each. A process of PostgreSQL keeps its core until it waits for the next
 * statement or the kernel takes it away, after 4 ms at 250 Hz; between short ones redirects have theirs. A statement of many
 * pieces is prepared, so that it is planned once and not for each; which way it is to find rows must not be in doubt then.
 */
export function* piecesOf<T>(rows: readonly T[]): Generator<readonly T[], void, undefined> {
  const size = Math.max(LEAST_ROWS, Math.ceil(rows.length / MOST_PIECES));
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
