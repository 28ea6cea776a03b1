import {
  COMPARISONS,
  LIMITS,
  PERIODS,
  problem,
  type Comparison,
  type FieldError,
  type Period,
} from '@signpost/contracts';

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;
/** A day in milliseconds; days are UTC everywhere. */
export const DAY_MS = 24 * HOUR_MS;
/** Windows up to this length have hourly buckets, longer ones daily buckets (decisions 9). */
const LONGEST_HOURLY = 48 * HOUR_MS;
/** Dates outside these years are treated as typing mistakes; some parts of the system could not represent them. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 9998;

/** Unix milliseconds; `to` is exclusive. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** The window of a report and how it is divided. */
export interface ReportRange extends TimeWindow {
  /** Null for a range given as dates. */
  period: Period | null;
  /** Bucket size; both ends of the window are on a boundary of it. */
  unit: 'hour' | 'day';
  /** The requested comparison; null: none. */
  comparison: Comparison | null;
  /** The window to compare with: of equal length just before, or {@link yearBefore}. */
  previous: TimeWindow | null;
}

/** Query values as received: strings, undefined when absent, an array or object when a key is repeated or nested. */
export interface RangeQuery {
  period?: unknown;
  from?: unknown;
  to?: unknown;
  compare?: unknown;
}

/** A range, or the problems of the query. */
export type ParsedRange = { ok: true; range: ReportRange } | { ok: false; errors: FieldError[] };

/**
 * The window of a report (decisions 9), in UTC. `24h` is the current hour and the 23 before; `7d` (default), `30d`,
 * `90d` are today and the days before; `12m` begins one year before tomorrow's date (1 March if that would be 29
 * February of a non-leap year); `all` begins on the day of the earliest event, or today if there is none. `from` and
 * `to` are dates, both inclusive, at most 731 days.
 * @param earliestEventAt Unix milliseconds; only used for `all`.
 */
export function parseRange(query: RangeQuery, now: number, earliestEventAt: number | null): ParsedRange {
  const errors: FieldError[] = [];
  const comparison = parseCompare(query, errors);
  const byDates = query.from !== undefined || query.to !== undefined;
  const chosen = byDates ? parseDates(query, errors) : parsePeriod(query.period, now, earliestEventAt, errors);
  if (chosen === null || errors.length > 0) return { ok: false, errors };
  const unit = chosen.to - chosen.from <= LONGEST_HOURLY ? 'hour' : 'day';
  return { ok: true, range: { ...chosen, unit, comparison, previous: comparedWindow(chosen, comparison) } };
}

function parseCompare(query: RangeQuery, errors: FieldError[]): Comparison | null {
  if (query.compare === undefined) return null;
  const comparison = COMPARISONS.find((known) => known === query.compare);
  if (comparison === undefined) {
    errors.push(problem('compare', 'one_of', { known: COMPARISONS }));
  } else if (query.period === 'all') {
    errors.push(problem('compare', 'compare_all'));
  }
  return comparison ?? null;
}

function comparedWindow({ from, to }: TimeWindow, comparison: Comparison | null): TimeWindow | null {
  switch (comparison) {
    case null:
      return null;
    case 'previous':
      return { from: from - (to - from), to: from };
    case 'year':
      return yearBefore({ from, to });
  }
}

/**
 * The same window one year earlier (decisions 9): from the date of its first day to the date of its last day, with 29
 * February mapped to 28 February, so that February is compared with February. `24h`, which begins in the middle of a day,
 * keeps its length.
 */
export function yearBefore({ from, to }: TimeWindow): TimeWindow {
  return { from: instantYearBefore(from), to: instantYearBefore(to - DAY_MS) + DAY_MS };
}

const instantYearBefore = (at: number): number => inYear(at, -1);

/** The same time and date one year later; 29 February maps to 28 February. */
export const instantYearAfter = (at: number): number => inYear(at, 1);

function inYear(at: number, later: number): number {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear() + later, date.getUTCMonth()];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) + (((at % DAY_MS) + DAY_MS) % DAY_MS);
}

type ChosenWindow = TimeWindow & { period: Period | null };

