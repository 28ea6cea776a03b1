import type { CookieOptions, Request, Response } from 'express';
import type { Config } from '../platform/config/index.js';
import { cookiesNamed } from '../platform/http/index.js';
import { SealedBox } from '../platform/security/index.js';

interface Sealed<Content> {
  readonly content: Content;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** A short-lived encrypted cookie for state that a browser started and must complete on the same host. */
export class SealedCookie<Content> {
  private readonly box: SealedBox;

  constructor(
    private readonly config: Config,
    private readonly shape: { readonly name: string; readonly path: string; readonly lifetimeMs: number },
  ) {
    this.box = new SealedBox(config.sessionSecret, shape.name);
  }

  set(response: Response, content: Content, now: number): void {
    const { name, lifetimeMs } = this.shape;
    const sealed: Sealed<Content> = { content, expiresAt: now + lifetimeMs };
    const value = this.box.seal(JSON.stringify(sealed)).toString('base64url');
    response.cookie(name, value, { ...this.options(), maxAge: lifetimeMs });
  }

  /** The unexpired contents of all cookies with this name; the caller tries each. */
  read(request: Request, now: number): Content[] {
    return cookiesNamed(request.headers.cookie, this.shape.name)
      .map((cookie) => this.open(cookie))
      .flatMap((sealed) => (sealed !== null && sealed.expiresAt > now ? [sealed.content] : []));
  }

  clear(response: Response): void {
    response.clearCookie(this.shape.name, this.options());
  }

  private open(cookie: string): Sealed<Content> | null {
    try {
      return JSON.parse(this.box.open(Buffer.from(cookie, 'base64url'))) as Sealed<Content>;
    } catch {
      // Not created by this instance, or modified.
      return null;
    }
  }

  private options(): CookieOptions {
    return { httpOnly: true, sameSite: 'lax', secure: this.config.isSecure, path: this.shape.path };
  }
}
