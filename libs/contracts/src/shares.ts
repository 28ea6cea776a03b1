import type {
  Breakdowns,
  CampaignBreakdowns,
  GroupMetrics,
  LinkMetrics,
  ReportMeta,
  SeriesPoint,
} from './analytics.js';
import type { Actor } from './audit.js';

/** What a report can be shared of. */
export const SHARE_SUBJECTS = ['link', 'campaign', 'workspace'] as const;
export type ShareSubjectType = (typeof SHARE_SUBJECTS)[number];

/** The ranges that a shared report shows. */
export const SHARE_PERIODS = ['7d', '30d', '90d'] as const;
export type SharePeriod = (typeof SHARE_PERIODS)[number];

export interface ShareSubjectInput {
  type: ShareSubjectType;
  /** Of the link or campaign. */
  id?: string;
}

export interface ReportShareInput {
  subject: ShareSubjectInput;
  /** Unix milliseconds: in the future, at most a year from now. */
  expiresAt: number;
  title?: string | null;
}

/** A report that anybody with its address may read until it ends. */
export interface ReportShare {
  id: string;
  subject: { type: ShareSubjectType; id: string | null };
  title: string | null;
  creator: Actor | null;
  createdAt: string;
  expiresAt: string;
}

/** The address is told once: only its hash is kept. */
export interface NewReportShare extends ReportShare {
  url: string;
}

export interface ReportShareList {
  items: ReportShare[];
}

/** A report as somebody without a session sees it: no ids, no notes, no addresses of members. */
export interface SharedReport {
  title: string | null;
  workspace: { name: string; logoUrl: string | null };
  /** `name`: title or slug of a link, name of a campaign or workspace. */
  subject: { type: ShareSubjectType; name: string };
  expiresAt: string;
  report: SharedNumbers;
}

export interface SharedNumbers {
  metrics: LinkMetrics | GroupMetrics;
  series: SeriesPoint[];
  breakdowns: Breakdowns | CampaignBreakdowns;
  topLinks?: { slug: string; title: string | null; clicks: number }[];
  meta: ReportMeta;
}
