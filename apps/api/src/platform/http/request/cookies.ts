/** More cookies of one name than this are nobody's browser. */
const OF_ONE_NAME_MAX = 10;

/** Every cookie of a `Cookie` header in its order, values as they were sent. */
export function cookiesOf(header: string | undefined): [name: string, value: string][] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]];
  });
}

/**
 * The values of one name, in the order of the header. A browser may hold several cookies of a name, set for the host or
 * for a domain above it, at times when the instance was configured otherwise: whoever reads one tries each until one is
 * valid.
 */
export function cookiesNamed(header: string | undefined, name: string): string[] {
  return cookiesOf(header)
    .flatMap(([key, value]) => (key === name ? [value] : []))
    .slice(0, OF_ONE_NAME_MAX);
}
