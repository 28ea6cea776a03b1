import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { LIMITS } from '@signpost/contracts';
import { parseReturnPath } from '@signpost/domain';
import { Config } from '../platform/config/index.js';
import { ApiError, isDatabaseAway } from '../platform/errors/index.js';
import { clientKey, HostTargets, type HostTarget } from '../platform/http/index.js';
import {
  limited,
  METHOD,
  NOT_FOUND,
  RedirectEngine,
  UNAVAILABLE,
  type PageAnswer,
  type RequestTarget,
  type VisitorPages as Pages,
} from '../redirect/index.js';
import { readForm } from './form-body.js';
import { ReportService } from './report.service.js';
import { UnlockService } from './unlock.service.js';

const FORBIDDEN: PageAnswer = { status: 403, page: { kind: 'forbidden' }, error: { code: 'bad_origin' } };
const PATH = /^\/p\/([^/]+?)(\/report)?\/?$/;

/** One request for a page of a link. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly host: HostTarget;
  readonly slug: string;
  /** Path that the visitor came from, with its query; null when there is none that may be trusted. */
  readonly path: string | null;
}

/**
 * The pages of a protected link, `/p/{slug}` and `/p/{slug}/report`: plain forms that work without a script. They do
 * what the API routes do, through the same services.
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
    if (!target.path.startsWith('/p/')) return false;
    this.answer(request, response, target).catch((error: unknown) => {
      this.failed(request, response, error);
    });
    return true;
  }

  private async answer(request: IncomingMessage, response: ServerResponse, target: RequestTarget): Promise<void> {
    const match = PATH.exec(target.path);
    const slug = match?.[1] === undefined ? null : decode(match[1]);
    if (slug === null) {
      this.engine.listener.notFound(request, response);
      return;
    }
    const path = parseReturnPath(new URLSearchParams(target.query).get('path') ?? '');
    const asked: Asked = { request, response, host: this.hosts.of(request.headers.host), slug, path };
    const isReport = match?.[2] !== undefined;
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        if (isReport) this.showReport(asked, '', null);
        else await this.showUnlock(asked, null, 200);
        return;
      case 'POST':
        if (!this.isOwnOrigin(request)) this.show(asked, FORBIDDEN);
        else if (isReport) await this.takeReport(asked);
        else await this.takePassword(asked);
        return;
      default:
        this.show(asked, METHOD);
    }
  }

  private async showUnlock(
    asked: Asked,
    problem: 'missing' | 'wrong' | 'limited' | null,
    status: number,
    retryAfterSeconds?: number,
  ): Promise<void> {
    const link = await this.unlocking.find(asked.host, asked.slug);
    if (link === null) {
      // A link that lost its password, or opened meanwhile, takes the visitor where they wanted to go.
      if (problem === null && asked.path !== null) this.engine.answers.seeOther(asked.response, 302, asked.path, null);
      else this.show(asked, NOT_FOUND);
      return;
    }
    const query = asked.path === null ? '' : `?path=${encodeURIComponent(asked.path)}`;
    const own = `/p/${encodeURIComponent(asked.slug)}`;
    const page = {
      kind: 'unlock' as const,
      ...link,
      action: `${own}${query}`,
      reportUrl: `${own}/report${query}`,
      problem,
    };
    this.show(asked, { status, page, error: null, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });
  }

  private async takePassword(asked: Asked): Promise<void> {
    const password = (await readForm(asked.request))?.get('password') ?? '';
    if (password === '') return this.showUnlock(asked, 'missing', 422);
    if (password.length > LIMITS.linkPasswordLength) return this.showUnlock(asked, 'wrong', 401);
    const { request, host, slug, path } = asked;
    try {
      const unlocked = await this.unlocking.unlock({
        request,
        host,
        client: this.client(request),
        slug,
        password,
        path,
      });
      this.engine.answers.seeOther(asked.response, 303, unlocked.redirectTo, unlocked.cookie);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'wrong_password') return this.showUnlock(asked, 'wrong', 401);
      if (error.code === 'rate_limited') return this.showUnlock(asked, 'limited', 429, error.details.retryAfter);
      if (error.code !== 'link_not_found') throw error;
      this.show(asked, NOT_FOUND);
    }
  }

  private showReport(asked: Asked, reason: string, problem: 'reason' | null): void {
    const action = `/p/${encodeURIComponent(asked.slug)}/report`;
    this.show(asked, {
      status: problem === null ? 200 : 422,
      page: { kind: 'report', slug: asked.slug, action, reason, problem },
      error: null,
    });
  }

  private async takeReport(asked: Asked): Promise<void> {
    const reason = ((await readForm(asked.request))?.get('reason') ?? '').replaceAll('\r\n', '\n').trim();
    if (reason === '' || reason.length > LIMITS.reportReasonLength || /[^\P{Cc}\n\t]/u.test(reason)) {
      this.showReport(asked, reason.slice(0, LIMITS.reportReasonLength), 'reason');
      return;
    }
    await this.reports.report(asked.host, this.client(asked.request), asked.slug, reason.toWellFormed());
    this.show(asked, { status: 200, page: { kind: 'reported' }, error: null });
  }

  private failed(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.headersSent) return;
    const { answers } = this.engine;
    if (error instanceof ApiError && error.code === 'rate_limited') {
      answers.page(request, response, limited(error.details.retryAfter ?? 60));
      return;
    }
    if (!(error instanceof ApiError) && !isDatabaseAway(error)) this.logger.error(error);
    answers.page(request, response, UNAVAILABLE);
  }

  private show({ request, response }: Asked, answer: PageAnswer): void {
    this.engine.answers.page(request, response, answer);
  }

  private client(request: IncomingMessage): string {
    return clientKey(this.engine.visitors.address(request));
  }

  /** A form counts only when it comes from our own page; whoever sends no `Origin` is no browser. */
  private isOwnOrigin(request: IncomingMessage): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const { protocol, host: originHost } = new URL(origin);
    const own = `${protocol}//${host?.toLowerCase() ?? ''}`;
    return URL.canParse(own) && originHost === new URL(own).host && this.protocols().has(protocol);
  }

  private protocols(): Set<string> {
    return new Set([this.config.publicUrl.protocol, this.config.shortUrl.protocol]);
  }
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
