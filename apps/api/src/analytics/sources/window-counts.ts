import type { Traffic } from '@signpost/contracts';
import {
  bucketIndexOf,
  COUNT_CLASSES,
  countClass,
  type CountClass,
  DAY_MS,
  HOUR_MS,
  type ReportRange,
  type TimeWindow,
} from '@signpost/domain';
import {
  ClickCounts,
  DIMENSION,
  eachEntry,
  packedTotals,
  TRAFFIC_CLASS,
  VOCABULARY,
  type Dimension,
} from '../../clicks/index.js';
import type { RollupRow } from './rollups.repository.js';

/** Traffic classes that a report's series and breakdowns count. */
export function classesOf(traffic: Traffic): readonly number[] {
  switch (traffic) {
    case 'human':
      return [TRAFFIC_CLASS.click];
    case 'bot':
      return [TRAFFIC_CLASS.bot];
    case 'all':
      return Object.values(TRAFFIC_CLASS);
  }
}

/** Whether the window contains the whole hour or day of the row. Windows begin and end on the hour. */
export function isCovered(row: Pick<RollupRow, 'day' | 'hour'>, window: TimeWindow): boolean {
  const start = row.day * DAY_MS + (row.hour ?? 0) * HOUR_MS;
  const end = row.hour === null ? start + DAY_MS : start + HOUR_MS;
  return start >= window.from && end <= window.to;
}

/** Sums the window's rows, up to a dimension; later ones are not decoded. */
export function sumCounts(rows: readonly RollupRow[], window: TimeWindow, upTo: Dimension): ClickCounts {
  const counts = new ClickCounts();
  for (const row of rows) if (isCovered(row, window)) counts.addUpTo(row.counts, upTo);
  return counts;
}

/** The five counts of a report, and all requests, which are their sum plus `unknownRequests`. */
export type RequestCounts = Record<CountClass | 'requests' | 'unknownRequests', number>;

/** The count class of each stored traffic class; null if it depends on the outcome. */
const CLASS_OF_TRAFFIC: Readonly<Record<keyof typeof TRAFFIC_CLASS, CountClass | null>> = {
  click: 'clicks',
  bot: 'botRequests',
  other: null,
};

/** The counts of a report from the counts by outcome and traffic class. */
export function requestCounts(counts: ClickCounts): RequestCounts {
  const result: RequestCounts = {
    ...(Object.fromEntries(COUNT_CLASSES.map((name) => [name, 0])) as Record<CountClass, number>),
    requests: 0,
    unknownRequests: 0,
  };
  for (const [name, ofTraffic] of Object.entries(CLASS_OF_TRAFFIC)) {
    for (const [code, count] of counts.values(DIMENSION.outcome, TRAFFIC_CLASS[name as keyof typeof TRAFFIC_CLASS])) {
      const outcome = VOCABULARY.outcome.word(code);
      // An outcome that a later version has added belongs to none of the five.
      const counted = ofTraffic ?? (outcome === undefined ? null : countClass({ outcome, botClass: null }));
      result[counted ?? 'unknownRequests'] += count;
      result.requests += count;
    }
  }
  return result;
}

/** Events by bucket of the range, for some traffic classes. */
export function seriesCounts(rows: readonly RollupRow[], range: ReportRange, classes: readonly number[]): number[] {
  const length = (range.to - range.from) / (range.unit === 'hour' ? HOUR_MS : DAY_MS);
  const series = new Array<number>(length).fill(0);
  const add = (at: number, count: number): void => {
    const index = bucketIndexOf(range, at);
    series[index] = (series[index] ?? 0) + count;
  };
  for (const row of rows) {
    if (!isCovered(row, range)) continue;
    const start = row.day * DAY_MS;
    if (row.hour === null && range.unit === 'hour') {
      eachEntry(row.counts, DIMENSION.hour, (traffic, hour, count) => {
        if (classes.includes(traffic)) add(start + hour * HOUR_MS, count);
      });
    } else {
      const totals = packedTotals(row.counts);
      for (const traffic of classes) add(start + (row.hour ?? 0) * HOUR_MS, totals[traffic] ?? 0);
    }
  }
  return series;
}

/**
 * Sum of the distinct visitors of each day in the window. If the window begins in the middle of a day, visitors whose last click is
 * inside count; if it ends in the middle of a day, those whose first click is.
 */
export function sumVisitors(rows: readonly RollupRow[], window: TimeWindow): number {
  let sum = 0;
  for (const row of rows) {
    if (!isCovered(row, window)) continue;
    sum += row.day * DAY_MS < window.from ? row.lastVisitors : row.firstVisitors;
  }
  return sum;
}
