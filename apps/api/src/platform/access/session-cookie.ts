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
  for (const options of everyScope(config)) {
    response.cookie(NAME, token, { ...options, maxAge: LIMITS.sessionSeconds * 1000 });
  }
}

/** Ends the session cookie. */
export function clearSessionCookie(response: Response, config: Config): void {
  for (const options of everyScope(config)) response.clearCookie(NAME, options);
}

/**
 * Whether one sign-in serves every host of the instance. Browsers take no cookie for a name without a dot, such as
 * `localhost`, from a host below it: there each host needs a session of its own.
 */
export function sharesSession(config: Config): boolean {
  return config.mode === 'single' || config.publicUrl.hostname.includes('.');
}

/** In multi mode the cookie belongs to every workspace below the dashboard's host, where browsers allow that. */
function everyScope(config: Config): CookieOptions[] {
  const own: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: config.isSecure, path: '/' };
  if (config.mode === 'single') return [own];
  const shared = { ...own, domain: config.publicUrl.hostname };
  return sharesSession(config) ? [shared] : [shared, own];
}
