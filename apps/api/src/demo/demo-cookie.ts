import { LIMITS } from '@signpost/contracts';
import type { Request, Response } from 'express';
import type { Config } from '../platform/config/index.js';
import { cookiesNamed } from '../platform/http/index.js';

const NAME = 'signpost_demo';

/** Tokens of demos that this browser may have created, in the order in which to try them. */
export function readDemoTokens(request: Request): string[] {
  return cookiesNamed(request.headers.cookie, NAME).filter((token) => /^[\w-]{43}$/.test(token));
}

/** Allows only this browser to return to its demo. */
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
