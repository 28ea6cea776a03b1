import type { Actor } from './audit.js';

/** What became of a visitor's report. */
export const ABUSE_REPORT_STATES = ['open', 'dismissed', 'quarantined'] as const;
export type AbuseReportState = (typeof ABUSE_REPORT_STATES)[number];

/** A visitor's report of a link. */
export interface AbuseReport {
  id: string;
  /** What became of it. */
  state: AbuseReportState;
  /** In the visitor's words. */
  reason: string;
  /** Link that is reported. */
  link: { id: string; slug: string };
  /** Where it leads. */
  destinationUrl: string;
  /** What visitors open. */
  shortUrl: string;
  /** Who has stopped the link: what the operator has stopped, only the operator sets free. */
  quarantinedBy: QuarantineAuthority | null;
  /** Who made the link; null where that is nobody who is an active member now. */
  creator: Actor | null;
  /** ISO 8601. */
  createdAt: string;
}

/** What the desk writes to the creator of a reported link. */
export interface MessageInput {
  /** What the mail says; it quotes nothing of the report. */
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
  /** What visitors open. */
  shortUrl: string;
  /** Where it leads. */
  destinationUrl: string;
  /** Workspace of the link. */
  workspace: { id: string; slug: string; name: string };
  /** Who has stopped it; null when nobody has. */
  quarantinedBy: QuarantineAuthority | null;
  /** Why it was stopped; null when it is not. */
  quarantineReason: string | null;
  /** ISO 8601. */
  createdAt: string;
}

export interface OperatorLinkList {
  /** Newest first, at most 200. */
  items: OperatorLink[];
  /** How many there are. */
  total: number;
}

/** Why an operator stops a link; its owners are told. */
export interface QuarantineInput {
  /** Why; the link's owners read it. */
  reason: string;
}

/** Every link that leads to a host, or to a name below it. */
export interface QuarantineHostInput extends QuarantineInput {
  /** Host, whose names below are meant too. */
  host: string;
}

/** How many links were stopped. */
export interface QuarantinedHost {
  /** Links that were stopped by this. */
  count: number;
}
