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
 * In multi mode one sign-in serves every workspace below the dashboard's host. Browsers take no cookie for a name
 * without a dot, such as `localhost`, from a host below it: there each host gets a cookie of its own beside it, so that
 * one can sign in at all.
 */
function everyScope(config: Config): CookieOptions[] {
  const own: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: config.isSecure, path: '/' };
  if (config.mode === 'single') return [own];
  const domain = config.publicUrl.hostname;
  return domain.includes('.') ? [{ ...own, domain }] : [{ ...own, domain }, own];
}
