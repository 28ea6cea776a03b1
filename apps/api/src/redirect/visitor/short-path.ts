import { LIMITS } from '@signpost/contracts';

/** A request path as a short address: at most a link prefix and a slug, both lower case. */
export interface ShortPath {
  /** Empty for an address at the root. */
  readonly prefix: string;
  readonly slug: string;
}

/** The target of a request line, split at its `?`. */
export interface RequestTarget {
  /** Raw path, beginning with a slash. */
  readonly path: string;
  /** Raw query string without `?`; empty when there is none. */
  readonly query: string;
}

/** Longest path that can be an address when every character of it is percent-encoded. */
const PATH_MAX = 3 * (LIMITS.prefixLength + LIMITS.slugLength) + 3;
// Letters as ranges and no `i` flag: the Kelvin sign lower-cases to `k`.
const SEGMENT = /^[A-Za-z0-9_-]+$/;

/** Splits a request target; ignores the host of an absolute one. Null for `*` and other targets without a path. */
export function parseTarget(target: string): RequestTarget | null {
  let from = 0;
  if (target.charCodeAt(0) !== 47) {
    const scheme = /^https?:\/\/[^/?#]*/i.exec(target);
    if (scheme === null) return null;
    from = scheme[0].length;
    if (target.charCodeAt(from) !== 47)
      return { path: '/', query: target.slice(target.indexOf('?', from) + 1 || target.length) };
  }
  const mark = target.indexOf('?', from);
  if (mark === -1) return { path: from === 0 ? target : target.slice(from), query: '' };
  return { path: target.slice(from, mark), query: target.slice(mark + 1) };
}

/**
 * The short address in a path: one or two segments of slug characters, without regard to case, percent-encoding decoded once,
 * a trailing slash ignored. Null for any other path, which cannot be a link.
 */
export function parseShortPath(path: string): ShortPath | null {
  let end = path.length;
  if (end > 2 && path.charCodeAt(end - 1) === 47) end -= 1;
  if (end < 2 || end > PATH_MAX) return null;
  let slash = 0;
  let plain = true;
  for (let at = 1; at < end; at += 1) {
    const code = path.charCodeAt(at);
    // The usual path needs neither decoding nor lower-casing: a-z, 0-9, `-`, `_`.
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95) continue;
    if (code === 47) {
      if (slash !== 0) return null;
      slash = at;
    } else if ((code >= 65 && code <= 90) || code === 37) {
      plain = false;
    } else {
      return null;
    }
  }
  const prefix = slash === 0 ? '' : path.slice(1, slash);
  const slug = path.slice(slash + 1, end);
  if (slug === '' || slash === 1) return null;
  if (!plain) return decoded(prefix, slug);
  return slug.length > LIMITS.slugLength || prefix.length > LIMITS.prefixLength ? null : { prefix, slug };
}

/** First segment of any path, decoded once and lower-cased; null when it cannot be decoded. */
export function firstSegment(path: string): string | null {
  const end = path.indexOf('/', 1);
  const raw = end === -1 ? path.slice(1) : path.slice(1, end);
  return raw.includes('%') ? (decode(raw)?.toLowerCase() ?? null) : raw.toLowerCase();
}

function decoded(prefix: string, slug: string): ShortPath | null {
  const plainPrefix = prefix === '' ? '' : decode(prefix);
  const plainSlug = decode(slug);
  if (plainPrefix === null || plainSlug === null) return null;
  if (!SEGMENT.test(plainSlug) || plainSlug.length > LIMITS.slugLength) return null;
  if (plainPrefix !== '' && (!SEGMENT.test(plainPrefix) || plainPrefix.length > LIMITS.prefixLength)) return null;
  return { prefix: plainPrefix.toLowerCase(), slug: plainSlug.toLowerCase() };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
