import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LIMITS } from '@signpost/contracts';
import { lengthOf, parseReturnPath } from '@signpost/domain';
import { Config } from '../platform/config/index.js';
import { ApiError, isDatabaseUnavailable } from '../platform/errors/index.js';
import {
  clientKey,
  configuredOrigin,
  HostTargets,
  httpsAddress,
  isOwnOrigin,
  type HostTarget,
} from '../platform/http/index.js';
import {
  limited,
  METHOD,
  NOT_FOUND,
  RedirectEngine,
  UNAVAILABLE,
  type FormProblem,
  type PageAnswer,
  type RequestTarget,
  type VisitorPages as Pages,
} from '../redirect/index.js';
import { readForm } from './form-body.js';
import { ReportService } from './report.service.js';
import { UnlockService } from './unlock.service.js';

/** Maximum length of an address typed into a form: a host name before a kept path. */
const TYPED_LENGTH = 255 + 1 + LIMITS.keptPathLength;
const FORBIDDEN: PageAnswer = { status: 403, page: { kind: 'forbidden' }, error: { code: 'bad_origin' } };
const PATH = /^\/p\/([^/]+?)(\/report)?\/?$/;
const REPORT_PATH = /^\/report\/?$/;

/** A request for a page of a link. */
interface PageContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly host: HostTarget;
  readonly slug: string;
  /** Path that the visitor came from, with its query; null if there is none or it is not trustworthy. */
  readonly path: string | null;
  /** Result of the form that redirected to this page. */
  readonly result: string | null;
}

/**
 * The pages of a protected link, `/p/{slug}` and `/p/{slug}/report`, and `/report`, which asks for the link: plain forms that work
 * without scripts. They use the same services as the API routes. Where no input is lost by it, the result of a form is shown by a
 * separate page after a redirect, because browsers do not go back to the response of a form.
 */
@Injectable()
export class VisitorPages implements Pages, OnApplicationBootstrap {
  private readonly logger = new Logger(VisitorPages.name);

  constructor(
    private readonly engine: RedirectEngine,
    private readonly hosts: HostTargets,
    private readonly config: Config,
    private readonly unlocking: UnlockService,
    private readonly reports: ReportService,
  ) {}

  onApplicationBootstrap(): void {
    this.engine.listener.serve(this);
  }

  handle(request: IncomingMessage, response: ServerResponse, target: RequestTarget): boolean {
    if (!target.path.startsWith('/p/') && !REPORT_PATH.test(target.path)) return false;
    const https = httpsAddress(request, this.config, this.hosts.of(request.headers.host));
    if (https !== null) {
      this.engine.answers.seeOther(response, 308, https, null);
      return true;
    }
    this.answer(request, response, target).catch((error: unknown) => {
      this.failed(request, response, error);
    });
    return true;
  }

