import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../platform/config/index.js';
import { SealedBox } from '../platform/security/index.js';

export type OidcProvider = 'google' | 'microsoft';

/** What has to be remembered between leaving for the provider and coming back. */
export interface OidcAttempt {
  readonly provider: OidcProvider;
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

const NAME = 'signpost_oauth';
const LIFETIME_MS = 10 * 60_000;

/** Keeps an attempt in the browser that made it, sealed and for ten minutes: no other browser can finish it. */
export class OidcAttempts {
  private readonly box: SealedBox;

  constructor(private readonly config: Config) {
    this.box = new SealedBox(config.sessionSecret, 'oidc attempt');
  }

  begin(response: Response, attempt: Omit<OidcAttempt, 'expiresAt'>, now: number): void {
    const sealed = this.box.seal(JSON.stringify({ ...attempt, expiresAt: now + LIFETIME_MS }));
    response.cookie(NAME, sealed.toString('base64url'), { ...this.options(), maxAge: LIFETIME_MS });
  }

  /** The attempt of this browser, which ends with this call; null when there is none, or it is over. */
  take(request: Request, response: Response, now: number): OidcAttempt | null {
    const cookie = parseCookie(request.headers.cookie ?? '')[NAME];
    response.clearCookie(NAME, this.options());
    if (cookie === undefined) return null;
    try {
      const attempt = JSON.parse(this.box.open(Buffer.from(cookie, 'base64url'))) as OidcAttempt;
      return attempt.expiresAt > now ? attempt : null;
    } catch {
      // Not ours, or changed on the way.
      return null;
    }
  }

  private options(): CookieOptions {
    return {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.config.isSecure,
      path: '/api/auth',
      // The provider sends everybody back to the dashboard's own host, from whichever workspace they came.
      ...(this.config.mode === 'multi' ? { domain: this.config.publicUrl.hostname } : {}),
    };
  }
}
