import type { Link, LinkWithCreator, Targeting } from '@signpost/contracts';
import { linkStatus, remainingVisits } from '@signpost/domain';

/** What a caller decides about a link: the values that rules judge and history compares. Times are Unix milliseconds. */
export interface LinkFields {
  slug: string;
  destinationUrl: string;
  destinationHost: string;
  title: string | null;
  notes: string | null;
  isEnabled: boolean;
  archived: boolean;
  startsAt: number | null;
  expiresAt: number | null;
  scheduledDestination: string | null;
  expirationDestination: string | null;
  limitDestination: string | null;
  maximumVisits: number | null;
  campaignId: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  targeting: Targeting | null;
  responsibleUserId: string | null;
  reviewAt: number | null;
  /** Names in alphabetical order. */
  tags: string[];
}

/** A stored link with what hangs on it. Never holds the password hash. */
export interface LinkRecord extends LinkFields {
  readonly id: string;
  readonly isProtected: boolean;
  /** Deleted, and to be had back. */
  readonly isTrashed: boolean;
  /** Live aliases, oldest first. */
  readonly aliases: string[];
  readonly usedVisits: number;
  readonly lifetimeClicks: number;
  readonly creator: { id: string; email: string } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A new link before anybody has said anything about it. */
export const EMPTY_FIELDS: Readonly<LinkFields> = Object.freeze({
  slug: '',
  destinationUrl: '',
  destinationHost: '',
  title: null,
  notes: null,
  isEnabled: true,
  archived: false,
  startsAt: null,
  expiresAt: null,
  scheduledDestination: null,
  expirationDestination: null,
  limitDestination: null,
  maximumVisits: null,
  campaignId: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  targeting: null,
  responsibleUserId: null,
  reviewAt: null,
  tags: [],
});

/** The link as members see it. `shortUrlBase` has no trailing slash; `now` decides the state. */
export function linkView(link: LinkRecord, shortUrlBase: string, now: number): Link {
  return {
    id: link.id,
    slug: link.slug,
    shortUrl: `${shortUrlBase}/${link.slug}`,
    title: link.title,
    notes: link.notes,
    destinationUrl: link.destinationUrl,
    destinationHost: link.destinationHost,
    isEnabled: link.isEnabled,
    archived: link.archived,
    status: linkStatus(link, now),
    startsAt: instant(link.startsAt),
    expiresAt: instant(link.expiresAt),
    scheduledDestination: link.scheduledDestination,
    expirationDestination: link.expirationDestination,
    limitDestination: link.limitDestination,
    maximumVisits: link.maximumVisits,
    usedVisits: link.usedVisits,
    remainingVisits: remainingVisits(link),
    isProtected: link.isProtected,
    campaignId: link.campaignId,
    utmSource: link.utmSource,
    utmMedium: link.utmMedium,
    utmCampaign: link.utmCampaign,
    utmTerm: link.utmTerm,
    utmContent: link.utmContent,
    targeting: link.targeting,
    tags: link.tags,
    aliases: link.aliases,
    responsibleUserId: link.responsibleUserId,
    reviewAt: instant(link.reviewAt),
    lifetimeClicks: link.lifetimeClicks,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}

/** The same with who made it. */
export function linkWithCreator(link: LinkRecord, shortUrlBase: string, now: number): LinkWithCreator {
  return { ...linkView(link, shortUrlBase, now), creator: link.creator };
}

/** ISO 8601 of Unix milliseconds. */
export function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
