import type { Link } from './links.js';

export const PERIODS = ['24h', '7d', '30d', '90d', '12m', 'all'] as const;
export type Period = (typeof PERIODS)[number];
/** What a report is compared with: the window just before, or the same window one year earlier. */
export const COMPARISONS = ['previous', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const TRAFFIC = ['human', 'bot', 'all'] as const;
export type Traffic = (typeof TRAFFIC)[number];
export const ATTRIBUTIONS = ['current', 'recorded'] as const;
export type Attribution = (typeof ATTRIBUTIONS)[number];

/**
 * Filters of a report. Values of one filter are alternatives, different filters must all match. Values are the labels
 * shown in breakdowns, except `tag` (a name) and `link` (an id). Reports of a link support neither `tag` nor `link`.
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
  /** Outcomes of requests. */
  outcome?: string[];
  /** Values of `utm_source` sent to the destination. */
  source?: string[];
  /** Values of `utm_medium` sent to the destination. */
  medium?: string[];
  /** Names of tags that the links have now. */
  tag?: string[];
  /** Ids of links. */
  link?: string[];
}
export type ReportFilterName = keyof ReportFilters;

/** Counts of every report: each event of the window is counted in exactly one of the first five. */
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
  /** Clicks since the links were created, whatever the window. */
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
  /** Requests of the chosen traffic in this bucket. */
  count: number;
}

export interface LabelCount {
  /** Value, in the form that filters accept. */
  label: string;
  /** Requests with this value. */
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
  /** By outcome of the request. */
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
  /** UTM source of the link, which distinguishes links of one batch; omitted when not set. */
  utmSource?: string;
  /** UTM medium of the link; omitted when not set. */
  utmMedium?: string;
  /** UTM content of the link; omitted when not set. */
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
  /** The period, if the window was requested by name. */
  period?: Period;
  /** Which traffic series and breakdowns count. */
  traffic: Traffic;
  /** How links or clicks are attributed to the campaign. */
  attribution?: Attribution;
  /** Only present when compared with the year before; absent for a comparison with the window just before. */
  compare?: 'year';
  /** Absent when no filter is set. */
  filters?: ReportFilters;
  /** When the report was computed. */
  generatedAt: string;
  /** The first event that was ever counted here, ISO 8601, whatever retention has dropped since; null when there is none. */
  earliestEventAt: string | null;
  /**
   * Requests with an outcome recorded by a later version of Signpost and unknown to this one: included in `requests`,
   * but in none of its five parts. Absent when there are none.
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
  /** Scope of the report. */
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
  /** Scope of the report. */
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
  /** Scope of the report. */
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

/** Clicks of the requested links and campaigns over the last 30 days; ids unknown in the workspace are omitted. */
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
  /** The requested links that exist in the workspace. */
  links: RecentClicksItem[];
  /** As recorded with each click. */
  campaigns: RecentClicksItem[];
}

/** Links that need attention, at most ten of each kind. */
export interface Attention {
  /** Links that expire within seven days. */
  expiringSoon: Link[];
  /** Links that have used most of their visits. */
  nearLimit: Link[];
  /** Links that have expired or used all their visits. */
  stopped: Link[];
  /** Links without an active responsible user, or whose review is due. */
  needsReview: Link[];
  /** Links whose destination, fallback or target is broken. */
  broken: Link[];
}
