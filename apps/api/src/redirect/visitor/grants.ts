import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { LIMITS } from '@signpost/contracts';
import { cookiesNamed } from '../../platform/http/index.js';

/** A grant is bound to the link and to the password that was set when it was issued. */
export interface Grantable {
  readonly id: string;
  readonly passwordVersion: string | null;
}

/** Issues and checks the cookies that open a protected link for a quarter of an hour. */
export class Grants {
  /** @param key used for grants only. */
  constructor(private readonly key: KeyObject) {}

  /** The `Set-Cookie` header of a grant. */
  cookie(link: Grantable, now: number, isSecure: boolean): string {
    const expires = Math.floor(now / 1000) + LIMITS.grantSeconds;
    const value = `${expires}.${this.sign(link, expires)}`;
    return `${cookieName(link)}=${value}; Path=/; Max-Age=${LIMITS.grantSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** Whether a `Cookie` header holds a valid grant for the link. */
  isGranted(cookies: string | undefined, link: Grantable, now: number): boolean {
    if (cookies === undefined || link.passwordVersion === null) return false;
    return cookiesNamed(cookies, cookieName(link)).some((value) => this.isValid(value, link, now));
  }

  private isValid(value: string, link: Grantable, now: number): boolean {
    const match = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/.exec(value);
    const given = match?.[2];
    if (given === undefined) return false;
    const expires = Number(match?.[1]);
    if (expires * 1000 <= now) return false;
    return timingSafeEqual(Buffer.from(given), Buffer.from(this.sign(link, expires)));
  }

  private sign(link: Grantable, expires: number): string {
    return createHmac('sha256', this.key)
      .update(`grant\n${link.id}\n${link.passwordVersion ?? ''}\n${expires}`)
      .digest('base64url');
  }
}

function cookieName(link: Grantable): string {
  return `signpost_grant_${link.id}`;
}
