import type {
  Breakdowns,
  CampaignBreakdowns,
  GroupMetrics,
  LinkMetrics,
  ReportMeta,
  SeriesPoint,
} from './analytics.js';
import type { Actor } from './audit.js';

/** Subjects whose report can be shared. */
export const SHARE_SUBJECTS = ['link', 'campaign', 'workspace'] as const;
export type ShareSubjectType = (typeof SHARE_SUBJECTS)[number];

/** The ranges that a shared report shows. */
export const SHARE_PERIODS = ['7d', '30d', '90d'] as const;
export type SharePeriod = (typeof SHARE_PERIODS)[number];

export interface ShareSubjectInput {
  /** Kind of subject. */
  type: ShareSubjectType;
  /** Id of the link or campaign; null or absent for the workspace. */
  id?: string | null;
}

export interface ReportShareInput {
  /** Subject of the report. */
  subject: ShareSubjectInput;
  /** Expiry in Unix milliseconds: in the future, at most a year from now. */
  expiresAt: number;
  /** Title; null: named after its subject. */
  title?: string | null;
}

/** A shared report, readable by anyone who has its URL until it expires. */
export interface ReportShare {
  id: string;
  /** Subject of the report. */
  subject: {
    /** Kind of subject. */
    type: ShareSubjectType;
    id: string | null;
  };
  /** Title; null: named after its subject. */
  title: string | null;
  /** Who shared it; null for deleted accounts. */
  creator: Actor | null;
  createdAt: string;
  /** When it ends. */
  expiresAt: string;
}

/** The URL is only returned once, because only its hash is stored. */
export interface NewReportShare extends ReportShare {
  /** URL of the shared report. */
  url: string;
}

export interface ReportShareList {
  items: ReportShare[];
}

/** A shared report as seen without a session: no ids, no notes, no members' addresses. */
export interface SharedReport {
  /** Title; null: named after its subject. */
  title: string | null;
  /** Workspace of the report. */
  workspace: { name: string; logoUrl: string | null };
  /** `name`: title or slug of a link, name of a campaign or workspace. */
  subject: {
    /** Kind of subject. */
    type: ShareSubjectType;
    name: string;
  };
  /** When it ends. */
  expiresAt: string;
  /** The report itself. */
  report: SharedNumbers;
}

export interface SharedNumbers {
  /** Counts of the window. */
  metrics: LinkMetrics | GroupMetrics;
  /** Requests over time, oldest first. */
  series: SeriesPoint[];
  /** Counts by value. */
  breakdowns: Breakdowns | CampaignBreakdowns;
  /** Links with the most clicks, at most ten. */
  topLinks?: {
    slug: string;
    title: string | null;
    /** Clicks in the window. */
    clicks: number;
  }[];
  /** Scope of the report. */
  meta: ReportMeta;
}
