import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'express';
import { readSessionTokens } from '../platform/access/index.js';

/** Written by `tools/pack-web.mjs`: per screen, scripts by language, fonts and answers of the API. */
type Preloads = Readonly<Record<string, Readonly<Record<Language | 'data' | 'fonts', readonly string[]>>>>;
type Language = 'en' | 'de';

/** Screens without a list of their own. */
const ELSEWHERE = '*';

/** Screens around signing in and shared reports, which say nothing about a workspace, whoever opens them. */
const SIGN_IN = /^\/(?:login|setup|register|forgot-password|verify-email|reset-password|invite|share)(?:\/|$)/;

/**
 * The `Link` header of a page: the scripts, fonts and answers that a signed-in person's screen would otherwise ask for one
 * after the other, a round trip each. Null for people without a session, whose first load stays the smallest, and when
 * the build has written no list.
 *
 * Whether the session still stands is asked by the page itself. A list of a screen with conditions is another list, and
 * a host without a workspace shows no screen of one: there only the frame's scripts are named.
 */
export function preloadHeader(folder: string): (request: Request) => string | null {
  const file = join(folder, '.preloads.json');
  if (!existsSync(file)) return () => null;
  const screens = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Preloads));
  return (request) => {
    // Not the path that is served: that is the page's, whatever the screen.
    const [path = '', query] = request.originalUrl.split('?', 2);
    if (SIGN_IN.test(path) || readSessionTokens(request).length === 0) return null;
    const { kind } = request.context.host;
    const isOwn = (kind === 'single' || kind === 'workspace') && query === undefined;
    const screen = (isOwn ? screens.get(path) : undefined) ?? screens.get(ELSEWHERE);
    if (screen === undefined) return null;
    const language = request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';
    return [
      ...screen.data.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`),
      ...screen[language].map((name) => `</${name}>; rel=modulepreload`),
      ...screen.fonts.map((name) => `</${name}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ].join(', ');
  };
}
