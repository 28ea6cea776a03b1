import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  decideAtCap,
  decideRedirect,
  SCANNED,
  unlockPath,
  withExpirationDefault,
  withoutScan,
  type BlockState,
  type ClickEvent,
  type Decision,
  type Outcome,
  type Visit,
} from '@signpost/domain';
import type { Answers } from './answers.js';
import { CounterUnavailable, type VisitCounter } from './caps/visit-counter.js';
import type { DeadEnds } from './dead-ends.js';
import { isRequestedAddress } from './fallbacks.js';
import type { CachedLink } from './memory/cached-link.js';
import type { KeyedWorkspace } from './memory/workspace-table.js';
import type { BrandedPages } from './pages/branded-pages.js';
import { blocked } from './pages/page-answers.js';
import type { RedirectStats } from './redirect-stats.js';
import type { Grants } from './visitor/grants.js';
import type { PastedAddress } from './visitor/pasted-address.js';
import type { RequestTarget, ShortPath } from './visitor/short-path.js';
import type { Visitor, Visitors } from './visitor/visitors.js';

/** Records events; they are stored once `commit` has returned. */
export interface ClickRecorder {
  record(event: ClickEvent): void;
  commit(): void;
}

/** What deciding and answering a visit needs. */
export interface LinkVisitParts {
  readonly counter: VisitCounter;
  readonly visitors: Visitors;
  readonly grants: Grants;
  readonly recorder: ClickRecorder;
  readonly answers: Answers;
  readonly deadEnds: DeadEnds;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** One request for a short address. */
export interface AddressLookup {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  readonly path: ShortPath;
  /** Label of the workspace that the host selects; empty in single mode. */
  readonly label: string;
  /** Addresses to try if this one is unknown; null: not determined yet. */
  readonly others: readonly PastedAddress[] | null;
}

/** A visitor at a link. */
interface VisitContext {
  readonly lookup: AddressLookup;
  readonly link: CachedLink;
  readonly visitor: Visitor;
  /** Unix milliseconds. */
  readonly at: number;
  /** Whether the visit was already taken from the link's cap, and so is counted. */
  readonly countedTowardsCap: boolean;
}

/** Visits of links: decide → count towards the cap → record → answer. */
export class LinkVisits {
  constructor(
    private readonly parts: LinkVisitParts,
    private readonly pages: BrandedPages,
    private readonly stats: RedirectStats,
  ) {}

  /**
   * Answers a request for a link, now or later.
   * @throws when it fails before the first asynchronous step; later failures are answered here.
   */
  answer(lookup: AddressLookup, link: CachedLink, workspace: KeyedWorkspace | null): void {
    const { request, response } = lookup;
    const { visitors, grants, now } = this.parts;
    // A scanned QR code is the source, whatever referrer the camera app sends; its parameter is not passed to the destination.
    const scanned = withoutScan(lookup.target.query);
    const seen = visitors.read(request);
    const visitor = scanned === null ? seen : { ...seen, referrerHost: SCANNED };
    const at = now();
    const context: VisitContext = { lookup, link, visitor, at, countedTowardsCap: false };
    if (visitor.botClass === 'prefetch') {
      this.refusePrefetch(context);
      return;
    }
    const visit: Visit = {
      botClass: visitor.botClass,
      country: visitor.country,
      os: visitor.system,
      query: scanned ?? lookup.target.query,
      hasGrant: link.hasPassword && grants.isGranted(request.headers.cookie, link, at),
    };
    const decision = decideRedirect(link, visit, at);
    const expirationDefault = isExpired(decision) ? (workspace?.expirationDestination ?? null) : null;
    if (expirationDefault !== null) {
      this.useDefault(context, decision, expirationDefault).catch((error: unknown) => {
        this.pages.fail(request, response, error);
      });
    } else if (link.maximumVisits === null) {
      this.finish(context, decision);
    } else {
      this.decideCapped(context, decision).catch((error: unknown) => {
        this.pages.fail(request, response, error);
      });
    }
  }

