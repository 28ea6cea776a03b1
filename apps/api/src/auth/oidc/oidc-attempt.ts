import { createHash } from 'node:crypto';
import type { OutsideProvider } from '@signpost/contracts';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../platform/config/index.js';
import { cookiesNamed, cookiesOf } from '../../platform/http/index.js';
import { CookieSeal } from '../sealed-cookie.js';

/** State kept between the redirect to the provider and its callback. */
export interface OidcAttempt {
  readonly provider: OutsideProvider;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Set when a signed-in account connects a provider: only that account may complete the attempt. */
  readonly userId: string | null;
  /** Redirect target after success: a path, or a URL of one of the instance's workspaces. */
  readonly returnTo: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/**
 * Cookie names are this prefix plus a hash of the state, so that attempts in several tabs do not overwrite each other.
 */
const PREFIX = 'signpost_oauth_';
const NAME_LENGTH = 16;
const LIFETIME_MS = 10 * 60_000;
/**
 * Maximum number of pending attempts per browser, because some proxies reject requests with more than a few kilobytes
 * of cookies.
 */
const OPEN_ATTEMPTS = 3;

/** Stores attempts in encrypted cookies for ten minutes, so that only the browser that started one can complete it. */
export class OidcAttempts {
  private readonly sealing: CookieSeal<OidcAttempt>;

  constructor(private readonly config: Config) {
    this.sealing = new CookieSeal(config, 'oidc attempt');
  }

  /** Stores an attempt, deleting the oldest ones beyond the maximum. */
  begin(request: Request, response: Response, attempt: Omit<OidcAttempt, 'expiresAt'>, now: number): void {
    const former = cookiesOf(request.headers.cookie)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, cookie]) => ({ name, expiresAt: this.sealing.open(cookie)?.expiresAt ?? 0 }))
      .sort((a, b) => b.expiresAt - a.expiresAt);
    for (const { name } of former.slice(OPEN_ATTEMPTS - 1)) this.clear(name, response);
    const sealed = this.sealing.seal({ ...attempt, expiresAt: now + LIFETIME_MS });
    response.cookie(nameOf(attempt.state), sealed, { ...this.options(), maxAge: LIFETIME_MS });
  }

  /** Returns the browser's attempt with that state and deletes it; null when there is none or it has expired. */
  take(state: string, request: Request, response: Response, now: number): OidcAttempt | null {
    const name = nameOf(state);
    const attempts = cookiesNamed(request.headers.cookie, name).map((cookie) => this.sealing.open(cookie));
    this.clear(name, response);
    return attempts.find((attempt) => attempt?.state === state && attempt.expiresAt > now) ?? null;
  }

  /** Clears both cookie variants, since the instance may have changed its mode since the cookie was set. */
  private clear(name: string, response: Response): void {
    response.clearCookie(name, this.hostOnly());
    if (this.config.canHaveSubdomains) response.clearCookie(name, this.ofDomain());
  }

  /** The provider always redirects back to the dashboard's main host, whichever workspace the attempt started on. */
  private options(): CookieOptions {
    return this.config.mode === 'multi' ? this.ofDomain() : this.hostOnly();
  }

  private hostOnly(): CookieOptions {
    return { httpOnly: true, sameSite: 'lax', secure: this.config.isSecure, path: '/api/auth' };
  }

  private ofDomain(): CookieOptions {
    return { ...this.hostOnly(), domain: this.config.publicUrl.hostname };
  }
}

function nameOf(state: string): string {
  return PREFIX + createHash('sha256').update(state).digest('base64url').slice(0, NAME_LENGTH);
}
