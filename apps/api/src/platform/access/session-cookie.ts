import { LIMITS } from '@signpost/contracts';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../config/index.js';

const NAME = 'signpost_session';

/** The opaque token of the request's session cookie, or null. */
export function readSessionToken(request: Request): string | null {
  const token = parseCookie(request.headers.cookie ?? '')[NAME];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
}

/** Sets the session cookie: HttpOnly, SameSite=Lax, Secure on https, 30 days. */
export function setSessionCookie(response: Response, config: Config, token: string): void {
  response.cookie(NAME, token, { ...options(config), maxAge: LIMITS.sessionSeconds * 1000 });
}

/** Ends the session cookie. */
export function clearSessionCookie(response: Response, config: Config): void {
  response.clearCookie(NAME, options(config));
}

function options(config: Config): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isSecure,
    path: '/',
    // In multi mode one sign-in serves every workspace below the dashboard's host.
    ...(config.mode === 'multi' ? { domain: config.publicUrl.hostname } : {}),
  };
}
