import type { LinkStatus, RedirectPreview, Targeting } from '@signpost/contracts';
import { buildDestination, type UtmValues } from '../destination/build-destination.js';
import type { BotClass, Outcome } from '../visit/click-event.js';
import { linkStatus } from './link-status.js';
import { chooseDestination, type ChosenDestination, type VisitorSystem } from './targeting.js';

/**
 * A link as the redirect needs it: one flat record with the campaign's values already merged into `utm`. Times are Unix
 * milliseconds.
 */
export interface RedirectLink {
  id: string;
  workspaceId: string;
  campaignId: string | null;
  isQuarantined: boolean;
  isEnabled: boolean;
  startsAt: number | null;
  expiresAt: number | null;
  maximumVisits: number | null;
  usedVisits: number;
  scheduledDestination: string | null;
  expirationDestination: string | null;
  limitDestination: string | null;
  destinationUrl: string;
  hasPassword: boolean;
  targeting: Targeting | null;
  /** Null when no UTM value is set. */
  utm: UtmValues | null;
}

/** The facts about a request that the decision depends on. */
export interface Visit {
  /** Null: a person's visit. Otherwise a bot, link preview, `HEAD` or prefetch: nothing is consumed. */
  botClass: BotClass | null;
  /** ISO 3166 alpha-2, upper case; null: unknown. */
  country: string | null;
  os: VisitorSystem;
  /** Raw query string without `?`. */
  query: string;
  /** Whether the visitor holds a valid grant for the link's password. */
  hasGrant: boolean;
}

/** Why visitors get a page instead of a redirect. */
export type BlockState = Exclude<LinkStatus, 'active'>;
/** What chose the destination. */
export type RedirectRule = ChosenDestination['rule'] | 'expired_fallback' | 'limit_fallback' | 'scheduled_fallback';

/** What a visitor gets. */
export type Decision =
  | {
      kind: 'redirect';
      /** Safe for a `Location` header; its host comes from the link, never from the request. */
      destination: string;
      rule: RedirectRule;
      outcome: Exclude<Outcome, `${string}_block` | 'password_failed'>;
      /**
       * Whether the visit counts. For a link with a cap it must be consumed before responding; see {@link decideAtCap}.
       */
      consumesVisit: boolean;
    }
  /** The visitor must enter the password first; no event is recorded. */
  | { kind: 'password' }
  | {
      kind: 'block';
      state: BlockState;
      outcome: Extract<Outcome, `${string}_block`>;
      /** When a scheduled link opens; null for every other state. */
      opensAt: number | null;
    };

const PASSWORD: Decision = Object.freeze({ kind: 'password' });
const QUARANTINED: Decision = Object.freeze({
  kind: 'block',
  state: 'quarantined',
  outcome: 'quarantine_block',
  opensAt: null,
});
const DISABLED: Decision = Object.freeze({
  kind: 'block',
  state: 'disabled',
  outcome: 'disabled_block',
  opensAt: null,
});
const EXPIRED: Decision = Object.freeze({ kind: 'block', state: 'expired', outcome: 'expired_block', opensAt: null });
const AT_LIMIT: Decision = Object.freeze({
  kind: 'block',
  state: 'limit_reached',
  outcome: 'limit_block',
  opensAt: null,
});

/**
 * The response to a request for a link at `now` (decisions 5, steps 2 to 9). Pure; shared by the redirect and the
 * preview route. Must be called for every request: the result depends on `now`, so it must not be cached.
 *
 * `link.usedVisits` may lag behind the counter. For a link with a cap, the conditional update of the counter is
 * authoritative: if it finds no visit left, respond with {@link decideAtCap} instead.
 */
export function decideRedirect(link: RedirectLink, visit: Visit, now: number): Decision {
  switch (linkStatus(link, now)) {
    case 'quarantined':
      return QUARANTINED;
    case 'disabled':
      return DISABLED;
    case 'expired':
      return fallback(link.expirationDestination, 'expired_fallback', 'expired_redirect') ?? EXPIRED;
    case 'limit_reached':
      return decideAtCap(link);
    case 'scheduled':
      return (
        fallback(link.scheduledDestination, 'scheduled_fallback', 'scheduled_redirect') ?? {
          kind: 'block',
          state: 'scheduled',
          outcome: 'scheduled_block',
          opensAt: link.startsAt,
        }
      );
    case 'active':
      return decideActive(link, visit);
  }
}

/** Applies the workspace's default destination for expired links without a fallback of their own. */
export function withExpirationDefault(decision: Decision, destination: string | null): Decision {
  if (decision.kind !== 'block' || decision.state !== 'expired') return decision;
  return fallback(destination, 'expired_fallback', 'expired_redirect') ?? decision;
}

/** Step 4, and the response to a visit that lost the race for the last visit under the cap. */
export function decideAtCap(link: Pick<RedirectLink, 'limitDestination'>): Decision {
  return fallback(link.limitDestination, 'limit_fallback', 'limit_redirect') ?? AT_LIMIT;
}

function decideActive(link: RedirectLink, visit: Visit): Decision {
  if (link.hasPassword && !visit.hasGrant) return PASSWORD;
  const chosen = chooseDestination(link.destinationUrl, link.targeting, visit.country, visit.os);
  const isPerson = visit.botClass === null;
  return {
    kind: 'redirect',
    destination: buildDestination(chosen.url, link.utm, visit.query),
    rule: chosen.rule,
    outcome: isPerson ? 'redirect_success' : 'bot_request',
    consumesVisit: isPerson,
  };
}

/** Fallback destinations are used verbatim: no UTM values, no visitor's query, no targeting. */
function fallback(
  destination: string | null,
  rule: RedirectRule,
  outcome: 'expired_redirect' | 'limit_redirect' | 'scheduled_redirect',
): Decision | null {
  return destination === null ? null : { kind: 'redirect', destination, rule, outcome, consumesVisit: false };
}

/**
 * The decision as the preview route reports it (decisions 6). No side effect.
 * @param expirationDefault of the workspace, see {@link withExpirationDefault}.
 */
export function previewRedirect(
  link: RedirectLink,
  visit: Visit,
  now: number,
  expirationDefault: string | null = null,
): RedirectPreview {
  const decision = withExpirationDefault(decideRedirect(link, visit, now), expirationDefault);
  const state = linkStatus(link, now);
  switch (decision.kind) {
    case 'redirect': {
      const { kind, destination, rule, outcome, consumesVisit } = decision;
      return { kind, status: 302, destination, rule, outcome, consumesVisit, state };
    }
    case 'password':
      return {
        kind: 'password',
        status: 302,
        destination: null,
        rule: null,
        outcome: null,
        consumesVisit: false,
        state,
      };
    case 'block': {
      const { kind, outcome } = decision;
      return { kind, status: 404, destination: null, rule: null, outcome, consumesVisit: false, state };
    }
  }
}
