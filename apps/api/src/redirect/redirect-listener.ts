import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '@signpost/contracts';
import {
  decideAtCap,
  decideRedirect,
  requestedKeptPath,
  RESERVED_SLUGS,
  unlockPath,
  SCANNED,
  withoutScan,
  withExpirationDefault,
  type BlockState,
  type ClickEvent,
  type Decision,
  type Outcome,
  type Visit,
} from '@signpost/domain';
import type { Config } from '../platform/config/index.js';
import { clientKey, type HostTarget, type HostTargets } from '../platform/http/index.js';
import { uploadUrl } from '../platform/storage/upload-url.js';
import type { Answers, PageAnswer } from './answers.js';
import { leadsHere, leadsOn } from './fallbacks.js';
import type { CachedLink } from './memory/cached-link.js';
import type { Grants } from './visitor/grants.js';
import { ResolverUnavailable, type LinkResolver } from './memory/link-resolver.js';
import type { Brand } from './pages/pages.js';
import {
  blocked,
  limited,
  METHOD,
  NOT_FOUND,
  TOO_LONG,
  UNAVAILABLE,
  VISIT_LIMIT_UNAVAILABLE,
} from './pages/page-answers.js';
import { addressesWithKept, othersOf, type PastedAddress } from './visitor/pasted-address.js';
import { firstSegment, parseShortPath, parseTarget, type RequestTarget, type ShortPath } from './visitor/short-path.js';
import { RedirectStats } from './redirect-stats.js';
import { CounterUnavailable, type VisitCounter } from './caps/visit-counter.js';
import type { Visitor, Visitors } from './visitor/visitors.js';
import type { KeyedWorkspace } from './memory/workspace-table.js';

/** Where events go; safe once `commit` has returned. */
export interface ClickRecorder {
  record(event: ClickEvent): void;
  commit(): void;
}

/** Limits addresses that lead nowhere; answers the seconds to wait, or null. */
export type UnknownPathLimit = (client: string) => Promise<number | null>;

/** Pages under `/p/` and `/report`; answers whether the request was theirs. */
export interface VisitorPages {
  handle(request: IncomingMessage, response: ServerResponse, target: RequestTarget): boolean;
}

export interface RedirectParts {
  readonly config: Config;
  readonly hosts: HostTargets;
  readonly resolver: LinkResolver;
  readonly counter: VisitCounter;
  readonly visitors: Visitors;
  readonly grants: Grants;
  readonly recorder: ClickRecorder;
  readonly answers: Answers;
  readonly limitUnknown: UnknownPathLimit;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** What a short domain of its own leaves to the application, which answers what visitors need and refuses the rest. */
const SHORT_DOMAIN_PATH = /^\/(?:uploads\/|api\/|favicon\.|apple-touch-icon\.png$|robots\.txt$)/;

/** A file at the root, such as the dashboard's own; no slug has a dot. */
const FILE = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

/** Whether a path has one segment. */
const isAlone = (path: string): boolean => !path.includes('/', 1);

/** What Nest answers, a target that is too long among them. */
const APPLICATION_PATH = /^\/(?:api|uploads)(?:\/|$)/i;

/** One request for a short address. */
interface AddressRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  readonly path: ShortPath;
  /** Label of the workspace that the host selects; empty in single mode. */
  readonly label: string;
  /** Addresses to try where this one leads nowhere; null: they have not been looked for. */
  readonly others: readonly PastedAddress[] | null;
}

/** A visitor at a link. */
interface VisitContext {
  readonly asked: AddressRequest;
  readonly link: CachedLink;
  readonly visitor: Visitor;
  /** Unix milliseconds. */
  readonly at: number;
  /** Whether the visit has been taken from the link's cap, and so is counted already. */
  readonly countedTowardsCap: boolean;
}

/**
 * The redirect: identify → resolve → decide → record → answer. Stands in front of the application and takes what can be
 * a short link; everything else is the application's.
 */
export class RedirectListener {
  readonly stats = new RedirectStats();
  private pages: VisitorPages | null = null;
  private readonly single: HostTarget | null;

  constructor(private readonly parts: RedirectParts) {
    const { config } = parts;
    // With one workspace and one host, no host header makes a difference.
    this.single = config.mode === 'single' && !config.hasShortDomain ? { kind: 'single', onShortDomain: false } : null;
  }

  /** Adds the pages for visitors. */
  serve(pages: VisitorPages): void {
    this.pages = pages;
  }

