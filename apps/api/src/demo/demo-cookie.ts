import { LIMITS } from '@signpost/contracts';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import type { Config } from '../platform/config/index.js';

const NAME = 'signpost_demo';

/** The token of the demo that this browser made, or null. */
export function readDemoToken(request: Request): string | null {
  const token = parseCookie(request.headers.cookie ?? '')[NAME];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null;
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
