/**
 * A batch costs something for every link of a workspace that was visited in the hour, however few visits it holds: with
 * hundreds of thousands of such links that is a third of a second. So batches of a trickle take at most this share of
 * the time, and still one comes every second.
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
  { events: 0, intervalMs: 100 },
];

/** However long a batch took, others get their turn. */
const LEAST_REST_MS = 20;

/** Milliseconds from the end of a batch that was no full one to the beginning of the next. */
export function restAfterBatch(events: number, tookMs: number): number {
  const pace = PACES.find((candidate) => events >= candidate.events)?.intervalMs ?? 0;
  const interval = Math.max(pace, Math.min(LONGEST_INTERVAL_MS, tookMs / TRICKLE_SHARE));
  return Math.max(LEAST_REST_MS, interval - tookMs);
}
