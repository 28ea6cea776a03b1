/**
 * A request target as Express reads it without help of what Node has deprecated: a path and its query. The scheme and host that
 * one in absolute form names (RFC 9112, 3.2.2) are nobody's business here, a fragment is no part of a target, and `*` is a path.
 */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}
