import type { Actor } from './audit.js';
import type { FieldError } from './errors.js';

export const LINK_STATUSES = ['active', 'scheduled', 'expired', 'limit_reached', 'disabled', 'quarantined'] as const;
/** Derived state: quarantined > disabled > expired > limit_reached > scheduled > active. */
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const LINK_SORTS = ['-createdAt', 'createdAt', '-clicks', 'clicks', 'title', 'expiresAt'] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

export const TARGETING_SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'desktop'] as const;
export type TargetingSystem = (typeof TARGETING_SYSTEMS)[number];

/**
 * Where some visitors are sent: an http or https address.
 * @minLength 1
 * @maxLength 2048
 */
export type TargetUrl = string;

/** Destinations by country (ISO 3166 alpha-2, upper case, at most 20) and by operating system. */
export interface Targeting {
  /**
   * Destinations by country: keys are ISO 3166 codes of two capital letters.
   * @propertyNames {"pattern":"^[A-Z]{2}$"}
   * @maxProperties 20
   */
  country?: Record<string, TargetUrl>;
  /** Destinations by operating system; `desktop` is any computer. */
  os?: { [system in TargetingSystem]?: TargetUrl };
}

/** What was last found of where a link leads; of several addresses the worst. */
export const HEALTH_STATES = ['ok', 'broken', 'unknown'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export interface LinkHealth {
  /** How the destinations are. */
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
  /** Its address, without a prefix. */
  slug: string;
  /** What visitors open. */
  shortUrl: string;
  title: string | null;
  /** Private text of the workspace. */
  notes: string | null;
  /** Where it leads, as it is sent. */
  destinationUrl: string;
  /** Host of the destination. */
  destinationHost: string;
  /** False: paused by somebody. */
  isEnabled: boolean;
  /** Whether it is out of the way; it works on. */
  archived: boolean;
  status: LinkStatus;
  /** Null where destinations are not watched, or before the first look. */
  health: LinkHealth | null;
  /** When it opens; null: it is open. */
  startsAt: string | null;
  /** When it ends; null: never. */
  expiresAt: string | null;
  /** Where it leads before it opens; null: to a page that says so. */
  scheduledDestination: string | null;
  /** Where it leads after its end; null: to a page that says so. */
  expirationDestination: string | null;
  /** Where it leads after its last visit; null: to a page that says so. */
  limitDestination: string | null;
  /** Visits that it takes; null: any number. */
  maximumVisits: number | null;
  /** Visits that count against the cap. */
  usedVisits: number;
  /** Null without a cap. */
  remainingVisits: number | null;
  /** Whether it asks for a password. */
  isProtected: boolean;
  /** Id of its campaign; null without one. */
  campaignId: string | null;
  /** Value of `utm_source` that is sent on. */
  utmSource: string | null;
  /** Value of `utm_medium`, in place of the campaign's. */
  utmMedium: string | null;
  /** Value of `utm_campaign`. */
  utmCampaign: string | null;
  /** Value of `utm_term`. */
  utmTerm: string | null;
  /** Value of `utm_content`. */
  utmContent: string | null;
  /** Other destinations by country and operating system; null without any. */
  targeting: Targeting | null;
  /** Tag names in alphabetical order. */
  tags: string[];
  /** Live aliases, oldest first. */
  aliases: string[];
  /** Live addresses of a former shortener that a slug cannot say, oldest first. */
  keptPaths: string[];
  /** Id of the member who is responsible; null: nobody. */
  responsibleUserId: string | null;
  /** When somebody should look at it; null: never. */
  reviewAt: string | null;
  /** Clicks since it exists. */
  lifetimeClicks: number;
  /** Clicks counted elsewhere before the link moved here; part of no report. Only imports set it. */
  priorClicks: number;
  createdAt: string;
  updatedAt: string;
}

export interface LinkWithCreator extends Link {
  /** Who made it; null where nobody is known. */
  creator: Actor | null;
}

export interface LinkPage {
  /** Links of this page. */
  items: Link[];
  /** Links of all pages. */
  total: number;
  /** Page, counted from 1. */
  page: number;
  /** Links of a page. */
  perPage: number;
}

/** Fields of a link that a caller sets. Times are Unix milliseconds. Null or an empty string clears a field. */
export interface LinkInput {
  /** Where it leads: an http or https address; `https://` is assumed where no scheme is given. */
  destinationUrl?: string;
  /** Address, without a prefix: letters, digits, hyphens and underscores. Empty: one is made. */
  slug?: string | null;
  /** What people call it. */
  title?: string | null;
  /** When it opens. */
  startsAt?: number | null;
  /** When it ends, later than `startsAt`. */
  expiresAt?: number | null;
  /** Where it leads before it opens. */
  scheduledDestination?: string | null;
  /** Where it leads after its end. */
  expirationDestination?: string | null;
  /** Where it leads after its last visit. */
  limitDestination?: string | null;
  /** Visits that it takes. */
  maximumVisits?: number | null;
  /** Password that it asks visitors for. */
  password?: string | null;
  /** Id of a campaign, which brings `utm_campaign`: not together with `utmCampaign`. */
  campaignId?: string | null;
  /** Value of `utm_source` that is sent on. */
  utmSource?: string | null;
  /** Value of `utm_medium`, in place of the campaign's. */
  utmMedium?: string | null;
  /** Value of `utm_campaign`; not together with `campaignId`. */
  utmCampaign?: string | null;
  /** Value of `utm_term`. */
  utmTerm?: string | null;
  /** Value of `utm_content`. */
  utmContent?: string | null;
  /** Id of an active member who is responsible. */
  responsibleUserId?: string | null;
  /** When somebody should look at it. */
  reviewAt?: number | null;
  /** Whether it is out of the way; it works on. */
  archived?: boolean;
  /** False pauses it. */
  isEnabled?: boolean;
  /** Names of its tags, which are made where there are none: no comma, no bar. */
  tags?: string[];
  /** Private text of the workspace. */
  notes?: string | null;
  /** Other destinations by country and operating system. Country goes first. */
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
  /** What the last checks of the destinations found. */
  health?: HealthState;
  status?: LinkStatus;
  /** Text in title, slug, aliases, destination or notes, without regard to case. */
  q?: string;
  /** A link must carry all of them. */
  tags?: string[];
  /** Exact normalised destination. */
  destination?: string;
  /** Id of a campaign. */
  campaignId?: string;
  /** `me` or a user id. */
  createdBy?: string;
  /** First day of creation, UTC (`2026-11-21`). */
  createdFrom?: string;
  /** Last day of creation, UTC, which counts as a whole. */
  createdTo?: string;
  /** `me`, `none` or a user id. */
  responsible?: string;
  /** Links with at least so many clicks since they were made. */
  minClicks?: number;
  /** Links with at most so many clicks since they were made: 0 finds those that nobody has clicked. */
  maxClicks?: number;
  /** Without archived links (`false`), only those (`true`), or `all`. */
  archived?: 'true' | 'false' | 'all' | boolean;
  /** Links without an active responsible user, or whose review is due. */
  needsReview?: 'true' | 'false' | boolean;
  /** Links in the trash instead. */
  trashed?: 'true' | 'false' | boolean;
}

/** One of the two: a slug, or a path of a former shortener that no slug can say. */
export interface AliasInput {
  /** Another address: letters, digits, hyphens and underscores. */
  slug?: string;
  /** Path of a former shortener that no slug can say. */
  path?: string;
}

export interface HistoryChange {
  /** Field that changed. */
  field: string;
  /** Value before. */
  from: unknown;
  /** Value after. */
  to: unknown;
}

export interface HistoryItem {
  id: string;
  /** When it happened. */
  at: string;
  /** Who did it; null for the system and removed accounts. */
  actor: Actor | null;
  /** `created`, `updated`, `deleted`, `restored`, `alias_added`, … */
  action: string;
  /** Fields that changed. */
  changes: HistoryChange[];
}

export interface HistoryList {
  /** The last 50 changes, newest first. */
  items: HistoryItem[];
}

export interface PreviewInput {
  /** Country of the visitor (ISO 3166, two letters). */
  country?: string | null;
  /** Operating system of the visitor. */
  os?: string | null;
  /** Unix milliseconds; now when left out. */
  at?: number | null;
  /** Agent of the visitor, where `os` is not given. */
  userAgent?: string | null;
}

/** What a visitor would get, computed by the redirect's own rule. */
export interface RedirectPreview {
  /** What the visitor gets. */
  kind: 'redirect' | 'block' | 'password';
  /** HTTP status of the answer. */
  status: number;
  /** Where it leads; null where it leads nowhere. */
  destination: string | null;
  /** Which rule chose it; null where none did. */
  rule: 'country' | 'os' | 'default' | 'expired_fallback' | 'limit_fallback' | 'scheduled_fallback' | null;
  /** How the visit would be counted; null where it would not. */
  outcome: string | null;
  /** Whether it counts against the cap. */
  consumesVisit: boolean;
  state: LinkStatus;
}

export interface BatchItemInput {
  /** Names the row in the answer; it makes no repeat safe. */
  clientKey: string;
  /** Value of `utm_source` that is sent on. */
  utmSource: string;
  /** Value of `utm_medium`, in place of the campaign's. */
  utmMedium?: string | null;
  /** Value of `utm_content`. */
  utmContent?: string | null;
  /** Address, without a prefix. Empty: one is made. */
  slug?: string | null;
}

export interface BatchInput {
  /** Id of a campaign for all of them. */
  campaignId?: string | null;
  /** Where all of them lead: an http or https address. */
  destinationUrl: string;
  /** What people call all of them. */
  title?: string | null;
  /** One row for each link. */
  items: BatchItemInput[];
}

export interface BatchResult {
  /** One for each row, in their order. */
  results: {
    /** Key of the row. */
    clientKey: string;
    /** What became of it. */
    status: 'created';
    link?: Link;
    /** What is wrong with it. */
    error?: string;
  }[];
}

export const BULK_ACTIONS = ['tag', 'untag', 'assignCampaign', 'archive'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Links by their ids. */
export interface IdSelection {
  /** Ids of links. */
  ids: string[];
}

/** Links that a filter finds. */
export interface FilterSelection {
  /** Filters of the list, which may be empty for all links. */
  filter: LinkFilter;
}

export interface BulkInput {
  /** Which links: up to 500 ids, or a filter that finds up to 500. */
  selection: IdSelection | FilterSelection;
  /** What is done to them. */
  action: BulkAction;
  /** Id of the tag, for `tag` and `untag`. */
  tagId?: string | null;
  /** Null detaches. */
  campaignId?: string | null;
}

/**
 * Fields that `POST /api/links/bulk/update` sets, in the order in which the activity log names them.
 * @minProperties 1
 */
export interface BulkChanges {
  /** False pauses links. */
  isEnabled?: boolean;
  /** Whether links are out of the way. */
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
  selection: IdSelection | FilterSelection;
  /** Fields that are set, one at least. */
  changes: BulkChanges;
}

export interface BulkResult {
  /** Number of links that the action changed. */
  affected: number;
  /** One for each link. */
  results: {
    id: string;
    /** What became of it. */
    status: 'ok' | 'error';
    /** Why it was not changed. */
    error?: string;
  }[];
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
export const CSV_SEPARATOR_LINE = /^sep=[,;\t|]\r?\n/i;
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
  /** What is wrong with its cells. */
  errors: FieldError[];
}

export interface ImportPreview {
  /** Goes into the import. The same file has the same one. */
  importId: string;
  /** Hex SHA-256 of the file's bytes. */
  fileHash: string;
  /** Rows of the file. */
  rowCount: number;
  /** Every row. */
  rows: ImportPreviewRow[];
  /** Columns of the file that are not read. */
  unknownColumns: string[];
  /** Campaigns that there are not yet, where rows name any: the import makes them, without a medium. */
  newCampaigns?: string[];
}

export interface ImportInput {
  /** From the preview. */
  importId: string;
  /** From the preview. */
  fileHash: string;
  /** Rows of the preview, values possibly edited. `errors` may come along and is not read. */
  rows: {
    /**
     * Number of the row, counted from 1.
     * @minimum 1
     * @maximum 1000
     */
    row: number;
    /** Its cells by column. */
    values: ImportValues;
    /** What the preview said of it; not read. */
    errors?: unknown;
  }[];
}

export interface ImportResult {
  /** One for each row. */
  results: {
    /** Number of the row, counted from 1. */
    row: number;
    /** What became of it. */
    status: 'created' | 'already_imported' | 'conflict' | 'error';
    /** Id of its link. */
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
  kept: {
    /** Id of the link. */
    linkId: string;
    /** Why it stays. */
    reason: 'changed' | 'visited';
  }[];
}

/** What the unlock page shows of a protected link. */
export interface PublicLink {
  slug: string;
  title: string | null;
  /** Name of the workspace. */
  workspaceName: string;
  /** Path of its logo at this host; null without one. */
  logoUrl: string | null;
}

export interface VerifyPasswordInput {
  /** Address of the link, without a prefix. */
  slug: string;
  /** Password that the visitor gave. */
  password: string;
  /** Path that the visitor asked for, with its query. */
  path?: string | null;
}

export interface Unlocked {
  ok: true;
  /** Same-origin path that now redirects. */
  redirectTo: string;
}

export interface ReportInput {
  /** Address of the link, without a prefix. */
  slug: string;
  /** What is wrong, in the visitor's words. */
  reason: string;
  /** Path that the visitor asked for. */
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
  /** Name of the tag: no comma, no bar. */
  name: string;
}

export interface RenameTagInput {
  /** Name of the tag: no comma, no bar. */
  name: string;
  /** When another tag has the name, its links are joined with this tag's; without it that is a refusal. */
  merge?: boolean;
}

export interface Campaign {
  id: string;
  name: string;
  /** Value of `utm_campaign` of its links. */
  utmCampaign: string;
  /** Value of `utm_medium` of its links; null without one. */
  utmMedium: string | null;
  /** Links in it. */
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
  /** What people call it. */
  name: string;
  /** Value of `utm_campaign` of its links; no other campaign has it. */
  utmCampaign: string;
  /** Value of `utm_medium` of its links. */
  utmMedium?: string | null;
}

export interface UpdateCampaignInput {
  /** What people call it. */
  name?: string;
  /** Value of `utm_campaign` of its links; no other campaign has it. */
  utmCampaign?: string;
  /** Value of `utm_medium` of its links. */
  utmMedium?: string | null;
}

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