  /**
   * Takes the request and answers it, now or later; false when it is not the redirect's. Never throws: what goes wrong
   * with one request is said to its visitor and to the log, and takes nobody else's answer with it.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return this.take(request, response);
    } catch (error) {
      this.failed(request, response, error);
      return true;
    }
  }

  private take(request: IncomingMessage, response: ServerResponse): boolean {
    const target = parseTarget(request.url ?? '');
    const host = this.single ?? this.parts.hosts.of(request.headers.host);
    if (target === null) return false;
    if ((request.url?.length ?? 0) > LIMITS.requestTargetBytes && !APPLICATION_PATH.test(target.path)) {
      this.page(request, response, TOO_LONG);
      return true;
    }
    if (target.path === '/' || target.path === '') return this.handleRoot(request, response, host);
    if (this.pages?.handle(request, response, target) === true) return true;

    const path = parseShortPath(target.path);
    const first = path === null ? firstSegment(target.path) : path.prefix === '' ? path.slug : path.prefix;
    if (host.onShortDomain) {
      if (SHORT_DOMAIN_PATH.test(target.path)) return false;
    } else if (first !== null && (RESERVED_SLUGS.has(first) || (isAlone(target.path) && FILE.test(first)))) {
      return false;
    }
    if (!isAsked(request) && !asksWhatIsPossible(request)) {
      this.page(request, response, METHOD);
      return true;
    }
    const label = labelOf(host);
    if ((first !== null && RESERVED_SLUGS.has(first)) || label === null) {
      this.notFound(request, response, target);
      return true;
    }
    if (this.redirectKept(request, response, target, path, label)) return true;
    if (path !== null) this.redirect({ request, response, target, path, label, others: null });
    else this.redirectNext({ request, response, target, label }, othersOf(target, null));
    return true;
  }

  /**
   * Tries a path first as it was printed for a former shortener (decisions 10), and last without regard to case; false where the
   * workspace has no such addresses, or a slug says this one.
   */
  private redirectKept(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    path: ShortPath | null,
    label: string,
  ): boolean {
    if (this.parts.resolver.workspace(label)?.hasKeptPaths === false) return false;
    // What is plain stays on the usual way.
    if (path !== null && requestedKeptPath(target.path) === null) return false;
    const [first, ...others] = addressesWithKept(target);
    if (first === undefined) return false;
    this.redirect({ request, response, label, ...first, others });
    return true;
  }

  /** Goes on with the next address that may have been meant, if there is one. */
  private redirectNext(
    { request, response, target, label }: Pick<AddressRequest, 'request' | 'response' | 'target' | 'label'>,
    [next, ...others]: readonly PastedAddress[],
  ): void {
    if (next === undefined) this.notFound(request, response, target);
    else this.redirect({ request, response, label, ...next, others });
  }

  /** `/` of a short domain of its own leads where its workspace says, else to the dashboard. */
  private handleRoot(request: IncomingMessage, response: ServerResponse, host: HostTarget): boolean {
    if (!host.onShortDomain) return false;
    if (!isAsked(request)) {
      this.page(request, response, METHOD);
      return true;
    }
    this.workspaceAt(host)
      .then((workspace) => {
        const destination = workspace?.rootDestination ?? `${this.parts.config.publicOrigin}/`;
        this.parts.answers.seeOther(response, 302, destination, null);
      })
      .catch((error: unknown) => {
        this.failed(request, response, error);
      });
    return true;
  }

  /** The workspace that a host selects; null also while nobody can say. */
  private async workspaceAt(host: HostTarget): Promise<KeyedWorkspace | null> {
    const label = labelOf(host);
    if (label === null) return null;
    const { resolver } = this.parts;
    return resolver.workspace(label) ?? (await resolver.loadWorkspace(label).catch(() => null));
  }

  /** What a page of a host shows of its workspace. */
  async brandAt(host: HostTarget): Promise<Brand | null> {
    const workspace = await this.workspaceAt(host);
    return workspace === null ? null : this.brandOf(workspace);
  }

  private brandOf({ name, logoKey }: KeyedWorkspace): Brand {
    return { name, logoUrl: logoKey === null ? null : uploadUrl(this.parts.config, logoKey) };
  }

  /** A page, with what the host's workspace calls itself as far as memory knows it. */
  private page(request: IncomingMessage, response: ServerResponse, answer: PageAnswer): void {
    this.parts.answers.page(request, response, answer, this.knownBrand(request));
  }

