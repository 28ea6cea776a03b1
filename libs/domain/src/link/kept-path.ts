import { LIMITS, type RuleName, type RuleParams } from '@signpost/contracts';
import { RESERVED_SLUGS } from './reserved-words.js';
import { parseSlug } from './slug.js';
import { textProblem } from '../text.js';

/** A path as it is kept: without slashes around it, decoded once where that is possible, NFC. */
export function keptPathOf(text: string): string {
  const bare = text.trim().replace(/^\/+|\/+$/g, '');
  try {
    return decodeURIComponent(bare).normalize('NFC');
  } catch {
    return bare.normalize('NFC');
  }
}

/** What is wrong with a kept path (decisions 10); null when nothing is. */
export function keptPathProblem(path: string): { rule: RuleName; params?: RuleParams } | null {
  if (path === '') return { rule: 'required' };
  if (Array.from(path).length > LIMITS.keptPathLength)
    return { rule: 'too_long', params: { max: LIMITS.keptPathLength } };
  if (textProblem(path) !== null) return { rule: 'control_characters' };
  const segments = path.split('/');
  if (segments.some((segment) => segment === '')) return { rule: 'path_segments' };
  if (segments.some((segment) => segment === '.' || segment === '..')) return { rule: 'path_dots' };
  if (RESERVED_SLUGS.has(segments[0]?.toLowerCase() ?? '')) return { rule: 'slug_reserved' };
  const slug = parseSlug(path);
  return slug.ok && slug.slug === path ? { rule: 'path_is_slug' } : null;
}

/** Longest raw path that can be a kept one, each of its bytes percent-encoded. */
const RAW_MAX = 3 * 4 * LIMITS.keptPathLength + 2;
const PLAIN_SLUG = /^\/?[a-z0-9_](?:[a-z0-9_-]{0,62}[a-z0-9_])?\/?$/;

/** The kept path that a request's raw path asks for; null for what a slug says, and for what none can be. */
export function requestedKeptPath(rawPath: string): string | null {
  if (rawPath.length > RAW_MAX || PLAIN_SLUG.test(rawPath)) return null;
  try {
    return keptPathIn(decodeURIComponent(rawPath));
  } catch {
    return null;
  }
}

/** The kept path that a decoded path says; null for what a slug says, and for what none can be. */
export function keptPathIn(decodedPath: string): string | null {
  const path = decodedPath.replace(/^\/+|\/+$/g, '').normalize('NFC');
  // A control character would be refused by the database, with whatever else the same statement asks for.
  const isNone = path === '' || path.length > 2 * LIMITS.keptPathLength || textProblem(path) !== null;
  return isNone || PLAIN_SLUG.test(path) ? null : path;
}
