import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '@signpost/contracts';
import { requestedKeptPath, RESERVED_SLUGS } from '@signpost/domain';
import { clientKey, type HostTarget } from '../platform/http/index.js';
import { mayFallBackTo } from './fallbacks.js';
import { LinkVisits, type AddressLookup, type LinkVisitParts } from './link-visits.js';
import type { CachedLink } from './memory/cached-link.js';
import type { KeyedWorkspace } from './memory/workspace-table.js';
import { BrandedPages, labelOf, type BrandedPageParts } from './pages/branded-pages.js';
import { limited, METHOD, NOT_FOUND, TOO_LONG } from './pages/page-answers.js';
import { RedirectStats } from './redirect-stats.js';
import { addressesWithKept, othersOf, type PastedAddress } from './visitor/pasted-address.js';
import { firstSegment, parseShortPath, parseTarget, type RequestTarget, type ShortPath } from './visitor/short-path.js';

/** Limits requests for unknown addresses per client; resolves to the seconds to wait, or null. */
export type UnknownPathLimit = (client: string) => Promise<number | null>;

/** Serves the pages under `/p/` and `/report`; `handle` returns whether it took the request. */
export interface VisitorPages {
  handle(request: IncomingMessage, response: ServerResponse, target: RequestTarget): boolean;
}

/** What the redirect needs. */
export interface RedirectParts extends BrandedPageParts, LinkVisitParts {
  readonly limitUnknown: UnknownPathLimit;
}

/** Paths of a separate short domain that the application serves: what visitors need; it refuses the rest. */
const SHORT_DOMAIN_PATH = /^\/(?:uploads\/|api\/|favicon\.[^/]+$|apple-touch-icon\.png$|robots\.txt$)/;

/** A file at the root, such as one of the dashboard's; no slug contains a dot. */
const FILE = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

/** Whether a path has one segment. */
const isAlone = (path: string): boolean => !path.includes('/', 1);

/** Paths that Nest answers, even if the target is too long. */
const APPLICATION_PATH = /^\/(?:api|uploads)(?:\/|$)/i;

/**
 * The redirect: identify → resolve → visit. It gets each request before the application and takes those that can be for a short
 * link; all others go to the application.
 */
export class RedirectListener {
  readonly stats = new RedirectStats();
  readonly brandedPages: BrandedPages;
  private readonly visits: LinkVisits;
  private visitorPages: VisitorPages | null = null;

  constructor(private readonly parts: RedirectParts) {
    this.brandedPages = new BrandedPages(parts, this.stats);
    this.visits = new LinkVisits(parts, this.brandedPages, this.stats);
  }

  /** Adds the pages for visitors. */
  serve(pages: VisitorPages): void {
    this.visitorPages = pages;
  }

  /**
   * Answers the request, now or later; returns false when it is not for the redirect. Never throws: an error is reported to
   * the visitor of this request and to the log, and does not affect other requests.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return this.take(request, response);
    } catch (error) {
      this.brandedPages.fail(request, response, error);
      return true;
    }
  }

  private take(request: IncomingMessage, response: ServerResponse): boolean {
    const target = parseTarget(request.url ?? '');
    const host = this.parts.hosts.of(request.headers.host);
    if (target === null) return false;
    if ((request.url?.length ?? 0) > LIMITS.requestTargetBytes && !APPLICATION_PATH.test(target.path)) {
      this.brandedPages.send(request, response, TOO_LONG);
      return true;
    }
    if (target.path === '/' || target.path === '') return this.handleRoot(request, response, host);
    if (this.visitorPages?.handle(request, response, target) === true) return true;

    const path = parseShortPath(target.path);
    const first = path === null ? firstSegment(target.path) : path.prefix === '' ? path.slug : path.prefix;
    if (SHORT_DOMAIN_PATH.test(target.path)) return false;
    if (!host.onShortDomain && first !== null && (RESERVED_SLUGS.has(first) || this.mayBeFile(target.path, first))) {
      return false;
    }
    if (!isForLinks(request)) {
      this.brandedPages.send(request, response, METHOD);
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

  /** Whether a path may be one of the dashboard's files, which only a process with the role `app` serves; others have a kept path there. */
  private mayBeFile(path: string, first: string): boolean {
    return isAlone(path) && FILE.test(first) && this.parts.config.roles.has('app');
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
    { request, response, target, label }: Pick<AddressLookup, 'request' | 'response' | 'target' | 'label'>,
    [next, ...others]: readonly PastedAddress[],
  ): void {
    if (next === undefined) this.notFound(request, response, target);
    else this.redirect({ request, response, label, ...next, others });
  }

