import type { LinkStatus } from '@signpost/contracts';

/** What a link's state depends on. Times are Unix milliseconds. */
export interface LinkState {
  /** Blocked because of its destination, by the operator or the workspace's owners. */
  isQuarantined: boolean;
  isEnabled: boolean;
  startsAt: number | null;
  expiresAt: number | null;
  maximumVisits: number | null;
  usedVisits: number;
}

/**
 * State at `now` (decisions 7), in order of precedence: quarantined, disabled, expired, limit_reached, scheduled,
 * active. Archiving does not affect it.
 */
export function linkStatus(link: LinkState, now: number): LinkStatus {
  if (link.isQuarantined) return 'quarantined';
  if (!link.isEnabled) return 'disabled';
  if (link.expiresAt !== null && link.expiresAt <= now) return 'expired';
  if (link.maximumVisits !== null && link.usedVisits >= link.maximumVisits) return 'limit_reached';
  if (link.startsAt !== null && link.startsAt > now) return 'scheduled';
  return 'active';
}

/** Visits left under the cap, never negative; null without a cap. */
export function remainingVisits(link: Pick<LinkState, 'maximumVisits' | 'usedVisits'>): number | null {
  return link.maximumVisits === null ? null : Math.max(0, link.maximumVisits - link.usedVisits);
}
