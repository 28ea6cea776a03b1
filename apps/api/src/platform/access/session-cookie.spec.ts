import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import type { Config } from '../config/index.js';
import { clearSessionCookie, readSessionToken, setSessionCookie } from './session-cookie.js';

const TOKEN = `${'aZ0-_'.repeat(8)}abc`;
const config = (mode: 'single' | 'multi', publicUrl: string): Config =>
  ({ mode, publicUrl: new URL(publicUrl), isSecure: publicUrl.startsWith('https:') }) as Config;

/** What a browser is told: name, value or null when the cookie ends, and the options. */
function told(act: (response: Response) => void): unknown[] {
  const seen: unknown[] = [];
  act({
    cookie: (...cookie: unknown[]) => seen.push(cookie),
    clearCookie: (name: string, options: unknown) => seen.push([name, null, options]),
  } as unknown as Response);
  return seen;
}

const OWN = { httpOnly: true, sameSite: 'lax', secure: true, path: '/' };
const INSECURE = { ...OWN, secure: false };

test.each([
  ['one workspace', config('single', 'https://example.com'), [OWN]],
  ['one workspace without https', config('single', 'http://example.com'), [INSECURE]],
  ['many', config('multi', 'https://example.com'), [{ ...OWN, domain: 'example.com' }]],
  [
    'many below a name without a dot',
    config('multi', 'http://localhost:3000'),
    [{ ...INSECURE, domain: 'localhost' }, INSECURE],
  ],
])('%s: the cookie lasts 30 days, and ends where it was set', (_, where, scopes) => {
  const thirtyDays = 30 * 24 * 3_600_000;
  expect(told((response) => setSessionCookie(response, where, TOKEN))).toEqual(
    scopes.map((scope) => ['signpost_session', TOKEN, { ...scope, maxAge: thirtyDays }]),
  );
  expect(told((response) => clearSessionCookie(response, where))).toEqual(
    scopes.map((scope) => ['signpost_session', null, scope]),
  );
});

test.each([
  [`signpost_session=${TOKEN}`, TOKEN],
  [`theme=dark; signpost_session=${TOKEN}; x=y`, TOKEN],
  [`signpost_sessions=${TOKEN}`, null],
  [`signpost_session=${TOKEN}x`, null],
  [`signpost_session=${TOKEN.slice(1)}`, null],
  [`signpost_session=${TOKEN.slice(1)}%20`, null],
  ['', null],
  [undefined, null],
])('%j holds the token %j', (cookie, expected) => {
  expect(readSessionToken({ headers: { cookie } } as Request)).toBe(expected);
});
