import { LIMITS } from '@signpost/contracts';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../config/index.js';
import { cookiesNamed } from '../http/request/cookies.js';

const NAME = 'signpost_session';

/** The opaque tokens of the request's session cookies, in the order in which they are tried. */
export function readSessionTokens(request: Request): string[] {
  return cookiesNamed(request.headers.cookie, NAME).filter((token) => /^[\w-]{43}$/.test(token));
}

/** Starts a session in a browser: clears cookies of the name that the other mode has set, then sets the valid one. */
export function startSessionCookie(request: Request, response: Response, config: Config, token: string): void {
  const former = cookiesNamed(request.headers.cookie, NAME).length > 0 ? formerScopes(config) : [];
  for (const scope of former) response.clearCookie(NAME, scope);
  setSessionCookie(response, config, token);
}

/** Sets the session cookie: HttpOnly, SameSite=Lax, Secure on https, 30 days. */
export function setSessionCookie(response: Response, config: Config, token: string): void {
  for (const scope of currentScopes(config)) {
    response.cookie(NAME, token, { ...scope, maxAge: LIMITS.sessionSeconds * 1000 });
  }
}

/** Clears the session cookie in every scope that this instance may have set. */
export function clearSessionCookie(response: Response, config: Config): void {
  for (const scope of [...formerScopes(config), ...currentScopes(config)]) response.clearCookie(NAME, scope);
}

/**
 * Whether one sign-in is valid on every host of the instance. Browsers reject a cookie for a name without a dot, such as
 * `localhost`, from a subdomain of it; there each host needs its own session.
 */
export function sharesSession(config: Config): boolean {
  return config.mode === 'single' || config.publicUrl.hostname.includes('.');
}

/** In multi mode the cookie is valid for all workspaces below the dashboard's host, if browsers allow it. */
function currentScopes(config: Config): CookieOptions[] {
  if (config.mode === 'single') return [hostOnly(config)];
  return sharesSession(config) ? [ofDomain(config)] : [ofDomain(config), hostOnly(config)];
}

/** The scope that this instance set when it ran in the other mode. */
function formerScopes(config: Config): CookieOptions[] {
  if (config.mode === 'multi') return sharesSession(config) ? [hostOnly(config)] : [];
  // An IP address has no subdomains, so there is only one scope.
  return config.canHaveSubdomains ? [ofDomain(config)] : [];
}

function hostOnly(config: Config): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: config.isSecure, path: '/' };
}

function ofDomain(config: Config): CookieOptions {
  return { ...hostOnly(config), domain: config.publicUrl.hostname };
}