function parsePeriod(input: unknown, now: number, earliest: number | null, errors: FieldError[]): ChosenWindow | null {
  const period = input === undefined ? '7d' : PERIODS.find((known) => known === input);
  if (period !== undefined) return { period, ...windowOf(period, now, earliest) };
  errors.push(problem('period', 'one_of', { known: PERIODS }));
  return null;
}

function windowOf(period: Period, now: number, earliest: number | null): TimeWindow {
  const tomorrow = floor(now, DAY_MS) + DAY_MS;
  switch (period) {
    case '24h': {
      const to = floor(now, HOUR_MS) + HOUR_MS;
      return { from: to - DAY_MS, to };
    }
    case '7d':
      return { from: tomorrow - 7 * DAY_MS, to: tomorrow };
    case '30d':
      return { from: tomorrow - 30 * DAY_MS, to: tomorrow };
    case '90d':
      return { from: tomorrow - 90 * DAY_MS, to: tomorrow };
    case '12m': {
      const date = new Date(tomorrow);
      return { from: Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()), to: tomorrow };
    }
    case 'all':
      return { from: floor(Math.min(earliest ?? now, now), DAY_MS), to: tomorrow };
  }
}

function parseDates(query: RangeQuery, errors: FieldError[]): ChosenWindow | null {
  if (query.period !== undefined) {
    errors.push(problem('period', 'period_or_dates'));
  }
  const from = parseDate('from', query.from, errors);
  const last = parseDate('to', query.to, errors);
  if (from === null || last === null) return null;
  if (last < from) {
    errors.push(problem('to', 'dates_reversed'));
    return null;
  }
  if ((last - from) / DAY_MS + 1 > LIMITS.analyticsRangeDays) {
    errors.push(problem('to', 'range_too_long', { max: LIMITS.analyticsRangeDays }));
    return null;
  }
  return { period: null, from, to: last + DAY_MS };
}

/** Parses one end of a range and reports its problem. */
function parseDate(field: 'from' | 'to', input: unknown, errors: FieldError[]): number | null {
  if (input === undefined) {
    errors.push(problem(field, 'dates_incomplete'));
    return null;
  }
  const midnight = midnightOf(input);
  if (midnight === null) errors.push(problem(field, 'not_date'));
  return midnight;
}

/** Midnight UTC of a calendar date `YYYY-MM-DD`, in Unix milliseconds; null when the input is not such a date. */
export function midnightOf(input: unknown): number | null {
  const midnight = typeof input === 'string' ? Date.parse(`${input}T00:00:00Z`) : NaN;
  const year = new Date(midnight).getUTCFullYear();
  // 31 April parses as 1 May, and other forms of a date parse too, so the date must round-trip.
  return year >= FIRST_YEAR && year <= LAST_YEAR && utcDay(midnight) === input ? midnight : null;
}

/** Labels of all buckets of a range, oldest first, covering it exactly: hours as instants, days as dates. */
export function bucketsOf(range: Pick<ReportRange, 'from' | 'to' | 'unit'>): string[] {
  const buckets: string[] = [];
  const step = range.unit === 'hour' ? HOUR_MS : DAY_MS;
  for (let at = range.from; at < range.to; at += step) buckets.push(bucketOf(range, at));
  return buckets;
}

/** Label of the bucket that an instant of the range falls into. */
export function bucketOf(range: Pick<ReportRange, 'unit'>, at: number): string {
  return range.unit === 'hour' ? new Date(floor(at, HOUR_MS)).toISOString() : utcDay(at);
}

/** Position in {@link bucketsOf} of the bucket that an instant falls into; -1 outside the range. */
export function bucketIndexOf(range: Pick<ReportRange, 'from' | 'to' | 'unit'>, at: number): number {
  if (at < range.from || at >= range.to) return -1;
  return Math.floor((at - range.from) / (range.unit === 'hour' ? HOUR_MS : DAY_MS));
}

/** Date of an instant in UTC, `YYYY-MM-DD`. @param at Unix milliseconds. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Change from one count to another in percent, one decimal; null when there was nothing before (decisions 9). */
export function percentChange(current: number, previous: number): number | null {
  return previous === 0 ? null : Math.round(((current - previous) / previous) * 1000) / 10;
}

function floor(at: number, unit: number): number {
  return Math.floor(at / unit) * unit;
}
