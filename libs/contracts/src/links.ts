import type { Actor } from './audit.js';
import type { FieldError } from './errors.js';

export const LINK_STATUSES = ['active', 'scheduled', 'expired', 'limit_reached', 'disabled', 'quarantined'] as const;
/** Derived state: quarantined > disabled > expired > limit_reached > scheduled > active. */
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const LINK_SORTS = ['-createdAt', 'createdAt', '-clicks', 'clicks', 'title', 'expiresAt'] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

export const TARGETING_SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'desktop'] as const;
export type TargetingSystem = (typeof TARGETING_SYSTEMS)[number];

/** Destinations by country (ISO 3166 alpha-2, upper case, at most 20) and by operating system. */
export interface Targeting {
  country?: Record<string, string>;
  os?: { [system in TargetingSystem]?: string };
}

/** What was last found of where a link leads; of several addresses the worst. */
export const HEALTH_STATES = ['ok', 'broken', 'unknown'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export interface LinkHealth {
  state: HealthState;
  /** Why it is not well, in one word; null when it is. */
  reason: string | null;
  /** ISO 8601. */
  checkedAt: string;
  /** Since when it has been so, ISO 8601. */
  since: string;
}

/** A link as members see it. Times are ISO 8601 UTC. */
export interface Link {
  id: string;
  slug: string;
  shortUrl: string;
  title: string | null;
  notes: string | null;
  destinationUrl: string;
  destinationHost: string;
  isEnabled: boolean;
  archived: boolean;
  status: LinkStatus;
  /** Null where destinations are not watched, or before the first look. */
  health: LinkHealth | null;
  startsAt: string | null;
  expiresAt: string | null;
  scheduledDestination: string | null;
  expirationDestination: string | null;
  limitDestination: string | null;
  maximumVisits: number | null;
  usedVisits: number;
  /** Null without a cap. */
  remainingVisits: number | null;
  isProtected: boolean;
  campaignId: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  targeting: Targeting | null;
  /** Tag names in alphabetical order. */
  tags: string[];
  /** Live aliases, oldest first. */
  aliases: string[];
  /** Live addresses of a former shortener that a slug cannot say, oldest first. */
  keptPaths: string[];
  responsibleUserId: string | null;
  reviewAt: string | null;
  lifetimeClicks: number;
  /** Clicks counted elsewhere before the link moved here; part of no report. Only imports set it. */
  priorClicks: number;
  createdAt: string;
  updatedAt: string;
}

export interface LinkWithCreator extends Link {
  creator: Actor | null;
}

export interface LinkPage {
  items: Link[];
  total: number;
  page: number;
  perPage: number;
}

/** Fields of a link that a caller sets. Times are Unix milliseconds. Null or an empty string clears a field. */
export interface LinkInput {
  destinationUrl?: string;
  slug?: string | null;
  title?: string | null;
  startsAt?: number | null;
  expiresAt?: number | null;
  scheduledDestination?: string | null;
  expirationDestination?: string | null;
  limitDestination?: string | null;
  /** @minimum 1 */
  maximumVisits?: number | null;
  password?: string | null;
  campaignId?: string | null;
  utmSource?: string | null;
  utmMedium?: string | null;
  utmCampaign?: string | null;
  utmTerm?: string | null;
  utmContent?: string | null;
  responsibleUserId?: string | null;
  reviewAt?: number | null;
  archived?: boolean;
  isEnabled?: boolean;
  tags?: string[];
  notes?: string | null;
  targeting?: Targeting | null;
}

export interface CreateLinkInput extends LinkInput {
  destinationUrl: string;
  /** Taken, as the fields of both are the same, and of no effect: a new link has no former slug. */
  keepOldSlug?: boolean;
}

export interface UpdateLinkInput extends LinkInput {
  /** When the slug changes the former one stays as an alias unless this is false. */
  keepOldSlug?: boolean;
}

/** Filters of the link list; query keys are the same. */
export interface LinkFilter {
  health?: HealthState;
  status?: LinkStatus;
  q?: string;
  /** A link must carry all of them. */
  tags?: string[];
  /** Exact normalised destination. */
  destination?: string;
  campaignId?: string;
  /** `me` or a user id. */
  createdBy?: string;
  /** First day of creation, UTC (`2026-11-21`). */
  createdFrom?: string;
  /** Last day of creation, UTC, which counts as a whole. */
  createdTo?: string;
  /** `me`, `none` or a user id. */
  responsible?: string;
  archived?: 'true' | 'false' | 'all' | boolean;
  needsReview?: 'true' | 'false' | boolean;
  trashed?: 'true' | 'false' | boolean;
}

/** One of the two: a slug, or a path of a former shortener that no slug can say. */
export interface AliasInput {
  slug?: string;
  path?: string;
}

export interface HistoryChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface HistoryItem {
  id: string;
  at: string;
  actor: Actor | null;
  /** `created`, `updated`, `deleted`, `restored`, `alias_added`, … */
  action: string;
  changes: HistoryChange[];
}

export interface HistoryList {
  items: HistoryItem[];
}

export interface PreviewInput {
  country?: string | null;
  os?: string | null;
  /** Unix milliseconds; now when left out. */
  at?: number | null;
  userAgent?: string | null;
}

/** What a visitor would get, computed by the redirect's own rule. */
export interface RedirectPreview {
  kind: 'redirect' | 'block' | 'password';
  status: number;
  destination: string | null;
  rule: 'country' | 'os' | 'default' | 'expired_fallback' | 'limit_fallback' | 'scheduled_fallback' | null;
  outcome: string | null;
  consumesVisit: boolean;
  state: LinkStatus;
}

export interface BatchItemInput {
  clientKey: string;
  utmSource: string;
  utmMedium?: string | null;
  utmContent?: string | null;
  slug?: string | null;
}

export interface BatchInput {
  campaignId?: string | null;
  destinationUrl: string;
  title?: string | null;
  items: BatchItemInput[];
}

export interface BatchResult {
  results: { clientKey: string; status: 'created'; link?: Link; error?: string }[];
}

export const BULK_ACTIONS = ['tag', 'untag', 'assignCampaign', 'archive'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export interface BulkInput {
  selection: { ids: string[] } | { filter: LinkFilter };
  action: BulkAction;
  tagId?: string | null;
  /** Null detaches. */
  campaignId?: string | null;
}

/** Fields that `POST /api/links/bulk/update` sets, in the order in which the activity log names them. */
export interface BulkChanges {
  isEnabled?: boolean;
  archived?: boolean;
  /** Null: nobody. */
  responsibleUserId?: string | null;
  /** Unix milliseconds; null: none. */
  reviewAt?: number | null;
  /** Unix milliseconds, later than the link's own start; null: never. */
  expiresAt?: number | null;
  /** True puts links into the trash, false takes them out of it. */
  trashed?: boolean;
}

export interface BulkUpdateInput {
  /** At most 500 links. Links in the trash can be chosen where `changes.trashed` is false. */
  selection: { ids: string[] } | { filter: LinkFilter };
  changes: BulkChanges;
}

export interface BulkResult {
  /** Number of links that the action changed. */
  affected: number;
  results: { id: string; status: 'ok' | 'error'; error?: string }[];
}

/** Columns of import and export, in order. */
export const CSV_COLUMNS = [
  'slug',
  'destination_url',
  'title',
  'tags',
  'notes',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'starts_at',
  'expires_at',
  'scheduled_destination',
  'expiration_destination',
  'limit_destination',
  'maximum_visits',
  'archived',
  'is_enabled',
  'aliases',
  'kept_paths',
  'campaign',
  'responsible',
  'review_at',
  'targeting',
  'password',
  'is_protected',
  'prior_clicks',
] as const;
/** Columns that an export adds, in order. An import takes `created_at` and ignores the others. */
export const CSV_RESULT_COLUMNS = ['short_url', 'created_at', 'lifetime_clicks'] as const;
/** What spreadsheets are told the separator of a file by: a line before the header, and none of the file. */
export const CSV_SEPARATOR_LINE = /^sep=[,;\t]\r?\n/i;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
export type CsvResultColumn = (typeof CSV_RESULT_COLUMNS)[number];

/**
 * What stands in a row of a file beyond its header's columns, or under a column without a name. A row that has any is an
 * error at this name until it is emptied: nothing of a file is dropped in silence.
 */
export const EXTRA_CELLS = 'extra_cells';
export type ImportColumn = CsvColumn | CsvResultColumn | typeof EXTRA_CELLS;

/** Cells of an import row by column; absent columns are left out. */
export type ImportValues = { [column in ImportColumn]?: string };

export interface ImportPreviewRow {
  /** 1 = first data row. */
  row: number;
  values: ImportValues;
  errors: FieldError[];
}

export interface ImportPreview {
  importId: string;
  /** Hex SHA-256 of the file's bytes. */
  fileHash: string;
  rowCount: number;
  rows: ImportPreviewRow[];
  unknownColumns: string[];
  /** Campaigns that there are not yet, where rows name any: the import makes them, without a medium. */
  newCampaigns?: string[];
}

export interface ImportInput {
  importId: string;
  fileHash: string;
  /** Rows of the preview, values possibly edited. `errors` may come along and is not read. */
  rows: { row: number; values: ImportValues; errors?: FieldError[] }[];
}

export interface ImportResult {
  results: {
    row: number;
    status: 'created' | 'already_imported' | 'conflict' | 'error';
    linkId?: string;
    /** What is wrong, in words. */
    error?: string;
    /** The same by column, for programs. */
    errors?: FieldError[];
  }[];
}

export interface ImportUndone {
  /** How many links were put into the trash. */
  undone: number;
  /** Links that stay where they are. */
  kept: { linkId: string; reason: 'changed' | 'visited' }[];
}

/** What the unlock page shows of a protected link. */
export interface PublicLink {
  slug: string;
  title: string | null;
  workspaceName: string;
  logoUrl: string | null;
}

export interface VerifyPasswordInput {
  slug: string;
  password: string;
  path?: string | null;
}

export interface Unlocked {
  ok: true;
  /** Same-origin path that now redirects. */
  redirectTo: string;
}

export interface ReportInput {
  slug: string;
  reason: string;
  path?: string | null;
}

export interface Tag {
  id: string;
  name: string;
  /** Links that carry it, deleted ones left out. */
  linkCount: number;
  createdAt: string;
}

export interface TagList {
  items: Tag[];
}

export interface TagInput {
  name: string;
}

export interface RenameTagInput {
  name: string;
  /** When another tag has the name, its links are joined with this tag's; without it that is a refusal. */
  merge?: boolean;
}

export interface Campaign {
  id: string;
  name: string;
  utmCampaign: string;
  utmMedium: string | null;
  linkCount: number;
  /** Lifetime clicks recorded for the campaign. */
  clickCount: number;
  createdAt: string;
  updatedAt: string;
}

export interface CampaignList {
  items: Campaign[];
}

export interface CreateCampaignInput {
  name: string;
  utmCampaign: string;
  utmMedium?: string | null;
}

export interface UpdateCampaignInput {
  name?: string;
  utmCampaign?: string;
  utmMedium?: string | null;
}

/** What became of a visitor's report. */
export const ABUSE_REPORT_STATES = ['open', 'dismissed', 'quarantined'] as const;
export type AbuseReportState = (typeof ABUSE_REPORT_STATES)[number];

/** A visitor's report of a link. */
export interface AbuseReport {
  id: string;
  state: AbuseReportState;
  /** In the visitor's words. */
  reason: string;
  link: { id: string; slug: string };
  destinationUrl: string;
  shortUrl: string;
  /** Who has stopped the link: what the operator has stopped, only the operator sets free. */
  quarantinedBy: QuarantineAuthority | null;
  /** ISO 8601. */
  createdAt: string;
}

export const QUARANTINE_AUTHORITIES = ['operator', 'workspace'] as const;
export type QuarantineAuthority = (typeof QUARANTINE_AUTHORITIES)[number];

export interface AbuseReportList {
  /** Newest first, at most 200. */
  items: AbuseReport[];
}

/** A report as an operator sees it. */
export interface OperatorAbuseReport extends AbuseReport {
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
  shortUrl: string;
  destinationUrl: string;
  workspace: { id: string; slug: string; name: string };
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
  reason: string;
}

/** Every link that leads to a host, or to a name below it. */
export interface QuarantineHostInput extends QuarantineInput {
  host: string;
}

/** How many links were stopped. */
export interface QuarantinedHost {
  count: number;
}
