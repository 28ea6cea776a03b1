import { COMPARISONS, PERIODS } from '@signpost/contracts';
import { DAY_MS, utcDay, yearBefore } from '@signpost/domain';
import { type DateRange, daysOf, type NamedSpan } from '@signpost/ui/charts';

/** The period of a report in the URL; the last seven days by default. */
export function readRange(raw: Readonly<Record<string, unknown>>): DateRange {
  const text = (key: string): string => (typeof raw[key] === 'string' ? raw[key] : '');
  const [from, to] = [text('from'), text('to')];
  const own = isDay(from) && isDay(to) && from <= to;
  const period = PERIODS.find((known) => known === text('period')) ?? '7d';
  const compared = COMPARISONS.find((known) => known === text('compare')) ?? null;
  const compare = own || period !== 'all' ? compared : null;
  return own ? { period: '', from, to, compare } : { period, from: '', to: '', compare };
}

/** The same as query parameters; null removes one from the URL. */
export function writeRange(range: DateRange): Record<string, string | null> {
  return {
    period: range.from || range.period === '7d' ? null : range.period,
    from: range.from || null,
    to: range.to || null,
    compare: range.compare,
  };
}

/** The same as parameters of a report request. */
export function rangeParams(range: DateRange): Record<string, string> {
  const window: Record<string, string> = range.from ? { from: range.from, to: range.to } : { period: range.period };
  return range.compare ? { ...window, compare: range.compare } : window;
}

/**
 * The compared days, for the dashed line: the report itself contains only their sums. Null for the last 24 hours, which
 * do not start at midnight.
 */
export function comparedDays(
  range: DateRange,
  series: readonly { bucket: string }[],
): { from: string; to: string } | null {
  const first = range.from || series[0]?.bucket;
  if (!first || !isDay(first)) return null;
  const days = range.from ? daysOf(range) : series.length;
  const from = Date.parse(first);
  const to = from + days * DAY_MS;
  const window = range.compare === 'year' ? yearBefore({ from, to }) : { from: from - (to - from), to: from };
  return { from: utcDay(window.from), to: utcDay(window.to - DAY_MS) };
}

/**
 * The previous week (Monday to Sunday, as in the weekly digest), months, quarter and year of the UTC calendar; current
 * ones up to today.
 */
export function spansAt(now: number): NamedSpan[] {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const first = (inMonth: number): string => utcDay(Date.UTC(year, inMonth, 1));
  const to = utcDay(now);
  const monday = Date.UTC(year, month, date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return [
    { name: 'lastWeek', from: utcDay(monday - 7 * DAY_MS), to: utcDay(monday - DAY_MS) },
    { name: 'thisMonth', from: first(month), to },
    { name: 'lastMonth', from: first(month - 1), to: utcDay(Date.UTC(year, month, 0)) },
    { name: 'thisQuarter', from: first(month - (month % 3)), to },
    { name: 'thisYear', from: first(0), to },
  ];
}

/** A valid date in the URL's format: not 30 February, and no time. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && utcDay(time) === text;
}