  private knownBrand(request: IncomingMessage): Brand | null {
    try {
      const label = labelOf(this.single ?? this.parts.hosts.of(request.headers.host));
      const workspace = label === null ? null : (this.parts.resolver.workspace(label) ?? null);
      return workspace === null ? null : this.brandOf(workspace);
    } catch {
      // The page that says that something is wrong must not fail for the same reason.
      return null;
    }
  }

  private redirect(asked: AddressRequest): void {
    const { resolver } = this.parts;
    const workspace = resolver.workspace(asked.label);
    if (workspace !== undefined) {
      const link = workspace === null ? null : this.findIn(workspace, asked.path);
      if (link !== undefined) {
        this.stats.hits += 1;
        this.decide(asked, link, workspace);
        return;
      }
    }
    this.stats.misses += 1;
    this.load(asked).catch((error: unknown) => {
      this.failed(asked.request, asked.response, error);
    });
  }

  private findIn(workspace: KeyedWorkspace, path: ShortPath): CachedLink | null | undefined {
    if (isKept(path)) return workspace.hasKeptPaths ? this.parts.resolver.find(workspace, path.slug) : null;
    return workspace.prefixes.has(path.prefix) ? this.parts.resolver.find(workspace, path.slug) : null;
  }

  private async load(asked: AddressRequest): Promise<void> {
    const { resolver } = this.parts;
    const { label } = asked;
    const workspace = resolver.workspace(label) ?? (await resolver.loadWorkspace(label));
    let link = workspace === null ? null : this.findIn(workspace, asked.path);
    if (link === undefined && workspace !== null) link = await resolver.load(workspace.id, asked.path.slug);
    this.decide(asked, link ?? null, workspace);
  }

  private decide(asked: AddressRequest, link: CachedLink | null, workspace: KeyedWorkspace | null): void {
    const { request, response } = asked;
    if (link === null) {
      this.redirectNext(asked, asked.others ?? othersIn(workspace, asked));
      return;
    }
    const { visitors, grants, now } = this.parts;
    // A scan is a source of its own, whatever the camera says of where it comes from; the key for it goes no further.
    const scanned = withoutScan(asked.target.query);
    const seen = visitors.read(request);
    const visitor = scanned === null ? seen : { ...seen, referrerHost: SCANNED };
    const at = now();
    const context: VisitContext = { asked, link, visitor, at, countedTowardsCap: false };
    if (visitor.botClass === 'prefetch') {
      this.refusePrefetch(context);
      return;
    }
    const visit: Visit = {
      botClass: visitor.botClass,
      country: visitor.country,
      os: visitor.system,
      query: scanned ?? asked.target.query,
      hasGrant: link.hasPassword && grants.isGranted(request.headers.cookie, link, at),
    };
    const decision = this.orDefault(decideRedirect(link, visit, at), asked, workspace);
    if (link.maximumVisits === null) {
      this.finish(context, decision);
      return;
    }
    this.decideCapped(context, decision).catch((error: unknown) => {
      this.failed(request, response, error);
    });
  }

  /** Where the workspace says where expired links lead, and that is not this very address. */
  private orDefault(
    decision: Decision,
    { request, target }: AddressRequest,
    workspace: KeyedWorkspace | null,
  ): Decision {
    const destination = workspace?.expirationDestination ?? null;
    if (destination === null || decision.kind !== 'block') return decision;
    return leadsHere(destination, request, target) ? decision : withExpirationDefault(decision, destination);
  }

  /**
   * A browser that loads ahead would use a redirect for the click that follows, and that click would never be seen: told
   * that there is nothing yet, it asks again on the click.
   */
  private refusePrefetch(context: VisitContext): void {
    this.stats.answers.bot_request += 1;
    this.record(context, 'bot_request');
    this.parts.answers.notAhead(context.asked.response);
  }

