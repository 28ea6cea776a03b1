import { LIMITS, type Breakdowns, type CampaignBreakdowns, type LabelCount } from '@signpost/contracts';
import { DIRECT } from '@signpost/domain';
import {
  botClassOf,
  countryOf,
  DIMENSION,
  TRAFFIC_CLASS,
  TRAFFIC_CLASSES,
  VOCABULARY,
  type ClickCounts,
  type Dimension,
} from '../clicks/index.js';
import { UNKNOWN } from './report-labels.js';

/** Hosts by referrer number. */
export type ReferrerLabels = ReadonlyMap<number, string>;
/** Source and medium by the number of their UTM set. */
export type UtmLabels = ReadonlyMap<number, { source: string | null; medium: string | null }>;

const OTHER = 'other';

const EVERY_CLASS = Array.from({ length: TRAFFIC_CLASSES }, (_, traffic) => traffic);

/** Breakdowns of a link or a workspace. @param classes traffic classes that the report counts. */
export function breakdownsOf(counts: ClickCounts, classes: readonly number[], referrers: ReferrerLabels): Breakdowns {
  const by = (dimension: Dimension, label: (code: number) => string, of = classes): LabelCount[] =>
    topLabels(sumByLabel(sumByCode(counts, dimension, of), label));
  return {
    referrer: referrersOf(counts, classes, referrers),
    country: by(DIMENSION.country, (code) => countryOf(code) ?? UNKNOWN),
    // A code that a later version has added is shown as `unknown`.
    device: by(DIMENSION.device, (code) => VOCABULARY.device.word(code) ?? UNKNOWN),
    browser: by(DIMENSION.browser, (code) => VOCABULARY.browser.word(code) ?? UNKNOWN),
    os: by(DIMENSION.os, (code) => VOCABULARY.os.word(code) ?? UNKNOWN),
    outcome: by(DIMENSION.outcome, (code) => VOCABULARY.outcome.word(code) ?? UNKNOWN, EVERY_CLASS),
    botClass: by(DIMENSION.botClass, (code) => botClassOf(code) ?? UNKNOWN, [TRAFFIC_CLASS.bot]),
  };
}

/** Breakdowns of a campaign, with the UTM source and medium that links had at the time of the event. */
export function campaignBreakdownsOf(
  counts: ClickCounts,
  classes: readonly number[],
  referrers: ReferrerLabels,
  sets: UtmLabels,
): CampaignBreakdowns {
  const utm = sumByCode(counts, DIMENSION.utm, classes);
  return {
    ...breakdownsOf(counts, classes, referrers),
    source: topLabels(sumByLabel(utm, (code) => sets.get(code)?.source ?? UNKNOWN)),
    medium: topLabels(sumByLabel(utm, (code) => sets.get(code)?.medium ?? UNKNOWN)),
  };
}

/** Numbers of the referrers whose names a report may need. */
export function namedReferrers(counts: ClickCounts, classes: readonly number[]): number[] {
  return [...leaders(sumByCode(counts, DIMENSION.referrer, classes)).keys()].filter((code) => code !== 0);
}

function referrersOf(counts: ClickCounts, classes: readonly number[], hosts: ReferrerLabels): LabelCount[] {
  const sums = sumByCode(counts, DIMENSION.referrer, classes);
  const named = leaders(sums);
  let rest = 0;
  for (const [code, count] of sums) if (!named.has(code)) rest += count;
  return topLabels(
    sumByLabel(named, (code) => (code === 0 ? DIRECT : (hosts.get(code) ?? UNKNOWN))),
    rest,
  );
}

/** Entries that may be among the most frequent ones, so that not all of thousands of hosts have to be looked up. */
function leaders(sums: ReadonlyMap<number, number>): Map<number, number> {
  const least = [...sums.values()].sort((a, b) => b - a)[LIMITS.analyticsLabels - 1] ?? 0;
  return new Map([...sums].filter(([, count]) => count >= least));
}

/** Counts of a dimension by code, over some traffic classes. */
export function sumByCode(counts: ClickCounts, dimension: Dimension, classes: readonly number[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const traffic of classes) {
    for (const [code, count] of counts.values(dimension, traffic)) sums.set(code, (sums.get(code) ?? 0) + count);
  }
  return sums;
}

function sumByLabel(counts: ReadonlyMap<number, number>, label: (code: number) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [code, count] of counts) sums.set(label(code), (sums.get(label(code)) ?? 0) + count);
  return sums;
}

/**
 * Labels by frequency, then in the order of their characters. Those beyond the limit, and `rest`, are added to one last entry
 * `other`, together with a label of that name.
 */
function topLabels(counts: ReadonlyMap<string, number>, rest = 0): LabelCount[] {
  const limit = LIMITS.analyticsLabels;
  const sorted = [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([label, count]) => ({ label, count }));
  const beyond = sorted.slice(limit).reduce((sum, { count }) => sum + count, rest);
  const shown = sorted.slice(0, limit);
  if (beyond === 0) return shown;
  const called = shown.find(({ label }) => label === OTHER)?.count ?? 0;
  return [...shown.filter(({ label }) => label !== OTHER), { label: OTHER, count: beyond + called }];
}
