/**
 * Converts a request target for Express, which otherwise parses it with a deprecated function of Node: to a path and its query.
 * The scheme and host of an absolute target (RFC 9112, 3.2.2) are not used here, a fragment is not part of a target, and `*` is
 * treated as a path.
 */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
