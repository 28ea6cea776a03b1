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
import { isRequestedAddress, mayFallBackTo } from './fallbacks.js';
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

/** Records events; they are stored once `commit` has returned. */
export interface ClickRecorder {
  record(event: ClickEvent): void;
  commit(): void;
}

/** Limits requests for unknown addresses per client; resolves to the seconds to wait, or null. */
export type UnknownPathLimit = (client: string) => Promise<number | null>;

/** Serves the pages under `/p/` and `/report`; `handle` returns whether it took the request. */
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

/** Paths of a separate short domain that the application serves: what visitors need; it refuses the rest. */
const SHORT_DOMAIN_PATH = /^\/(?:uploads\/|api\/|favicon\.|apple-touch-icon\.png$|robots\.txt$)/;

/** A file at the root, such as one of the dashboard's; no slug contains a dot. */
const FILE = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

/** Whether a path has one segment. */
const isAlone = (path: string): boolean => !path.includes('/', 1);

/** Paths that Nest answers, even if the target is too long. */
const APPLICATION_PATH = /^\/(?:api|uploads)(?:\/|$)/i;

/** One request for a short address. */
interface AddressRequest {
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
  readonly asked: AddressRequest;
  readonly link: CachedLink;
  readonly visitor: Visitor;
  /** Unix milliseconds. */
  readonly at: number;
  /** Whether the visit was already taken from the link's cap, and so is counted. */
  readonly countedTowardsCap: boolean;
}

/**
 * The redirect: identify → resolve → decide → record → answer. It gets each request before the application and takes those
 * that can be for a short link; all others go to the application.
 */
export class RedirectListener {
  readonly stats = new RedirectStats();
  private pages: VisitorPages | null = null;
  private readonly single: HostTarget | null;

  constructor(private readonly parts: RedirectParts) {
    const { config } = parts;
    // With one workspace and one host the host header makes no difference.
    this.single = config.mode === 'single' && !config.hasShortDomain ? { kind: 'single', onShortDomain: false } : null;
  }

  /** Adds the pages for visitors. */
  serve(pages: VisitorPages): void {
    this.pages = pages;
  }

  /**
   * Answers the request, now or later; returns false when it is not for the redirect. Never throws: an error is reported to
   * the visitor of this request and to the log, and does not affect other requests.
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
    if (!isForLinks(request)) {
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
   * Tries a path first as an exact kept path (decisions 10), then as a slug, and last as a kept path without regard to case;
   * returns false where the workspace has no kept paths, or for a slug in canonical form, which is tried first.
   */
  private redirectKept(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    path: ShortPath | null,
    label: string,
  ): boolean {
    if (this.parts.resolver.workspace(label)?.hasKeptPaths === false) return false;
    // A slug in canonical form cannot be an exact kept path, so it is tried as a slug first.
    if (path !== null && requestedKeptPath(target.path) === null) return false;
    const [first, ...others] = addressesWithKept(target);
    if (first === undefined) return false;
    this.redirect({ request, response, label, ...first, others });
    return true;
  }

  /** Continues with the next address that may have been meant, or answers that nothing was found. */
  private redirectNext(
    { request, response, target, label }: Pick<AddressRequest, 'request' | 'response' | 'target' | 'label'>,
    [next, ...others]: readonly PastedAddress[],
  ): void {
    if (next === undefined) this.notFound(request, response, target);
    else this.redirect({ request, response, label, ...next, others });
  }

  /** Redirects `/` of a separate short domain to the workspace's root destination, else to the dashboard. */
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

  /** The workspace that a host selects; null also while the database and memory do not know it. */
  private async workspaceAt(host: HostTarget): Promise<KeyedWorkspace | null> {
    const label = labelOf(host);
    if (label === null) return null;
    const { resolver } = this.parts;
    return resolver.workspace(label) ?? (await resolver.loadWorkspace(label).catch(() => null));
  }

  /** Name and logo of the workspace that a host selects, for a page. */
  async brandAt(host: HostTarget): Promise<Brand | null> {
    const workspace = await this.workspaceAt(host);
    return workspace === null ? null : this.brandOf(workspace);
  }

  private brandOf({ name, logoKey }: KeyedWorkspace): Brand {
    return { name, logoUrl: logoKey === null ? null : uploadUrl(this.parts.config, logoKey) };
  }

  /** Sends a page with the brand of the host's workspace, if memory knows it. */
  private page(request: IncomingMessage, response: ServerResponse, answer: PageAnswer): void {
    this.parts.answers.page(request, response, answer, this.knownBrand(request));
  }

  private knownBrand(request: IncomingMessage): Brand | null {
    try {
      const label = labelOf(this.single ?? this.parts.hosts.of(request.headers.host));
      const workspace = label === null ? null : (this.parts.resolver.workspace(label) ?? null);
      return workspace === null ? null : this.brandOf(workspace);
    } catch {
      // The page that reports an error must not fail for the same reason.
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
    // A scanned QR code is the source, whatever referrer the camera app sends; its parameter is not passed to the destination.
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

  /** Applies the workspace's destination for expired links, unless it is the requested address itself. */
  private orDefault(
    decision: Decision,
    { request, target }: AddressRequest,
    workspace: KeyedWorkspace | null,
  ): Decision {
    const destination = workspace?.expirationDestination ?? null;
    if (destination === null || decision.kind !== 'block') return decision;
    return isRequestedAddress(destination, request, target) ? decision : withExpirationDefault(decision, destination);
  }

  /**
   * A browser would use a prefetched redirect for the click that follows, and that click would not be recorded: after an
   * error it sends a new request on the click.
   */
  private refusePrefetch(context: VisitContext): void {
    this.stats.answers.bot_request += 1;
    this.record(context, 'bot_request');
    this.parts.answers.notAhead(context.asked.response);
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

  /** Records the event; an error here does not keep the visitor from the answer. */
  private record({ link, visitor, countedTowardsCap, at }: VisitContext, outcome: Outcome): void {
    const { recorder, visitors, onFailure } = this.parts;
    try {
      recorder.record(visitors.event(link, visitor, outcome, countedTowardsCap, at));
    } catch (error) {
      onFailure(error);
    }
  }

  /** Answers requests that the application has no route for: not found, or method not allowed. */
  elsewhere(request: IncomingMessage, response: ServerResponse): void {
    if (!isForLinks(request)) {
      this.page(request, response, METHOD);
      return;
    }
    // A path that looks like a file, but is not one of the product's, may be a kept path.
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
   * Answers that nothing was found, and counts it towards the client's rate limit.
   * @param target given for a short address: it redirects to the workspace's destination for unknown addresses, if any.
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
        else if (target === undefined || destination === null || !mayFallBackTo(destination, host, request, target)) {
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

/** Kept paths have a leading slash. */
function isKept({ slug }: ShortPath): boolean {
  return slug.startsWith('/');
}

/** Label of the workspace that a host selects, empty in single mode; null where it selects none. */
function labelOf(host: HostTarget): string | null {
  if (host.kind === 'single') return '';
  return host.kind === 'workspace' ? host.label : null;
}

/** Whether the method is one that reads. */
function isAsked({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether the method is one that links answer: OPTIONS, too, which Office sends before it opens a link. */
function isForLinks(request: IncomingMessage): boolean {
  return isAsked(request) || request.method === 'OPTIONS';
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

/** Other addresses that the visitor may have meant. */
function othersIn(workspace: KeyedWorkspace | null, { target, path }: AddressRequest): PastedAddress[] {
  return workspace?.hasKeptPaths === true ? addressesWithKept(target).slice(1) : othersOf(target, path);
}
