import { PERIODS } from '@signpost/contracts';
import type { DateRange } from '@signpost/ui/charts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The window of a report as it stands in the address; the last seven days unless said otherwise. */
export function readRange(raw: Readonly<Record<string, unknown>>): DateRange {
  const text = (key: string): string => (typeof raw[key] === 'string' ? raw[key] : '');
  const [from, to] = [text('from'), text('to')];
  const own = DAY.test(from) && DAY.test(to) && from <= to;
  const period = PERIODS.find((known) => known === text('period')) ?? '7d';
  const compare = text('compare') === 'previous' && (own || period !== 'all');
  return own ? { period: '', from, to, compare } : { period, from: '', to: '', compare };
}

/** The same as query parameters; null takes one out of the address. */
export function writeRange(range: DateRange): Record<string, string | null> {
  return {
    period: range.from || range.period === '7d' ? null : range.period,
    from: range.from || null,
    to: range.to || null,
    compare: range.compare ? 'previous' : null,
  };
}

/** The same as parameters of a report request. */
export function rangeParams(range: DateRange): Record<string, string> {
  const window: Record<string, string> = range.from ? { from: range.from, to: range.to } : { period: range.period };
  return range.compare ? { ...window, compare: 'previous' } : window;
}

/**
 * The days just before a report of whole days, for the dashed line: the report itself carries only the sums of the
 * window before. Null for reports by the hour.
 */
export function daysBefore(series: readonly { bucket: string }[]): { from: string; to: string } | null {
  const first = series[0]?.bucket;
  if (!first || !DAY.test(first)) return null;
  const start = Date.parse(`${first}T00:00:00Z`);
  const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return { from: iso(start - series.length * DAY_MS), to: iso(start - DAY_MS) };
}