  private async answer(request: IncomingMessage, response: ServerResponse, target: RequestTarget): Promise<void> {
    if (REPORT_PATH.test(target.path)) {
      this.askForLink(request, response, new URLSearchParams(target.query).get('link'));
      return;
    }
    const match = PATH.exec(target.path);
    const slug = match?.[1] === undefined ? null : decode(match[1]);
    if (slug === null) {
      this.engine.listener.notFound(request, response);
      return;
    }
    const query = new URLSearchParams(target.query);
    const path = parseReturnPath(query.get('path') ?? '');
    const host = this.hosts.of(request.headers.host);
    const context: PageContext = { request, response, host, slug, path, result: query.get('said') };
    const isReport = match?.[2] !== undefined;
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        if (isReport) this.showReport(context);
        else await this.showUnlock(context, context.result === 'wrong' ? { kind: 'wrong' } : null, 200);
        return;
      case 'POST':
        if (!this.isOwnOrigin(context)) this.show(context, FORBIDDEN);
        else if (isReport) await this.takeReport(context);
        else await this.takePassword(context);
        return;
      default:
        this.show(context, { ...METHOD, allow: 'GET, HEAD, POST' });
    }
  }

  /** @param given the address in the submitted form; null before it is submitted. */
  private askForLink(request: IncomingMessage, response: ServerResponse, given: string | null): void {
    const at = { request, response, host: this.hosts.of(request.headers.host) };
    const slug = given === null ? null : pathIn(given);
    if (request.method !== 'GET' && request.method !== 'HEAD') this.show(at, METHOD);
    else if (slug !== null) this.engine.answers.seeOther(response, 303, pathOf({ slug, path: null }, '/report'), null);
    else {
      const page = { kind: 'report_address' as const, problem: given !== null };
      this.show(at, { status: given === null ? 200 : 422, page, error: null });
    }
  }

  private async showUnlock(context: PageContext, problem: FormProblem | null, status: number): Promise<void> {
    const link = await this.unlocking.find(context.host, context.slug);
    if (link === null) {
      return this.redirectBack(context, 302);
    }
    const page = {
      kind: 'unlock' as const,
      ...link,
      action: pathOf(context, ''),
      reportUrl: pathOf(context, '/report'),
      problem,
    };
    this.show(context, { status, page, error: null, ...waitOf(problem) });
  }

  /** Redirects to the visited address, which shows the current state of a link that cannot be unlocked (any more). */
  private async redirectBack(context: PageContext, status: 302 | 303): Promise<void> {
    const wait = await this.unlocking.countMiss(this.client(context.request));
    if (wait !== null) this.show(context, limited(wait));
    else if (context.path === null) this.show(context, NOT_FOUND);
    else this.engine.answers.seeOther(context.response, status, context.path, null);
  }

  private async takePassword(context: PageContext): Promise<void> {
    const password = (await readForm(context.request))?.get('password') ?? '';
    if (password === '') return this.showUnlock(context, { kind: 'missing' }, 422);
    if (lengthOf(password) > LIMITS.linkPasswordLength) {
      this.redirectTo(context, pathOf(context, '', 'wrong'));
      return;
    }
    const { request, host, slug, path } = context;
    try {
      const unlocked = await this.unlocking.unlock({
        request,
        host,
        client: this.client(request),
        slug,
        password,
        path,
      });
      if (unlocked === null) {
        await this.redirectBack(context, 303);
        return;
      }
      this.engine.answers.seeOther(context.response, 303, unlocked.redirectTo, unlocked.cookie);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      switch (error.code) {
        case 'wrong_password':
          this.redirectTo(context, pathOf(context, '', 'wrong'));
          return;
        case 'rate_limited':
          await this.showUnlock(context, limitOf(error), 429);
          return;
        default:
          throw error;
      }
    }
  }

  private showReport(context: PageContext): void {
    if (context.result !== 'sent') this.showReportForm(context, '', null, 200);
    else this.show(context, { status: 200, page: { kind: 'reported', backUrl: backOf(context) }, error: null });
  }

  private showReportForm(context: PageContext, reason: string, problem: FormProblem | null, status: number): void {
    const [action, backUrl] = [pathOf(context, '/report'), backOf(context)];
    const page = { kind: 'report' as const, slug: context.slug, action, backUrl, reason, problem };
    this.show(context, { status, page, error: null, ...waitOf(problem) });
  }

  private async takeReport(context: PageContext): Promise<void> {
    const reason = ((await readForm(context.request))?.get('reason') ?? '').replaceAll('\r\n', '\n').trim();
    if (reason === '' || lengthOf(reason) > LIMITS.reportReasonLength || /[^\P{Cc}\n\t]/u.test(reason)) {
      this.showReportForm(context, reason.slice(0, LIMITS.reportReasonLength), { kind: 'reason' }, 422);
      return;
    }
    try {
      await this.reports.report(context.host, this.client(context.request), context.slug, reason.toWellFormed());
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error;
      this.showReportForm(context, reason, limitOf(error), 429);
      return;
    }
    this.redirectTo(context, pathOf(context, '/report', 'sent'));
  }

  private failed(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.headersSent) return;
    if (!(error instanceof ApiError) && !isDatabaseUnavailable(error)) this.logger.error(error);
    this.show({ request, response, host: this.hosts.of(request.headers.host) }, UNAVAILABLE);
  }

  private redirectTo({ response }: PageContext, location: string): void {
    this.engine.answers.seeOther(response, 303, location, null);
  }

  private show(
    { request, response, host }: Pick<PageContext, 'request' | 'response' | 'host'>,
    answer: PageAnswer,
  ): void {
    const origin = configuredOrigin(this.config, host);
    const httpsUrl = origin?.startsWith('https:') === true ? `${origin}${request.url ?? ''}` : null;
    this.engine.listener.brandedPages
      .brandAt(host)
      .then((brand) => {
        this.engine.answers.page(request, response, { ...answer, httpsUrl }, brand);
      })
      .catch((error: unknown) => {
        this.logger.error(error);
        response.destroy();
      });
  }

  private client(request: IncomingMessage): string {
    return clientKey(this.engine.visitors.address(request));
  }

  /** Accepts a form only from our own page; a request without `Origin` does not come from a browser. */
  private isOwnOrigin({ request, host }: PageContext): boolean {
    const { origin } = request.headers;
    return origin === undefined || isOwnOrigin(origin, request, this.config, host.onShortDomain);
  }
}

/** Path of a page of the link that preserves the visitor's path. @param result of the form that was sent. */
function pathOf(
  { slug, path }: Pick<PageContext, 'slug' | 'path'>,
  page: '' | '/report',
  result?: 'wrong' | 'sent',
): string {
  const query = [
    ...(path === null ? [] : [`path=${encodeURIComponent(path)}`]),
    ...(result === undefined ? [] : [`said=${result}`]),
  ].join('&');
  return `/p/${encodeURIComponent(slug)}${page}${query === '' ? '' : `?${query}`}`;
}

/** The path of a short address typed in whole or in part; null if it cannot be the path of a link. */
function pathIn(address: string): string | null {
  const path = (address.trim().split(/[?#]/, 1)[0] ?? '').replace(/^[a-z]+:\/\/[^/]*/i, '');
  const decoded = decode(path)?.split('/').filter(Boolean).join('/') ?? '';
  return decoded === '' || decoded.length > TYPED_LENGTH ? null : decoded;
}

/** The way back from a report, for visitors who came from the link's page. */
function backOf(context: PageContext): string | null {
  return context.path === null ? null : pathOf(context, '');
}

function limitOf(error: ApiError): FormProblem {
  return { kind: 'limited', retryAfterSeconds: error.details.retryAfter ?? 60 };
}

function waitOf(problem: FormProblem | null): Pick<PageAnswer, 'retryAfterSeconds'> {
  return problem?.kind === 'limited' ? { retryAfterSeconds: problem.retryAfterSeconds } : {};
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
