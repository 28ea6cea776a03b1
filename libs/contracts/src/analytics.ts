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
  /** Countries (ISO 3166, two capital letters), or `unknown`. */
  country?: string[];
  /** Hosts that visitors came from, or `direct`. */
  referrer?: string[];
  /** Kinds of device. */
  device?: string[];
  /** Browsers. */
  browser?: string[];
  /** Operating systems. */
  os?: string[];
  /** Classes of bots. */
  botClass?: string[];
  /** What became of the request. */
  outcome?: string[];
  /** Values of `utm_source` that were sent on. */
  source?: string[];
  /** Values of `utm_medium` that were sent on. */
  medium?: string[];
  /** Names of tags that the links carry now. */
  tag?: string[];
  /** Ids of links. */
  link?: string[];
}
export type ReportFilterName = keyof ReportFilters;

/** Counts that every report has: each event of the window stands in exactly one of the first five. */
export interface CountMetrics {
  /** Visits of people that were sent to the destination. */
  clicks: number;
  /** Requests of bots, previews and scanners. */
  botRequests: number;
  /** Visits of people that got no destination. */
  blocked: number;
  /** Visits of people that were sent to a fallback. */
  fallbacks: number;
  /** Wrong passwords. */
  passwordFailures: number;
  /** Sum of the five. */
  requests: number;
  /** Sum over days of the day's distinct visitors. */
  uniqueVisitors: number;
  /** Clicks since the links exist, whatever the window. */
  lifetimeClicks: number;
}

export interface LinkMetrics extends CountMetrics {
  /** Visits that count against the cap. */
  usedVisits: number;
  /** Visits that are left; null without a cap. */
  remainingVisits: number | null;
  /** The cap; null without one. */
  maximumVisits: number | null;
}

export interface GroupMetrics extends CountMetrics {
  /** Links that the report covers. */
  linkCount: number;
}

export interface SeriesPoint {
  /** Hour (`2026-11-21T03:00:00.000Z`) or day (`2026-11-21`), UTC. */
  bucket: string;
  /** Requests of the chosen traffic in it. */
  count: number;
}

export interface LabelCount {
  /** Value, as filters take it. */
  label: string;
  /** Requests with it. */
  count: number;
}

export interface Breakdowns {
  /** By the host that visitors came from. */
  referrer: LabelCount[];
  /** By country. */
  country: LabelCount[];
  /** By kind of device. */
  device: LabelCount[];
  /** By browser. */
  browser: LabelCount[];
  /** By operating system. */
  os: LabelCount[];
  /** By what became of the request. */
  outcome: LabelCount[];
  /** By class of bot. */
  botClass: LabelCount[];
}

export interface CampaignBreakdowns extends Breakdowns {
  /** By `utm_source`. */
  source: LabelCount[];
  /** By `utm_medium`. */
  medium: LabelCount[];
}

export interface TopLink {
  id: string;
  slug: string;
  title: string | null;
  /** Clicks in the window. */
  clicks: number;
  /** What tells links of one batch apart; left out where a link has none. */
  utmSource?: string;
  /** Medium of the link; left out where it has none. */
  utmMedium?: string;
  /** Content of the link; left out where it has none. */
  utmContent?: string;
}

export interface ReportMeta {
  /** Days begin at midnight UTC. */
  timezone: 'UTC';
  /**
   * ISO 8601, inclusive.
   * @format date-time
   */
  from: string;
  /**
   * ISO 8601, exclusive.
   * @format date-time
   */
  to: string;
  /** The window, where one was asked for by name. */
  period?: Period;
  /** What series and breakdowns count. */
  traffic: Traffic;
  /** Which links or clicks belong to the campaign. */
  attribution?: Attribution;
  /** Only of a report that is compared with a year before; one with the window just before says nothing. */
  compare?: 'year';
  /** Absent from a report of everything. */
  filters?: ReportFilters;
  /** When the report was counted. */
  generatedAt: string;
  /** The first event that is kept, ISO 8601; null when there is none. */
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
  /** Change of the clicks against the window before. */
  clicks: {
    /** Difference in clicks. */
    absolute: number;
    /** One decimal; null when the previous value is 0. */
    percent: number | null;
  };
}

export interface LinkReport {
  /** Counts of the window. */
  metrics: LinkMetrics;
  /** Requests over time, oldest first. */
  series: SeriesPoint[];
  /** Counts by value. */
  breakdowns: Breakdowns;
  /** Counts of the window before. */
  previous?: LinkMetrics;
  /** Change against the window before. */
  change?: ReportChange;
  /** What the report covers. */
  meta: ReportMeta;
}

export interface CampaignReport {
  /** Counts of the window. */
  metrics: GroupMetrics;
  /** Requests over time, oldest first. */
  series: SeriesPoint[];
  /** Counts by value. */
  breakdowns: CampaignBreakdowns;
  /** Links with the most clicks, at most ten. */
  topLinks: TopLink[];
  /** Counts of the window before. */
  previous?: GroupMetrics;
  /** Change against the window before. */
  change?: ReportChange;
  /** What the report covers. */
  meta: ReportMeta;
}

export interface WorkspaceReport {
  /** Counts of the window. */
  metrics: GroupMetrics;
  /** Requests over time, oldest first. */
  series: SeriesPoint[];
  /** Counts by value. */
  breakdowns: Breakdowns;
  /** Links with the most clicks, at most ten. */
  topLinks: TopLink[];
  attention: Attention;
  /** Counts of the window before. */
  previous?: GroupMetrics;
  /** Change against the window before. */
  change?: ReportChange;
  /** What the report covers. */
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
  /**
   * ISO 8601, inclusive.
   * @format date-time
   */
  from: string;
  /**
   * ISO 8601, exclusive.
   * @format date-time
   */
  to: string;
  /** As asked for, links that the workspace has. */
  links: RecentClicksItem[];
  /** As recorded with each click. */
  campaigns: RecentClicksItem[];
}

/** Links that want a look, at most ten each. */
export interface Attention {
  /** Links that expire within seven days. */
  expiringSoon: Link[];
  /** Links that have used most of their visits. */
  nearLimit: Link[];
  /** Links that have expired or used all their visits. */
  stopped: Link[];
  /** Links without an active responsible user, or whose review is due. */
  needsReview: Link[];
  /** Whose destination, fallback or target is broken. */
  broken: Link[];
}
