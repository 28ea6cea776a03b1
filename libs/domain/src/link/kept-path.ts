import { LIMITS, type RuleName, type RuleParams } from '@signpost/contracts';
import { RESERVED_SLUGS } from './reserved-words.js';
import { parseSlug } from './slug.js';
import { lengthOf, textProblem, withoutAround } from '../text.js';

const isSlash = (character: string): boolean => character === '/';

/** The stored form of a kept path: without slashes at either end, percent-decoded once if that is valid, NFC. */
export function keptPathOf(text: string): string {
  const bare = withoutAround(text.trim(), isSlash);
  try {
    return decodeURIComponent(bare).normalize('NFC');
  } catch {
    return bare.normalize('NFC');
  }
}

/**
 * A kept path as part of a cell of the import format: {@link keptPathOf} gives it back, after the cell was split at `|` and its
 * parts were trimmed.
 */
export function keptPathInCell(path: string): string {
  return path.replace(/[%|]|^\s+|\s+$/g, (part) => encodeURIComponent(part));
}

/** The rule that a kept path violates (decisions 10); null when it is valid. */
export function keptPathProblem(path: string): { rule: RuleName; params?: RuleParams } | null {
  if (path === '') return { rule: 'required' };
  if (lengthOf(path) > LIMITS.keptPathLength) return { rule: 'too_long', params: { max: LIMITS.keptPathLength } };
  if (textProblem(path) !== null) return { rule: 'control_characters' };
  const segments = path.split('/');
  if (segments.some((segment) => segment === '')) return { rule: 'path_segments' };
  if (segments.some((segment) => segment === '.' || segment === '..')) return { rule: 'path_dots' };
  if (RESERVED_SLUGS.has(segments[0]?.toLowerCase() ?? '')) return { rule: 'slug_reserved' };
  const slug = parseSlug(path);
  return slug.ok && slug.slug === path ? { rule: 'path_is_slug' } : null;
}

/** Longest raw path that can decode to a kept path, with every byte percent-encoded. */
const RAW_MAX = 3 * 4 * LIMITS.keptPathLength + 2;
const PLAIN_SLUG = /^\/?[a-z0-9_](?:[a-z0-9_-]{0,62}[a-z0-9_])?\/?$/;

/** The kept path that a request's raw path may refer to; null for paths that are slugs or cannot be kept paths. */
export function requestedKeptPath(rawPath: string): string | null {
  if (rawPath.length > RAW_MAX || PLAIN_SLUG.test(rawPath)) return null;
  try {
    return keptPathIn(decodeURIComponent(rawPath));
  } catch {
    return null;
  }
}

/** The kept path for a decoded path; null for paths that are slugs or cannot be kept paths. */
export function keptPathIn(decodedPath: string): string | null {
  const path = withoutAround(decodedPath, isSlash).normalize('NFC');
  // The database rejects NUL, which would fail the whole statement, including its other lookups.
  const isNone = path === '' || path.length > 2 * LIMITS.keptPathLength || textProblem(path) !== null;
  return isNone || PLAIN_SLUG.test(path) ? null : path;
}
