import type { NextFunction, Request, Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { LIMITS } from '@signpost/contracts';
import { ApiError } from '../../errors/index.js';
import type { Config } from '../../config/index.js';
import type { Member, SessionInfo } from '../../access/principals.js';
import { clientAddress, clientKey } from './client-address.js';
import type { HostTarget, HostTargets } from './host-target.js';
import { languageOf, type Language } from './language.js';

/** What the platform knows of a request. Nothing of it outlives the request. */
export interface RequestContext {
  readonly requestId: string;
  /** Who counts as one client for rate limits; see {@link clientKey}. */
  readonly client: string;
  readonly host: HostTarget;
  /** What its browser would have us write in. */
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
      // Nobody has kept an answer to compare with: `*` would be answered that nothing has changed.
      delete request.headers['if-none-match'];
    }
    // RFC 9112, section 3.2: what a proxy read of such a request is not what we would.
    const hostsNamed = request.headersDistinct['host']?.length ?? 0;
    if (hostsNamed > 1) next(new ApiError('bad_request'));
    else next(request.originalUrl.length > LIMITS.requestTargetBytes ? new ApiError('uri_too_long') : undefined);
  };
}
