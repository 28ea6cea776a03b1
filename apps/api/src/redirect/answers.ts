import accepts from 'accepts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, type ErrorBody, type ErrorCode } from '@signpost/contracts';
import { encodeForHeader } from '@signpost/domain';
import { languageOf } from '../platform/http/index.js';
import { pageSecurityPolicy, renderPage, type Brand, type Page } from './pages/pages.js';

/** An answer that is no redirect to a link's destination: a page for people, the error body for programs. */
export interface PageAnswer {
  readonly status: number;
  readonly page: Page;
  /** Body for `Accept: application/json`; null where there is only a page. */
  readonly error: { readonly code: ErrorCode; readonly opensAt?: string } | null;
  readonly retryAfterSeconds?: number;
  /** See {@link renderPage}. */
  readonly httpsUrl?: string | null;
}

/** Notes made before a batch of answers leaves. */
export interface BeforeAnswers {
  commit(): void;
}

const NO_STORE = 'private, no-store';
const NO_INDEX = 'noindex, nofollow';
const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/**
 * The one place where the redirect path writes HTTP.
 *
 * Redirects leave together at the end of the turn of the event loop in which they were decided, after everything that
 * was recorded in it has been handed to the operating system with one write: so no answered visit is ever lost with the
 * process, and the cost of recording is shared.
 */
export class Answers {
  private responses: ServerResponse[] = [];
  private locations: string[] = [];
  private scheduled = false;
  private readonly securityPolicy: string;
  private readonly transportSecurity: readonly string[];
  /** Headers of a redirect, but for the place of its destination. */
  private readonly redirectHeaders: readonly string[];

  /**
   * @param uploadsOrigin see {@link pageSecurityPolicy}.
   * @param transportSecurity of every answer; null for none.
   * @param onFailure told of an answer that could not be written; the others leave all the same.
   */
  constructor(
    private readonly before: BeforeAnswers,
    uploadsOrigin: string | null,
    transportSecurity: string | null,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.securityPolicy = pageSecurityPolicy(uploadsOrigin);
    this.transportSecurity = transportSecurity === null ? [] : ['Strict-Transport-Security', transportSecurity];
    // prettier-ignore
    this.redirectHeaders = [
      'Location', '',
      'Cache-Control', NO_STORE,
      'X-Robots-Tag', NO_INDEX,
      'Referrer-Policy', REFERRER_POLICY,
      'Content-Length', '0',
      ...this.transportSecurity,
    ];
  }

  /** 302 to a destination, at the end of this turn. */
  redirect(response: ServerResponse, location: string): void {
    this.responses.push(response);
    this.locations.push(location);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(this.leave);
  }

  /** A page or an error body, at the end of this turn's records too. @param brand of the workspace, on the page. */
  page(request: IncomingMessage, response: ServerResponse, answer: PageAnswer, brand: Brand | null = null): void {
    this.before.commit();
    const headers = ['Cache-Control', NO_STORE, 'X-Robots-Tag', NO_INDEX, 'Referrer-Policy', REFERRER_POLICY];
    headers.push('X-Content-Type-Options', 'nosniff', 'Vary', 'Accept, Accept-Language', ...this.transportSecurity);
    if (answer.retryAfterSeconds !== undefined) headers.push('Retry-After', String(answer.retryAfterSeconds));
    if (answer.status === 405) headers.push('Allow', 'GET, HEAD');
    const error = prefersJson(request) ? answer.error : null;
    const body =
      error === null
        ? renderPage(answer.page, languageOf(request.headers['accept-language']), brand, answer.httpsUrl)
        : errorBody(answer.status, error);
    if (error === null) headers.push('Content-Security-Policy', this.securityPolicy);
    headers.push('Content-Type', error === null ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
    headers.push('Content-Length', String(Buffer.byteLength(body)));
    response.writeHead(answer.status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** 503 without a body, to a browser that loads ahead of a click. */
  notAhead(response: ServerResponse): void {
    this.before.commit();
    const headers = ['Cache-Control', NO_STORE, 'X-Robots-Tag', NO_INDEX, 'Referrer-Policy', REFERRER_POLICY];
    response.writeHead(503, [...headers, 'Content-Length', '0', ...this.transportSecurity]);
    response.end();
  }

  /** Sends the browser on to another page of ours. */
  seeOther(response: ServerResponse, status: 302 | 303 | 308, location: string, cookie: string | null): void {
    this.before.commit();
    const headers = ['Location', location, 'Cache-Control', NO_STORE, 'X-Robots-Tag', NO_INDEX];
    headers.push('Referrer-Policy', REFERRER_POLICY, 'Content-Length', '0', ...this.transportSecurity);
    if (cookie !== null) headers.push('Set-Cookie', cookie);
    response.writeHead(status, headers);
    response.end();
  }

  private readonly leave = (): void => {
    this.scheduled = false;
    const { responses, locations } = this;
    this.responses = [];
    this.locations = [];
    this.before.commit();
    let index = 0;
    for (const response of responses) this.leaveOne(response, locations[index++] ?? '');
  };

  private leaveOne(response: ServerResponse, location: string): void {
    try {
      this.send(response, location);
    } catch {
      this.leaveEncoded(response, location);
    }
  }

  /** A destination that no header can hold, as a row may have that was not written by the application. */
  private leaveEncoded(response: ServerResponse, location: string): void {
    try {
      this.send(response, encodeForHeader(location));
    } catch (error) {
      response.destroy();
      this.onFailure(error);
    }
  }

  private send(response: ServerResponse, location: string): void {
    const headers = this.redirectHeaders.slice();
    headers[1] = location;
    response.writeHead(302, headers);
    response.end();
  }
}

function prefersJson(request: IncomingMessage): boolean {
  return accepts(request).type(['html', 'json']) === 'json';
}

function errorBody(status: number, error: { code: ErrorCode; opensAt?: string }): string {
  const body: ErrorBody = { statusCode: status, code: error.code, message: ERRORS[error.code].message };
  if (error.opensAt !== undefined) body.opensAt = error.opensAt;
  return JSON.stringify(body);
}
