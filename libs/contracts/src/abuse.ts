import type { Actor } from './audit.js';

/** State of a visitor's report. */
export const ABUSE_REPORT_STATES = ['open', 'dismissed', 'quarantined'] as const;
export type AbuseReportState = (typeof ABUSE_REPORT_STATES)[number];

/** A visitor's report of a link. */
export interface AbuseReport {
  id: string;
  /** Result. */
  state: AbuseReportState;
  /** In the visitor's words. */
  reason: string;
  /** Link that is reported. */
  link: { id: string; slug: string };
  /** Destination URL. */
  destinationUrl: string;
  /** Short URL that visitors open. */
  shortUrl: string;
  /** Who quarantined the link; an operator's quarantine can only be lifted by an operator. */
  quarantinedBy: QuarantineAuthority | null;
  /** Who created the link; null if that account is not an active member. */
  creator: Actor | null;
  /** ISO 8601. */
  createdAt: string;
}

/** A message to the creator of a reported link. */
export interface MessageInput {
  /** Text of the mail; the report is not quoted. */
  message: string;
}

export const QUARANTINE_AUTHORITIES = ['operator', 'workspace'] as const;
export type QuarantineAuthority = (typeof QUARANTINE_AUTHORITIES)[number];

export interface AbuseReportList {
  /** Newest first, at most 200. */
  items: AbuseReport[];
}

/** A report as an operator sees it. */
export interface OperatorAbuseReport extends AbuseReport {
  /** Workspace of the link. */
  workspace: { id: string; slug: string; name: string };
}

export interface OperatorAbuseReportList {
  /** Newest first, at most 200. */
  items: OperatorAbuseReport[];
}

/** A link of any workspace as an operator sees it. */
export interface OperatorLink {
  id: string;
  slug: string;
  /** Short URL that visitors open. */
  shortUrl: string;
  /** Destination URL. */
  destinationUrl: string;
  /** Workspace of the link. */
  workspace: { id: string; slug: string; name: string };
  /** Who quarantined it; null when it is not quarantined. */
  quarantinedBy: QuarantineAuthority | null;
  /** Reason for the quarantine; null when it is not quarantined. */
  quarantineReason: string | null;
  /** ISO 8601. */
  createdAt: string;
}

export interface OperatorLinkList {
  /** Newest first, at most 200. */
  items: OperatorLink[];
  /** Number of all matching links, including those not listed. */
  total: number;
}

/** Reason for a quarantine; the link's owners are notified. */
export interface QuarantineInput {
  /** Why; the link's owners read it. */
  reason: string;
}

/** Quarantines every link that leads to a host or its subdomains. */
export interface QuarantineHostInput extends QuarantineInput {
  /** Host; its subdomains are included. */
  host: string;
}

/** Result of a quarantine by host. */
export interface QuarantinedHost {
  /** Number of links that this request quarantined. */
  count: number;
}
