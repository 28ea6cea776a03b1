import accepts from 'accepts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERRORS, type ErrorBody, type ErrorCode } from '@signpost/contracts';
import { encodeForHeader } from '@signpost/domain';
import { languageOf } from '../platform/http/index.js';
import { pageSecurityPolicy } from './pages/page-style.js';
import { renderPage, type Brand, type Page } from './pages/pages.js';

/** An answer other than a redirect to a link's destination: an HTML page for people, the error body for programs. */
export interface PageAnswer {
  readonly status: number;
  readonly page: Page;
  /** Body for `Accept: application/json`; null when the answer exists only as a page. */
  readonly error: { readonly code: ErrorCode; readonly opensAt?: string } | null;
  readonly retryAfterSeconds?: number;
  /** Value of `Allow`: the methods that the address supports. */
  readonly allow?: string;
  /** See {@link renderPage}. */
  readonly httpsUrl?: string | null;
}

/** Stores what was recorded, before the answers of a batch are sent. */
export interface BeforeAnswers {
  commit(): void;
}

const NO_STORE = 'private, no-store';
const NO_INDEX = 'noindex, nofollow';
const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/**
 * The one place where the redirect path writes HTTP.
 *
 * All redirects decided in one turn of the event loop are sent together at its end, after one write has handed everything
 * recorded in that turn to the operating system: no visit that was answered is lost if the process dies, and the cost of
 * recording is shared.
 */
export class Answers {
  private responses: ServerResponse[] = [];
  private locations: string[] = [];
  private scheduled = false;
  private readonly securityPolicy: string;
  private readonly transportSecurity: readonly string[];
  /** Headers of a redirect; the value of `Location` is filled in for each answer. */
  private readonly redirectHeaders: readonly string[];

  /**
   * @param uploadsOrigin see {@link pageSecurityPolicy}.
   * @param transportSecurity value of `Strict-Transport-Security` for every answer; null for none.
   * @param onFailure called with the error when an answer could not be written; the other answers are still sent.
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

  /** Sends a 302 to a destination at the end of this turn of the event loop. */
  redirect(response: ServerResponse, location: string): void {
    this.responses.push(response);
    this.locations.push(location);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(this.sendScheduled);
  }

  /** Sends a page or an error body after the records of this turn are stored. @param brand of the workspace, shown on the page. */
  page(request: IncomingMessage, response: ServerResponse, answer: PageAnswer, brand: Brand | null = null): void {
    this.before.commit();
    const headers = ['Cache-Control', NO_STORE, 'X-Robots-Tag', NO_INDEX, 'Referrer-Policy', REFERRER_POLICY];
    headers.push('X-Content-Type-Options', 'nosniff', 'Vary', 'Accept, Accept-Language', ...this.transportSecurity);
    if (answer.retryAfterSeconds !== undefined) headers.push('Retry-After', String(answer.retryAfterSeconds));
    if (answer.allow !== undefined) headers.push('Allow', answer.allow);
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

  /** Sends a 503 without a body to a browser that prefetches or prerenders. */
  refusePrefetch(response: ServerResponse): void {
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

  private readonly sendScheduled = (): void => {
    this.scheduled = false;
    const { responses, locations } = this;
    this.responses = [];
    this.locations = [];
    this.before.commit();
    let index = 0;
    for (const response of responses) this.sendRedirect(response, locations[index++] ?? '');
  };

  private sendRedirect(response: ServerResponse, location: string): void {
    try {
      this.send(response, location);
    } catch {
      this.sendEncodedRedirect(response, location);
    }
  }

  /** Sends a destination that is not valid in a header, which only a row written by something other than the application has. */
  private sendEncodedRedirect(response: ServerResponse, location: string): void {
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
