import type { Link, LinkHealth, LinkWithCreator } from '@signpost/contracts';
import { linkStatus, remainingVisits } from '@signpost/domain';
import type { LinkFields } from './link-fields.js';

/** A stored link with its related data. Never contains the password hash. */
export interface LinkRecord extends LinkFields {
  readonly id: string;
  readonly isProtected: boolean;
  /** Blocked because of its destination. */
  readonly isQuarantined: boolean;
  /** Result of the last destination check; null when there was none. */
  readonly health: LinkHealth | null;
  /** In the trash, can be restored. */
  readonly isTrashed: boolean;
  /** Live aliases, oldest first. */
  readonly aliases: string[];
  /** Live paths of another shortener that are not valid slugs, oldest first. */
  readonly keptPaths: string[];
  readonly usedVisits: number;
  readonly lifetimeClicks: number;
  readonly creator: { id: string; email: string } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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
    health: link.health,
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
    keptPaths: link.keptPaths,
    responsibleUserId: link.responsibleUserId,
    reviewAt: instant(link.reviewAt),
    lifetimeClicks: link.lifetimeClicks,
    priorClicks: link.priorClicks,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}

/** Like {@link linkView}, with the creator. */
export function linkWithCreator(link: LinkRecord, shortUrlBase: string, now: number): LinkWithCreator {
  return { ...linkView(link, shortUrlBase, now), creator: link.creator };
}

/** ISO 8601 of Unix milliseconds. */
export function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
