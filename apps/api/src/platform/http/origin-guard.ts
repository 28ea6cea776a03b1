import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../config/index.js';
import { ApiError } from '../errors/index.js';
import { isOwnOrigin } from './request/own-origin.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Unsafe API requests that carry an `Origin` must come from the request's own origin (HTTP specification 5.6).
 * Without an `Origin` the caller is not a browser, so no session can be abused across sites.
 */
export function originGuard(config: Config): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    const isSafe = SAFE_METHODS.has(request.method) || origin === undefined;
    const { onShortDomain } = request.context.host;
    next(isSafe || isOwnOrigin(origin, request, config, onShortDomain) ? undefined : new ApiError('bad_origin'));
  };
}
