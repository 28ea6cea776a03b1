import { createHash } from 'node:crypto';
import type { OutsideProvider } from '@signpost/contracts';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../../platform/config/index.js';
import { cookiesNamed, cookiesOf } from '../../platform/http/index.js';
import { SealedBox } from '../../platform/security/index.js';

/** What has to be remembered between leaving for the provider and coming back. */
export interface OidcAttempt {
  readonly provider: OutsideProvider;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Set when a signed-in account connects the provider: only that account may finish. */
  readonly userId: string | null;
  /** Where to go after success: a path, or an address of one of our own workspaces. */
  readonly returnTo: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Before a name made of the state: tabs that begin at once do not write over each other's. */
const PREFIX = 'signpost_oauth_';
const NAME_LENGTH = 16;
const LIFETIME_MS = 10 * 60_000;
/** Tabs of one browser that may be on their way at once: cookies beyond some kilobytes are too much for a proxy. */
const AT_ONCE = 3;

/** Keeps attempts in the browser that made them, sealed and for ten minutes: no other browser can finish one. */
export class OidcAttempts {
  private readonly box: SealedBox;

  constructor(private readonly config: Config) {
    this.box = new SealedBox(config.sessionSecret, 'oidc attempt');
  }

  /** Begins one in place of the oldest where there are too many. */
  begin(request: Request, response: Response, attempt: Omit<OidcAttempt, 'expiresAt'>, now: number): void {
    const former = cookiesOf(request.headers.cookie)
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, cookie]) => ({ name, expiresAt: this.open(cookie)?.expiresAt ?? 0 }))
      .sort((a, b) => b.expiresAt - a.expiresAt);
    for (const { name } of former.slice(AT_ONCE - 1)) this.clear(name, response);
    const sealed = this.box.seal(JSON.stringify({ ...attempt, expiresAt: now + LIFETIME_MS }));
    response.cookie(nameOf(attempt.state), sealed.toString('base64url'), { ...this.options(), maxAge: LIFETIME_MS });
  }

  /** The attempt of this browser with that state, which ends with this call; null when there is none, or it is over. */
  take(state: string, request: Request, response: Response, now: number): OidcAttempt | null {
    const name = nameOf(state);
    const attempts = cookiesNamed(request.headers.cookie, name).map((cookie) => this.open(cookie));
    this.clear(name, response);
    return attempts.find((attempt) => attempt?.state === state && attempt.expiresAt > now) ?? null;
  }

  /** In both forms that this instance sets, whichever mode it ran in. */
  private clear(name: string, response: Response): void {
    response.clearCookie(name, this.hostOnly());
    if (this.config.canHaveSubdomains) response.clearCookie(name, this.ofDomain());
  }

  private open(cookie: string | undefined): OidcAttempt | null {
    if (cookie === undefined) return null;
    try {
      return JSON.parse(this.box.open(Buffer.from(cookie, 'base64url'))) as OidcAttempt;
    } catch {
      // Not ours, or changed on the way.
      return null;
    }
  }

  /** The provider sends everybody back to the dashboard's own host, from whichever workspace they came. */
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
