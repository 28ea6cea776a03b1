import {
  METRIC_TEXTS,
  type CountMetrics,
  type MetricName,
  type ReportChange,
  type ReportMeta,
  type SeriesPoint,
} from '@signpost/contracts';
import { bucketsOf, COUNT_CLASSES, percentChange, type ReportRange } from '@signpost/domain';
import type { ReportChoices } from './report-query.js';
import type { RequestCounts } from './sources/window-counts.js';

/** The metrics of a report that depend on its window. */
export type WindowMetrics = RequestCounts & Pick<CountMetrics, 'uniqueVisitors'>;

/** Metrics that do not depend on the window, such as lifetime clicks. */
export type StandingMetrics = Readonly<Record<string, number | null>> & Pick<CountMetrics, 'lifetimeClicks'>;

/** The parts that all reports have in common. */
export interface ReportFrame<Metrics> {
  metrics: Metrics;
  series: SeriesPoint[];
  previous?: Metrics;
  change?: ReportChange;
  meta: ReportMeta;
}

/** What a report is made of: its range and the counts of its windows. */
export interface ReportParts<Standing extends StandingMetrics> {
  readonly range: ReportRange;
  readonly choices: ReportChoices;
  /** Unix milliseconds. */
  readonly now: number;
  readonly earliest: number | null;
  /** Counts by bucket of the range. */
  readonly series: readonly number[];
  readonly current: WindowMetrics;
  readonly previous: WindowMetrics | null;
  readonly standing: Standing;
}

/** Combines the parts of a report; both windows have the same, current, standing metrics. */
export function frameReport<Standing extends StandingMetrics>(
  parts: ReportParts<Standing>,
): ReportFrame<CountMetrics & Standing> {
  const { range, choices, current, previous, standing } = parts;
  const metrics = orderMetrics(current, standing);
  return {
    metrics,
    series: bucketsOf(range).map((bucket, index) => ({ bucket, count: parts.series[index] ?? 0 })),
    ...(previous === null
      ? {}
      : {
          previous: orderMetrics(previous, standing),
          change: {
            clicks: {
              absolute: current.clicks - previous.clicks,
              percent: percentChange(current.clicks, previous.clicks),
            },
          },
        }),
    meta: {
      timezone: 'UTC',
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      ...(range.period === null ? {} : { period: range.period }),
      traffic: choices.traffic,
      ...(choices.attribution === null ? {} : { attribution: choices.attribution }),
      ...(range.comparison === 'year' ? { compare: range.comparison } : {}),
      ...(choices.filters === null ? {} : { filters: choices.filters }),
      generatedAt: new Date(parts.now).toISOString(),
      earliestEventAt: parts.earliest === null ? null : new Date(parts.earliest).toISOString(),
      ...(current.unknownRequests === 0 ? {} : { unknownRequests: current.unknownRequests }),
      definitions: Object.fromEntries(
        Object.keys(metrics).map((name) => [name, METRIC_TEXTS[name as MetricName].definition]),
      ),
    },
  };
}

/** Puts the metrics into the order that JSON and CSV share. */
function orderMetrics<Standing extends StandingMetrics>(
  window: WindowMetrics,
  standing: Standing,
): CountMetrics & Standing {
  const counts = Object.fromEntries(COUNT_CLASSES.map((name) => [name, window[name]]));
  return {
    clicks: window.clicks,
    uniqueVisitors: window.uniqueVisitors,
    ...counts,
    requests: window.requests,
    ...standing,
  } as CountMetrics & Standing;
}
