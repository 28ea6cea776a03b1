import type { Actor, NamedActor } from './audit.js';

export const LINK_STATUSES = ['active', 'scheduled', 'expired', 'limit_reached', 'disabled', 'quarantined'] as const;
/** Derived state, in order of precedence: quarantined, disabled, expired, limit_reached, scheduled, active. */
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const LINK_SORTS = ['-createdAt', 'createdAt', '-clicks', 'clicks', 'title', 'expiresAt'] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

export const TARGETING_SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'desktop'] as const;
export type TargetingSystem = (typeof TARGETING_SYSTEMS)[number];

/**
 * Destination for some visitors: an http or https URL.
 * @minLength 1
 * @maxLength 2048
 * @pattern ^\s*(?:[Hh][Tt][Tt][Pp][Ss]?://|[^\s:/?#@]+(?::\d{1,5})?(?:[/?#]|\s*$))[^\x00-\x1f\x7f-\x9f]*$
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

/** Health of a link's destinations by the last checks; of several, the worst. */
export const HEALTH_STATES = ['ok', 'broken', 'unknown'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export interface LinkHealth {
  /** State of the destinations. */
  state: HealthState;
  /** Reason of a problem, in one word; null when there is none. */
  reason: string | null;
  /** ISO 8601. */
  checkedAt: string;
  /**
   * Since when it has been in this state, ISO 8601.
   * @format date-time
   */
  since: string;
}

/** A link as members see it. Times are ISO 8601 UTC. */
export interface Link {
  id: string;
  /** Slug, without a prefix. */
  slug: string;
  /** Short URL that visitors open. */
  shortUrl: string;
  title: string | null;
  /** Private text of the workspace. */
  notes: string | null;
  /** Destination URL as stored. */
  destinationUrl: string;
  /** Host of the destination. */
  destinationHost: string;
  /** False: the link is paused. */
  isEnabled: boolean;
  /** Whether it is out of the way; it works on. */
  archived: boolean;
  status: LinkStatus;
  /** Null if destinations are not monitored, or before the first check. */
  health: LinkHealth | null;
  /** Start time; null: active from the beginning. */
  startsAt: string | null;
  /** Expiry time; null: never. */
  expiresAt: string | null;
  /** Destination before the start; null: an information page. */
  scheduledDestination: string | null;
  /** Destination after expiry; null: an information page. */
  expirationDestination: string | null;
  /** Destination after the last allowed visit; null: an information page. */
  limitDestination: string | null;
  /** Visit cap; null: unlimited. */
  maximumVisits: number | null;
  /** Visits that count against the cap. */
  usedVisits: number;
  /** Null without a cap. */
  remainingVisits: number | null;
  /** Whether visitors need a password. */
  isProtected: boolean;
  /** Id of its campaign; null without one. */
  campaignId: string | null;
  /** Value of `utm_source`, sent to the destination. */
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
  /** Live paths of another shortener that are not valid slugs, oldest first. */
  keptPaths: string[];
  /** Id of the member who is responsible; null: none. */
  responsibleUserId: string | null;
  /** When the link should be reviewed; null: never. */
  reviewAt: string | null;
  /** Clicks since creation. */
  lifetimeClicks: number;
  /** Clicks counted by another shortener before the link was imported; part of no report. Only imports set it. */
  priorClicks: number;
  createdAt: string;
  updatedAt: string;
}

export interface LinkWithCreator extends Link {
  /** Who created it; null when unknown. */
  creator: Actor | null;
}

export interface LinkPage {
  /** Links on this page. */
  items: Link[];
  /** Number of links on all pages. */
  total: number;
  /** Page, counted from 1. */
  page: number;
  /** Links per page. */
  perPage: number;
}

/** Fields of a link that a caller sets. Times are Unix milliseconds. Null or an empty string clears a field. */
export interface LinkInput {
  /** Destination: an http or https URL; `https://` is assumed if no scheme is given. */
  destinationUrl?: string;
  /** Slug, without a prefix: letters, digits, hyphens and underscores. Empty: a random one is generated. */
  slug?: string | null;
  /** Name. */
  title?: string | null;
  /** Start time. */
  startsAt?: number | null;
  /** Expiry time, later than `startsAt`. */
  expiresAt?: number | null;
  /** Destination before the start. */
  scheduledDestination?: string | null;
  /** Destination after expiry. */
  expirationDestination?: string | null;
  /** Destination after the last allowed visit. */
  limitDestination?: string | null;
  /** Visit cap. */
  maximumVisits?: number | null;
  /** Password required from visitors. */
  password?: string | null;
  /** Id of a campaign, which sets `utm_campaign`: not allowed together with `utmCampaign`. */
  campaignId?: string | null;
  /** Value of `utm_source`, sent to the destination. */
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
  /** When the link should be reviewed. */
  reviewAt?: number | null;
  /** Whether it is out of the way; it works on. */
  archived?: boolean;
  /** False pauses it. */
  isEnabled?: boolean;
  /** Tag names; missing tags are created. No commas or vertical bars. */
  tags?: string[];
  /** Private text of the workspace. */
  notes?: string | null;
  /** Other destinations by country and operating system. Country takes precedence. */
  targeting?: Targeting | null;
}

export interface CreateLinkInput extends LinkInput {
  destinationUrl: string;
  /** Accepted for symmetry with updates, but without effect: a new link has no former slug. */
  keepOldSlug?: boolean;
}

export interface UpdateLinkInput extends LinkInput {
  /** When the slug changes, the former one remains as an alias unless this is false. */
  keepOldSlug?: boolean;
}

/** Filters of the link list; query parameters have the same names. */
export interface LinkFilter {
  /** Health of the destinations. */
  health?: HealthState;
  status?: LinkStatus;
  /** Text in title, slug, aliases, destination or notes, case-insensitive. */
  q?: string;
  /** Links must have all of these tags. */
  tags?: string[];
  /** Exact normalised destination. */
  destination?: string;
  /** Id of a campaign. */
  campaignId?: string;
  /** `me` or a user id. */
  createdBy?: string;
  /** First day of creation, UTC (`2026-11-21`). */
  createdFrom?: string;
  /** Last day of creation, UTC, inclusive. */
  createdTo?: string;
  /** `me`, `none` or a user id. */
  responsible?: string;
  /** Links with at least this many clicks since creation. */
  minClicks?: number;
  /** Links with at most this many clicks since creation: 0 finds links without clicks. */
  maxClicks?: number;
  /** Excludes archived links (`false`), only those (`true`), or `all`. */
  archived?: 'true' | 'false' | 'all' | boolean;
  /** Links without an active responsible user, or whose review is due. */
  needsReview?: 'true' | 'false' | boolean;
  /** Whether to list the links in the trash instead. */
  trashed?: 'true' | 'false' | boolean;
}

/**
 * Exactly one of the two: a slug, or a path of another shortener that is not a valid slug.
 * @minProperties 1
 * @maxProperties 1
 */
export interface AliasInput {
  /** Another address: letters, digits, hyphens and underscores. */
  slug?: string;
  /** Path of another shortener that is not a valid slug. */
  path?: string;
}

export interface HistoryChange {
  /** Field that changed. */
  field: string;
  /** Value before. */
  from: HistoryValue;
  /** Value after. */
  to: HistoryValue;
}

/** Value of a field: a text, number, boolean or time (ISO 8601), a list of names, or targeting. */
export type HistoryValue = string | number | boolean | string[] | Targeting | null;

export interface HistoryItem {
  id: string;
  /** When it happened. */
  at: string;
  /** Who did it; null for the system and removed accounts. */
  actor: NamedActor | null;
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
  /** Unix milliseconds; default: now. */
  at?: number | null;
  /** User agent of the visitor, used if `os` is not given. */
  userAgent?: string | null;
  /** Whether the visitor has entered the password of the link. */
  unlocked?: boolean;
}

/** What a visitor would get, computed by the same rules as the redirect. */
export interface RedirectPreview {
  /** Kind of response. */
  kind: 'redirect' | 'block' | 'password';
  /** HTTP status of the answer. */
  status: number;
  /** Destination; null if there is no redirect. */
  destination: string | null;
  /** Rule that chose the destination; null when none did. */
  rule: 'country' | 'os' | 'default' | 'expired_fallback' | 'limit_fallback' | 'scheduled_fallback' | null;
  /** Outcome with which the visit would be counted; null if it would not be counted. */
  outcome: string | null;
  /** Whether it counts against the cap. */
  consumesVisit: boolean;
  state: LinkStatus;
}
