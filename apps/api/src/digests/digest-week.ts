import { DAY_MS, HOUR_MS, utcDay } from '@signpost/domain';

/** Digests go out on Mondays from this hour on, UTC. */
const FIRST_HOUR = 6;

/** First and last day of a week, `YYYY-MM-DD`, UTC. */
export interface Week {
  readonly monday: string;
  readonly sunday: string;
}

/**
 * The week that digests currently cover: the Monday to Sunday before this week's Monday (decisions 9). It stays the
 * same until the next Monday, so that a server that was down on Monday catches up.
 * @param now Unix milliseconds.
 * @returns null on Mondays before 06:00 UTC.
 */
export function digestWeek(now: number): Week | null {
  const today = Math.floor(now / DAY_MS);
  // 1970-01-01 was a Thursday.
  const monday = (today - ((today + 3) % 7)) * DAY_MS;
  if (now < monday + FIRST_HOUR * HOUR_MS) return null;
  return { monday: utcDay(monday - 7 * DAY_MS), sunday: utcDay(monday - DAY_MS) };
}