  /**
   * The cap stands between expiry and everything that follows: a decision of the steps before it stays, a visit asks for
   * its place, and whatever else the link would answer depends on whether places are left.
   * @param decision what the link would answer if places were left.
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
      // A bot takes no place, so it loses nothing by being sent on unchecked.
      const isBot = decision.kind === 'redirect' && decision.outcome === 'bot_request';
      if (!(error instanceof CounterUnavailable) || !isBot) throw error;
      atCap = false;
    }
    this.finish(context, atCap ? decideAtCap(link) : decision);
  }

  /** Records what happened and answers. */
  private finish(context: VisitContext, decision: Decision): void {
    const { answers } = this.parts;
    const { asked } = context;
    switch (decision.kind) {
      case 'redirect':
        this.stats.answers[decision.outcome] += 1;
        this.record(context, decision.outcome);
        answers.redirect(asked.response, decision.destination);
        return;
      case 'password':
        this.stats.answers.password_page += 1;
        answers.seeOther(
          asked.response,
          302,
          unlockPath(asked.path.slug.replace(/^\/+/, ''), pathWithQuery(asked.target)),
          null,
        );
        return;
      case 'block':
        this.stats.answers[decision.outcome] += 1;
        this.record(context, decision.outcome);
        this.page(asked.request, asked.response, blocked(decision.state, decision.opensAt));
    }
  }

  /** Notes the event. A visitor is answered whatever becomes of it. */
  private record({ link, visitor, countedTowardsCap, at }: VisitContext, outcome: Outcome): void {
    const { recorder, visitors, onFailure } = this.parts;
    try {
      recorder.record(visitors.event(link, visitor, outcome, countedTowardsCap, at));
    } catch (error) {
      onFailure(error);
    }
  }

  /** Answers where nobody else has: that nothing is here, or that what is here can only be asked for. */
  elsewhere(request: IncomingMessage, response: ServerResponse): void {
    if (!isAsked(request) && !asksWhatIsPossible(request)) {
      this.page(request, response, METHOD);
      return;
    }
    // What looks like a file and is none of the product's may have been printed for a former shortener.
    const target = parseTarget(request.url ?? '');
    const host = this.single ?? this.parts.hosts.of(request.headers.host);
    const first = target === null ? null : firstSegment(target.path);
    const isLink = target !== null && first !== null && !RESERVED_SLUGS.has(first);
    const label = labelOf(host);
    if (isLink && label !== null && this.redirectKept(request, response, target, null, label)) return;
    if (!isAsked(request)) this.page(request, response, METHOD);
    else if (isLink) this.notFound(request, response, target);
    else this.notFound(request, response);
  }

  /**
   * Answers that nothing is here, and counts it against the client.
   * @param target given for an address: it leads where the workspace says that unknown ones lead.
   */
  notFound(request: IncomingMessage, response: ServerResponse, target?: RequestTarget): void {
    const { visitors, limitUnknown } = this.parts;
    limitUnknown(clientKey(visitors.address(request)))
      .catch(() => null)
      .then(async (wait) => {
        const host = this.single ?? this.parts.hosts.of(request.headers.host);
        const destination = (await this.workspaceAt(host))?.notFoundDestination ?? null;
        this.stats.answers[wait === null ? 'not_found' : 'rate_limited'] += 1;
        if (wait !== null) this.page(request, response, limited(wait));
        else if (target === undefined || destination === null || !leadsOn(destination, host, request, target)) {
          this.page(request, response, NOT_FOUND);
        } else this.parts.answers.redirect(response, destination);
      })
      .catch((error: unknown) => {
        this.failed(request, response, error);
      });
  }

  private failed(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const { onFailure } = this.parts;
    this.stats.answers.unavailable += 1;
    if (error instanceof CounterUnavailable) {
      this.page(request, response, VISIT_LIMIT_UNAVAILABLE);
      return;
    }
    if (!(error instanceof ResolverUnavailable)) onFailure(error);
    if (!response.headersSent) this.page(request, response, UNAVAILABLE);
  }
}

/** Kept paths have a slash in front. */
function isKept({ slug }: ShortPath): boolean {
  return slug.startsWith('/');
}

/** Label of the workspace that a host selects, empty in single mode; null where it selects none. */
function labelOf(host: HostTarget): string | null {
  if (host.kind === 'single') return '';
  return host.kind === 'workspace' ? host.label : null;
}

/** Whether the request only asks for what is at its address. */
function isAsked({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Office asks so before it opens a link: it is answered like any bot that only looks. */
function asksWhatIsPossible({ method }: IncomingMessage): boolean {
  return method === 'OPTIONS';
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

/** What else an address may have been meant to be. */
function othersIn(workspace: KeyedWorkspace | null, { target, path }: AddressRequest): PastedAddress[] {
  return workspace?.hasKeptPaths === true ? addressesWithKept(target).slice(1) : othersOf(target, path);
}
