import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'express';
import { readSessionTokens } from '../platform/access/index.js';
import type { Language } from '../platform/http/index.js';

/** Written by `tools/pack-web.mjs`: per screen, scripts by language, fonts and API responses. */
type Preloads = Readonly<Record<string, Readonly<Record<Language | 'data' | 'fonts', readonly string[]>>>>;

/** Key for screens without their own list. */
const ELSEWHERE = '*';

/** Sign-in screens and shared reports, which contain no data of a workspace. */
const SIGN_IN = /^\/(?:login|setup|register|forgot-password|verify-email|reset-password|invite|share)(?:\/|$)/;

/**
 * The `Link` header of a page: the scripts, fonts and API responses that the screen of a signed-in user would otherwise
 * request sequentially, one round trip each. Null without a session, to keep the first load small, and when the build
 * has written no list.
 *
 * The validity of the session is only checked by the page itself. Lists with filters use other requests, and hosts
 * without a workspace show no workspace screens: there only the scripts of the frame are listed.
 */
export function preloadHeader(folder: string): (request: Request) => string | null {
  const file = join(folder, '.preloads.json');
  if (!existsSync(file)) return () => null;
  const screens = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Preloads));
  return (request) => {
    // The original path, because the served path is always that of the page.
    const [path = '', query] = request.originalUrl.split('?', 2);
    if (SIGN_IN.test(path) || readSessionTokens(request).length === 0) return null;
    const { kind } = request.context.host;
    const isOwn = (kind === 'single' || kind === 'workspace') && query === undefined;
    const screen = (isOwn ? screens.get(path) : undefined) ?? screens.get(ELSEWHERE);
    if (screen === undefined) return null;
    const language = request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';
    return [
      ...screen.data.map((data) => `<${data}>; rel=preload; as=fetch; crossorigin`),
      ...screen[language].map((name) => `</${name}>; rel=modulepreload`),
      ...screen.fonts.map((name) => `</${name}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ].join(', ');
  };
}
