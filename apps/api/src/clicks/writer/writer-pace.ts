/**
 * A batch has a fixed cost however few visits it holds, and a higher one with a distant or busy database. With few visits,
 * batches therefore take at most this share of the time, but one still starts every second.
 */
const TRICKLE_SHARE = 1 / 4;
const LONGEST_INTERVAL_MS = 900;

/**
 * Time from one batch to the next, by the number of events in the last one. A batch updates the day's rows of every link in
 * it: at 5,000 visits a second to 1,000 links, one batch a second costs a third of four. At rest a click is stored within
 * a tenth of a second, under load within about one second.
 */
const PACES: readonly { readonly events: number; readonly intervalMs: number }[] = [
  { events: 1_000, intervalMs: LONGEST_INTERVAL_MS },
  { events: 100, intervalMs: 400 },
];
const REST_INTERVAL_MS = 100;

/** Minimum pause after a batch of any duration, for other users of the database. */
const LEAST_REST_MS = 20;

/** Milliseconds from the end of a batch that was not full to the beginning of the next. */
export function restAfterBatch(events: number, tookMs: number): number {
  const pace = PACES.find((candidate) => events >= candidate.events)?.intervalMs ?? REST_INTERVAL_MS;
  const interval = Math.max(pace, Math.min(LONGEST_INTERVAL_MS, tookMs / TRICKLE_SHARE));
  return Math.max(LEAST_REST_MS, interval - tookMs);
}

/** Pause between two reads of the journal while a caller waits for a position that is not stored yet. */
const AWAITED_REST_MS = 10;

/** Result of a writer's turn. */
export interface Turn {
  readonly events: number;
  readonly tookMs: number;
  /** Whether more can be stored at once. */
  readonly more: boolean;
  /** Whether a caller waits until everything is stored. */
  readonly isAwaited: boolean;
}

/** Milliseconds from the end of a turn to the beginning of the next. */
export function restAfterTurn({ events, tookMs, more, isAwaited }: Turn): number {
  if (more) return 0;
  if (isAwaited) return events > 0 ? 0 : AWAITED_REST_MS;
  return restAfterBatch(events, tookMs);
}

const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 2_000;

/** Milliseconds until a failed turn is retried, by the number of consecutive failures before it. */
export function restAfterFailure(failuresBefore: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failuresBefore);
}
