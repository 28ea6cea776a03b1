/**
 * A batch costs something however few visits it holds, and more where the database is far away or busy. So batches of a
 * trickle take at most this share of the time, and still one comes every second.
 */
const TRICKLE_SHARE = 1 / 4;
const LONGEST_INTERVAL_MS = 900;

/**
 * Time from one batch to the next, by how many events the last one held. A batch moves the day's rows of every link in
 * it: at 5,000 visits a second to 1,000 links, one batch a second costs a third of what four cost. At rest a click is
 * stored within a tenth of a second, under load within about one.
 */
const PACES: readonly { readonly events: number; readonly intervalMs: number }[] = [
  { events: 1_000, intervalMs: LONGEST_INTERVAL_MS },
  { events: 100, intervalMs: 400 },
];
const REST_INTERVAL_MS = 100;

/** However long a batch took, others get their turn. */
const LEAST_REST_MS = 20;

/** Milliseconds from the end of a batch that was no full one to the beginning of the next. */
export function restAfterBatch(events: number, tookMs: number): number {
  const pace = PACES.find((candidate) => events >= candidate.events)?.intervalMs ?? REST_INTERVAL_MS;
  const interval = Math.max(pace, Math.min(LONGEST_INTERVAL_MS, tookMs / TRICKLE_SHARE));
  return Math.max(LEAST_REST_MS, interval - tookMs);
}

/** Between two looks for what somebody waits for and that is not there yet. */
const AWAITED_REST_MS = 10;

/** What a writer's turn came to. */
export interface Turn {
  readonly events: number;
  readonly tookMs: number;
  /** Whether more can be stored at once. */
  readonly more: boolean;
  /** Whether somebody waits until everything is stored. */
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

/** Milliseconds until a failed turn is tried again, by how many before it failed in a row. */
export function restAfterFailure(failuresBefore: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failuresBefore);
}
