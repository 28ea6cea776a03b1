import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/index.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Unsafe API requests that carry an `Origin` must come from the request's own origin (HTTP specification 5.6).
 * Without an `Origin` the caller is no browser, and there is no session to ride on. `Origin: null` is refused.
 */
export function originGuard(request: Request, _response: Response, next: NextFunction): void {
  const { origin } = request.headers;
  if (SAFE_METHODS.has(request.method) || origin === undefined || isOwn(origin, request.context.origin)) {
    next();
    return;
  }
  next(new ApiError('bad_origin'));
}

function isOwn(origin: string, own: string): boolean {
  if (!URL.canParse(origin) || !URL.canParse(own)) return false;
  return new URL(origin).origin === new URL(own).origin && origin.toLowerCase() === new URL(origin).origin;
}