  /** Redirects `/` of a separate short domain to the workspace's root destination, else to the dashboard. */
  private handleRoot(request: IncomingMessage, response: ServerResponse, host: HostTarget): boolean {
    if (!host.onShortDomain) return false;
    if (!isRead(request)) {
      this.brandedPages.send(request, response, METHOD);
      return true;
    }
    this.brandedPages
      .workspaceAt(host)
      .then(async (workspace) => {
        const destination = workspace?.rootDestination ?? null;
        const isUsed = destination !== null && !(await this.parts.deadEnds.hasComeToLeadBack(destination));
        this.parts.answers.seeOther(response, 302, isUsed ? destination : `${this.parts.config.publicOrigin}/`, null);
      })
      .catch((error: unknown) => {
        this.brandedPages.fail(request, response, error);
      });
    return true;
  }

  private redirect(lookup: AddressLookup): void {
    const { resolver } = this.parts;
    const workspace = resolver.workspace(lookup.label);
    if (workspace !== undefined) {
      const link = workspace === null ? null : this.findIn(workspace, lookup.path);
      if (link !== undefined) {
        this.stats.hits += 1;
        this.settle(lookup, link, workspace);
        return;
      }
    }
    this.stats.misses += 1;
    this.load(lookup).catch((error: unknown) => {
      this.brandedPages.fail(lookup.request, lookup.response, error);
    });
  }

  private findIn(workspace: KeyedWorkspace, path: ShortPath): CachedLink | null | undefined {
    if (isKept(path)) return workspace.hasKeptPaths ? this.parts.resolver.find(workspace, path.slug) : null;
    return workspace.prefixes.has(path.prefix) ? this.parts.resolver.find(workspace, path.slug) : null;
  }

  private async load(lookup: AddressLookup): Promise<void> {
    const { resolver } = this.parts;
    const { label } = lookup;
    const workspace = resolver.workspace(label) ?? (await resolver.loadWorkspace(label));
    let link = workspace === null ? null : this.findIn(workspace, lookup.path);
    if (link === undefined && workspace !== null) link = await resolver.load(workspace.id, lookup.path.slug);
    this.settle(lookup, link ?? null, workspace);
  }

  private settle(lookup: AddressLookup, link: CachedLink | null, workspace: KeyedWorkspace | null): void {
    if (link === null) this.redirectNext(lookup, lookup.others ?? othersIn(workspace, lookup));
    else this.visits.answer(lookup, link, workspace);
  }

  /** Answers requests that the application has no route for: not found, or method not allowed. */
  elsewhere(request: IncomingMessage, response: ServerResponse): void {
    if (!isForLinks(request)) {
      this.brandedPages.send(request, response, METHOD);
      return;
    }
    // A path that looks like a file, but is not one of the product's, may be a kept path.
    const target = parseTarget(request.url ?? '');
    const host = this.parts.hosts.of(request.headers.host);
    const first = target === null ? null : firstSegment(target.path);
    const isLink = target !== null && first !== null && !RESERVED_SLUGS.has(first);
    const label = labelOf(host);
    if (isLink && label !== null && this.redirectKept(request, response, target, null, label)) return;
    if (!isRead(request)) this.brandedPages.send(request, response, METHOD);
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
        const host = this.parts.hosts.of(request.headers.host);
        const destination = (await this.brandedPages.workspaceAt(host))?.notFoundDestination ?? null;
        const isUsed =
          wait === null &&
          target !== undefined &&
          destination !== null &&
          mayFallBackTo(destination, host, request, target) &&
          !(await this.parts.deadEnds.hasComeToLeadBack(destination));
        this.stats.answers[wait === null ? 'not_found' : 'rate_limited'] += 1;
        if (wait !== null) this.brandedPages.send(request, response, limited(wait));
        else if (isUsed) this.parts.answers.redirect(response, destination);
        else this.brandedPages.send(request, response, NOT_FOUND);
      })
      .catch((error: unknown) => {
        this.brandedPages.fail(request, response, error);
      });
  }
}

/** Kept paths have a leading slash. */
function isKept({ slug }: ShortPath): boolean {
  return slug.startsWith('/');
}

/** Whether the method is one that reads. */
function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether the method is one that links answer: OPTIONS, too, which Office sends before it opens a link. */
function isForLinks(request: IncomingMessage): boolean {
  return isRead(request) || request.method === 'OPTIONS';
}

/** Other addresses that the visitor may have meant. */
function othersIn(workspace: KeyedWorkspace | null, { target, path }: AddressLookup): PastedAddress[] {
  return workspace?.hasKeptPaths === true ? addressesWithKept(target).slice(1) : othersOf(target, path);
}
