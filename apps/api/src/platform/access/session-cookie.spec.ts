import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import type { Config } from '../config/index.js';
import { clearSessionCookie, readSessionTokens, setSessionCookie, startSessionCookie } from './session-cookie.js';

const TOKEN = `${'aZ0-_'.repeat(8)}abc`;
const OTHER = 'b'.repeat(43);
const config = (mode: 'single' | 'multi', publicUrl: string): Config =>
  ({
    mode,
    publicUrl: new URL(publicUrl),
    isSecure: publicUrl.startsWith('https:'),
    canHaveSubdomains: !/\d$/.test(new URL(publicUrl).hostname),
  }) as Config;

/** The cookies set in the browser: name, value (null when the cookie is cleared) and options. */
function cookies(act: (response: Response) => void): unknown[] {
  const seen: unknown[] = [];
  act({
    cookie: (...cookie: unknown[]) => seen.push(cookie),
    clearCookie: (name: string, options: unknown) => seen.push([name, null, options]),
  } as unknown as Response);
  return seen;
}

const HOST = { httpOnly: true, sameSite: 'lax', secure: true, path: '/' };
const DOMAIN = { ...HOST, domain: 'example.com' };
const INSECURE = { ...HOST, secure: false };

test.each([
  ['one workspace', config('single', 'https://example.com'), [HOST], [DOMAIN]],
  [
    'one workspace without https',
    config('single', 'http://example.com'),
    [INSECURE],
    [{ ...INSECURE, domain: 'example.com' }],
  ],
  ['one workspace at an address', config('single', 'http://192.0.2.1:3000'), [INSECURE], []],
  ['many', config('multi', 'https://example.com'), [DOMAIN], [HOST]],
  [
    'many below a name without a dot',
    config('multi', 'http://localhost:3000'),
    [{ ...INSECURE, domain: 'localhost' }, INSECURE],
    [],
  ],
])('%s: the cookie lasts 30 days; signing in or out clears the cookie of the other mode too', (...row) => {
  const [, where, scopes, former] = row;
  const set = scopes.map((scope) => ['signpost_session', TOKEN, { ...scope, maxAge: 30 * 24 * 3_600_000 }]);
  const cleared = former.map((scope) => ['signpost_session', null, scope]);
  expect(cookies((response) => setSessionCookie(response, where, TOKEN))).toEqual(set);
  // The valid cookie is set last, because some clients identify a cookie by its name alone.
  const brings = (cookie: string) => ({ headers: { cookie } }) as Request;
  expect(cookies((response) => startSessionCookie(brings('signpost_session=x'), response, where, TOKEN))).toEqual([
    ...cleared,
    ...set,
  ]);
  expect(cookies((response) => startSessionCookie(brings('theme=dark'), response, where, TOKEN))).toEqual(set);
  expect(cookies((response) => clearSessionCookie(response, where))).toEqual([
    ...cleared,
    ...scopes.map((scope) => ['signpost_session', null, scope]),
  ]);
});

test.each([
  [`signpost_session=${TOKEN}`, [TOKEN]],
  [`theme=dark; signpost_session=${TOKEN}; x=y`, [TOKEN]],
  [`signpost_session=${OTHER}; signpost_session=stale; signpost_session=${TOKEN}`, [OTHER, TOKEN]],
  [`signpost_sessions=${TOKEN}`, []],
  [`signpost_session=${TOKEN}x`, []],
  [`signpost_session=${TOKEN.slice(1)}`, []],
  [`signpost_session=${TOKEN.slice(1)}%20`, []],
  ['', []],
  [undefined, []],
])('%j contains the tokens %j', (cookie, expected) => {
  expect(readSessionTokens({ headers: { cookie } } as Request)).toEqual(expected);
});
