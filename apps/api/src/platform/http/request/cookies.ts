/** No browser sends more cookies with one name than this. */
const OF_ONE_NAME_MAX = 10;

/** All cookies of a `Cookie` header, in order, with their values as sent. */
export function cookiesOf(header: string | undefined): [name: string, value: string][] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });
}

/**
 * The values of all cookies with one name, in order. A browser may have several, set for the host or for a parent domain while
 * the instance was configured differently: the caller tries each until one is valid.
 */
export function cookiesNamed(header: string | undefined, name: string): string[] {
  return cookiesOf(header)
    .flatMap(([key, value]) => (key === name ? [value] : []))
    .slice(0, OF_ONE_NAME_MAX);
}
