import { LIMITS } from '@signpost/contracts';
import type { Request, Response } from 'express';
import type { Config } from '../platform/config/index.js';
import { cookiesNamed } from '../platform/http/index.js';

const NAME = 'signpost_demo';

/** The tokens of demos that this browser may have made, in the order in which they are to be tried. */
export function readDemoTokens(request: Request): string[] {
  return cookiesNamed(request.headers.cookie, NAME).filter((token) => /^[\w-]{43}$/.test(token));
}

/** Lets this browser, and no other, come back to its demo. */
export function setDemoCookie(response: Response, config: Config, token: string): void {
  response.cookie(NAME, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isSecure,
    path: '/api/auth/demo',
    domain: config.publicUrl.hostname,
    maxAge: LIMITS.demoSeconds * 1000,
  });
}