  /** Redirects to the workspace's destination for expired links, unless that leads back to an address which does the same. */
  private async useDefault(context: VisitContext, decision: Decision, destination: string): Promise<void> {
    const { request, target } = context.lookup;
    const isLoop =
      isRequestedAddress(destination, request, target) || (await this.parts.deadEnds.hasComeToLeadBack(destination));
    this.finish(context, isLoop ? decision : withExpirationDefault(decision, destination));
  }

  /**
   * A browser would use a prefetched redirect for the click that follows, and that click would not be recorded: after an
   * error it sends a new request on the click.
   */
  private refusePrefetch(context: VisitContext): void {
    this.stats.answers.bot_request += 1;
    this.record(context, 'bot_request');
    this.parts.answers.refusePrefetch(context.lookup.response);
  }

  /**
   * The cap is checked after expiry and before everything else: a decision made before the cap stays, a redirect of a
   * person uses a visit, and every other answer depends on whether visits are left.
   * @param decision the answer of the link if visits are left.
   */
  private async decideCapped(context: VisitContext, decision: Decision): Promise<void> {
    const { link } = context;
    if (isBeforeCap(decision)) {
      this.finish(context, decision);
      return;
    }
    if (decision.kind === 'redirect' && decision.consumesVisit) {
      const isTaken = await this.parts.counter.consume(link.id);
      this.finish({ ...context, countedTowardsCap: isTaken }, isTaken ? decision : decideAtCap(link));
      return;
    }
    let atCap: boolean;
    try {
      atCap = await this.parts.counter.isAtCap(link.id);
    } catch (error) {
      // A bot request uses no visit of the cap, so it may be redirected without the check.
      const isBot = decision.kind === 'redirect' && decision.outcome === 'bot_request';
      if (!(error instanceof CounterUnavailable) || !isBot) throw error;
      atCap = false;
    }
    this.finish(context, atCap ? decideAtCap(link) : decision);
  }

  /** Records the outcome and answers. */
  private finish(context: VisitContext, decision: Decision): void {
    const { answers } = this.parts;
    const { lookup } = context;
    switch (decision.kind) {
      case 'redirect':
        this.stats.answers[decision.outcome] += 1;
        this.record(context, decision.outcome);
        answers.redirect(lookup.response, decision.destination);
        return;
      case 'password':
        this.stats.answers.password_page += 1;
        answers.seeOther(
          lookup.response,
          302,
          unlockPath(lookup.path.slug.replace(/^\/+/, ''), pathWithQuery(lookup.target)),
          null,
        );
        return;
      case 'block':
        this.stats.answers[decision.outcome] += 1;
        this.record(context, decision.outcome);
        this.pages.send(lookup.request, lookup.response, blocked(decision.state, decision.opensAt));
    }
  }

  /** Records the event; an error here does not keep the visitor from the answer. */
  private record({ link, visitor, countedTowardsCap, at }: VisitContext, outcome: Outcome): void {
    const { recorder, visitors, onFailure } = this.parts;
    try {
      recorder.record(visitors.event(link, visitor, outcome, countedTowardsCap, at));
    } catch (error) {
      onFailure(error);
    }
  }
}

function isExpired(decision: Decision): boolean {
  return decision.kind === 'block' && decision.state === 'expired';
}

const BEFORE_CAP: ReadonlySet<string> = new Set<BlockState>(['quarantined', 'disabled', 'expired']);

/** Whether the decision was made in a step that comes before the cap. */
function isBeforeCap(decision: Decision): boolean {
  if (decision.kind === 'block') return BEFORE_CAP.has(decision.state);
  return decision.kind === 'redirect' && decision.outcome === 'expired_redirect';
}

function pathWithQuery({ path, query }: RequestTarget): string {
  return query === '' ? path : `${path}?${query}`;
}
