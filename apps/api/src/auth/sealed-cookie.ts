import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../platform/config/index.js';
import { cookiesNamed } from '../platform/http/index.js';
import { SealedBox } from '../platform/security/index.js';

interface Sealed<Content> {
  readonly content: Content;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Encrypts contents of cookies, for one purpose. */
export class CookieSeal<Content> {
  private readonly box: SealedBox;

  constructor(config: Config, purpose: string) {
    this.box = new SealedBox(config.sessionSecret, purpose);
  }

  seal(content: Content): string {
    return this.box.seal(JSON.stringify(content)).toString('base64url');
  }

  /** Null for a cookie that was not created by this instance, or was modified. */
  open(cookie: string): Content | null {
    try {
      return JSON.parse(this.box.open(Buffer.from(cookie, 'base64url'))) as Content;
    } catch {
      return null;
    }
  }
}

/** A short-lived encrypted cookie for state that a browser started and must complete on the same host. */
export class SealedCookie<Content> {
  private readonly sealing: CookieSeal<Sealed<Content>>;

  constructor(
    private readonly config: Config,
    private readonly shape: { readonly name: string; readonly path: string; readonly lifetimeMs: number },
  ) {
    this.sealing = new CookieSeal(config, shape.name);
  }

  set(response: Response, content: Content, now: number): void {
    const { name, lifetimeMs } = this.shape;
    const value = this.sealing.seal({ content, expiresAt: now + lifetimeMs });
    response.cookie(name, value, { ...this.options(), maxAge: lifetimeMs });
  }

  /** The unexpired contents of all cookies with this name; the caller tries each. */
  read(request: Request, now: number): Content[] {
    return cookiesNamed(request.headers.cookie, this.shape.name)
      .map((cookie) => this.sealing.open(cookie))
      .flatMap((sealed) => (sealed !== null && sealed.expiresAt > now ? [sealed.content] : []));
  }

  clear(response: Response): void {
    response.clearCookie(this.shape.name, this.options());
  }

  private options(): CookieOptions {
    return { httpOnly: true, sameSite: 'lax', secure: this.config.isSecure, path: this.shape.path };
  }
}
