import type { Link } from './links.js';

export const PERIODS = ['24h', '7d', '30d', '90d', '12m', 'all'] as const;
export type Period = (typeof PERIODS)[number];
/** What a report is compared with: the window just before, or the same one a year earlier. */
export const COMPARISONS = ['previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const TRAFFIC = ['human', 'bot', 'all'] as const;
export type Traffic = (typeof TRAFFIC)[number];
export const ATTRIBUTIONS = ['current', 'recorded'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];

/**
 * What a report may be narrowed to. Any of the values of one name, all of the names together; the values are the labels that
 * breakdowns show, `tag` a name and `link` an id. Reports of a link know neither `tag` nor `link`.
 */
export interface ReportFilters {
  country?: string[];
  referrer?: string[];
  device?: string[];
  browser?: string[];
  os?: string[];
  botClass?: string[];
  outcome?: string[];
  source?: string[];
  medium?: string[];
  tag?: string[];
  link?: string[];
}
export type ReportFilterName = keyof ReportFilters;

/** Counts that every report has: each event of the window stands in exactly one of the first five. */
export interface CountMetrics {
  clicks: number;
  botRequests: number;
  blocked: number;
  fallbacks: number;
  passwordFailures: number;
  /** Sum of the five. */
  requests: number;
  /** Sum over days of the day's distinct visitors. */
  uniqueVisitors: number;
  lifetimeClicks: number;
}

export interface LinkMetrics extends CountMetrics {
  usedVisits: number;
  remainingVisits: number | null;
  maximumVisits: number | null;
}

export interface GroupMetrics extends CountMetrics {
  linkCount: number;
}

export interface SeriesPoint {
  /** Hour (`2026-11-21T03:00:00.000Z`) or day (`2026-11-21`), UTC. */
  bucket: string;
  count: number;
}

export interface LabelCount {
  label: string;
  count: number;
}

export interface Breakdowns {
  referrer: LabelCount[];
  country: LabelCount[];
  device: LabelCount[];
  browser: LabelCount[];
  os: LabelCount[];
  outcome: LabelCount[];
  botClass: LabelCount[];
}

export interface CampaignBreakdowns extends Breakdowns {
  source: LabelCount[];
  medium: LabelCount[];
}

export interface TopLink {
  id: string;
  slug: string;
  title: string | null;
  clicks: number;
  /** What tells links of one batch apart; left out where a link has none. */
  utmSource?: string;
  utmMedium?: string;
  utmContent?: string;
}

export interface ReportMeta {
  timezone: 'UTC';
  /** ISO 8601, inclusive. */
  from: string;
  /** ISO 8601, exclusive. */
  to: string;
  period?: Period;
  traffic: Traffic;
  attribution?: Attribution;
  /** Only of a report that is compared with a year before; one with the window just before says nothing. */
  compare?: 'year';
  /** Absent from a report of everything. */
  filters?: ReportFilters;
  generatedAt: string;
  earliestEventAt: string | null;
  /**
   * Requests with an outcome that a later version of Signpost has recorded and this one does not know: part of `requests`,
   * and of none of its five parts. Absent when there are none.
   */
  unknownRequests?: number;
  /** Plain-language definition of each metric. */
  definitions: Record<string, string>;
}

export interface ReportChange {
  clicks: {
    absolute: number;
    /** One decimal; null when the previous value is 0. */
    percent: number | null;
  };
}

export interface LinkReport {
  metrics: LinkMetrics;
  series: SeriesPoint[];
  breakdowns: Breakdowns;
  previous?: LinkMetrics;
  change?: ReportChange;
  meta: ReportMeta;
}

export interface CampaignReport {
  metrics: GroupMetrics;
  series: SeriesPoint[];
  breakdowns: CampaignBreakdowns;
  topLinks: TopLink[];
  previous?: GroupMetrics;
  change?: ReportChange;
  meta: ReportMeta;
}

export interface WorkspaceReport {
  metrics: GroupMetrics;
  series: SeriesPoint[];
  breakdowns: Breakdowns;
  topLinks: TopLink[];
  attention: Attention;
  previous?: GroupMetrics;
  change?: ReportChange;
  meta: ReportMeta;
}

/** Clicks of one link or campaign on each of the last 30 days. */
export interface RecentClicksItem {
  id: string;
  /** Sum of `days`. */
  clicks: number;
  /** By day, oldest first, today last. */
  days: number[];
}

/** Clicks of some links and campaigns over the last 30 days; those that the workspace does not have are left out. */
export interface RecentClicks {
  /** ISO 8601, inclusive. */
  from: string;
  /** ISO 8601, exclusive. */
  to: string;
  links: RecentClicksItem[];
  /** As recorded with each click. */
  campaigns: RecentClicksItem[];
}

/** Links that want a look, at most ten each. */
export interface Attention {
  expiringSoon: Link[];
  nearLimit: Link[];
  stopped: Link[];
  needsReview: Link[];
  /** Whose destination, fallback or target is broken. */
  broken: Link[];
}
