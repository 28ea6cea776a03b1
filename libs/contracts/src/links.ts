import type { Actor, NamedActor } from './audit.js';

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
  /**
   * Since when it has been so, ISO 8601.
   * @format date-time
   */
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

/**
 * One of the two: a slug, or a path of a former shortener that no slug can say.
 * @minProperties 1
 * @maxProperties 1
 */
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
  from: HistoryValue;
  /** Value after. */
  to: HistoryValue;
}

/** A value of a field: a text, number, switch or time (ISO 8601), a list of names, or targeting. */
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
  /** Unix milliseconds; now when left out. */
  at?: number | null;
  /** Agent of the visitor, where `os` is not given. */
  userAgent?: string | null;
  /** Whether the visitor has entered the password of the link. */
  unlocked?: boolean;
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
