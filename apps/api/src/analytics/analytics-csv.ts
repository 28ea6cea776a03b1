import {
  METRIC_TEXTS,
  type CampaignReport,
  type LinkReport,
  type MetricName,
  type ReportChange,
  type SharedNumbers,
  type WorkspaceReport,
} from '@signpost/contracts';
import { COUNT_CLASSES, csvLine } from '@signpost/domain';

type Report = (LinkReport | CampaignReport | Omit<WorkspaceReport, 'attention'> | SharedNumbers) & {
  previous?: object;
  change?: ReportChange;
};

/** Sections of the CSV file; the JSON report has more. */
const SECTIONS = ['referrer', 'country', 'device', 'browser'] as const;
const CAMPAIGN_SECTIONS = [...SECTIONS, 'source', 'medium'] as const;

const META_TEXTS = {
  timezone: ['Time zone', 'Time zone of every date and time in this file.'],
  period: ['Period', 'The chosen period; empty for a range given by dates.'],
  from: ['From', 'Beginning of the range, inclusive.'],
  to: ['To', 'End of the range, exclusive.'],
  traffic: ['Traffic', 'What series and breakdowns count: human (clicks), bot (bot requests) or all (every request).'],
  attribution: [
    'Attribution',
    'Which clicks belong to a campaign: recorded (the campaign at the time of the click) or current (the links now in it).',
  ],
  generatedAt: ['Generated at', 'When these numbers were read.'],
  earliestEventAt: ['Earliest event', 'The first event that was ever counted here.'],
} as const;

const FILTER_TEXT = 'Only requests with this value are counted; of several values of one filter, with any of them.';
const NO_SLUGS: ReadonlyMap<string, string> = new Map();

/**
 * The lines of a report's CSV file (specification 4.8), each with its line break.
 * @param slugs slugs of the links that the report is filtered by, by id.
 */
export function* analyticsCsv(report: Report, slugs = NO_SLUGS): Generator<string> {
  yield csvLine(['key', 'label', 'definition', 'value']);
  for (const [name, value] of Object.entries(report.metrics)) yield metricLine(name, value as number | null);
  for (const [name, [label, definition]] of Object.entries(META_TEXTS)) {
    yield csvLine([name, label, definition, report.meta[name as keyof typeof META_TEXTS] ?? null]);
  }
  for (const [name, values] of Object.entries(report.meta.filters ?? {}) as [string, string[]][]) {
    for (const value of values) yield csvLine(['filter', name, FILTER_TEXT, slugs.get(value) ?? value]);
  }
  yield* comparisonLines(report);
  yield '\n';
  yield csvLine(['bucket', 'count']);
  for (const { bucket, count } of report.series) yield csvLine([bucket, count]);
  yield* breakdownLines(report);
  if (!('topLinks' in report)) return;
  yield '\n';
  yield csvLine(['slug', 'title', 'clicks']);
  for (const { slug, title, clicks } of report.topLinks) yield csvLine([slug, title, clicks]);
}

/** Names of a window for comparison. */
const COMPARED_TEXTS = {
  previous: { range: 'previous range', definition: 'Of the range of equal length just before.' },
  year: { range: 'range one year before', definition: 'Of the same dates one year before.' },
} as const;

/** Metrics that depend on the range. */
const OF_RANGE: ReadonlySet<string> = new Set([...COUNT_CLASSES, 'requests', 'uniqueVisitors']);

function metricLine(name: string, value: number | null): string {
  const { label, definition } = METRIC_TEXTS[name as MetricName];
  return csvLine([name, label, definition, value]);
}

function* comparisonLines({ previous, change, meta }: Report): Generator<string> {
  const texts = COMPARED_TEXTS[meta.compare ?? 'previous'];
  for (const [name, value] of Object.entries(previous ?? {})) {
    const { label, definition } = METRIC_TEXTS[name as MetricName];
    yield csvLine([
      `previous${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      `${label}, ${texts.range}`,
      `${definition} ${OF_RANGE.has(name) ? texts.definition : 'The same for every range.'}`,
      value as number | null,
    ]);
  }
  if (change === undefined) return;
  const { absolute, percent } = change.clicks;
  yield csvLine(['changeClicksAbsolute', 'Change of clicks', `Clicks minus those of the ${texts.range}.`, absolute]);
  yield csvLine([
    'changeClicksPercent',
    'Change of clicks in percent',
    `The same in percent of the ${texts.range}; empty when that has none.`,
    percent,
  ]);
}

function* breakdownLines({ breakdowns }: Report): Generator<string> {
  yield '\n';
  yield csvLine(['section', 'label', 'count']);
  const sections = 'source' in breakdowns ? CAMPAIGN_SECTIONS : SECTIONS;
  for (const section of sections) {
    const labels = (breakdowns as CampaignReport['breakdowns'])[section];
    for (const { label, count } of labels) yield csvLine([section, label, count]);
  }
}
