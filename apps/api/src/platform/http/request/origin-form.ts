/**
 * A request target without the scheme and host that one in absolute form names (RFC 9112, 3.2.2): nobody looks at them, and
 * Express would take it apart with what Node has deprecated.
 */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}
