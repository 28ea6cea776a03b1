import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '@signpost/contracts';
import { ApiError } from '../../errors/index.js';
import type { Config } from '../../config/index.js';
import type { Member, SessionInfo } from '../../access/principals.js';
import { clientAddress, clientKey } from './client-address.js';
import type { HostTarget, HostTargets } from './host-target.js';
import { languageOf, type Language } from './language.js';

/** Data of one request, as the platform determines it. Never stored. */
export interface RequestContext {
  readonly requestId: string;
  /** Key of the client for rate limits; see {@link clientKey}. */
  readonly client: string;
  readonly host: HostTarget;
  /** Language that the browser prefers. */
  readonly language: Language;
  session: SessionInfo | null;
  member: Member | null;
}

declare global {
  // Express's own way of extending the request.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      context: RequestContext;
    }
  }
}

/** First middleware: gives every request its context and its `X-Request-Id`. */
export function requestContext(config: Config, hosts: HostTargets) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = uuidv7();
    request.context = {
      requestId,
      client: clientKey(clientAddress(request, config.trustProxy)),
      host: hosts.of(request.headers.host),
      language: languageOf(request.headers['accept-language']),
      session: null,
      member: null,
    };
    response.setHeader('X-Request-Id', requestId);
    if (request.path === '/api' || request.path.startsWith('/api/')) {
      response.setHeader('Cache-Control', 'no-store');
      // Responses are not cached by clients, so there is nothing to compare with: `*` would always be answered with 304.
      delete request.headers['if-none-match'];
    }
    if (namesSeveralHosts(request)) next(new ApiError('bad_request'));
    else next(request.originalUrl.length > LIMITS.requestTargetBytes ? new ApiError('uri_too_long') : undefined);
  };
}

/**
 * Whether a request has several `Host` headers, which is 400 (RFC 9112, section 3.2): a proxy may have used another one than
 * this server would. Redirects ask this too, so it reads the raw list and builds nothing.
 */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
