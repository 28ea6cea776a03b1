/**
 * Lists of hosts: `example.com` is that host, `*.example.com` every name below it (decisions 4). Hosts are compared as
 * destinations store them: lower case, international names in punycode.
 */

/** A pattern in its stored form; null when it is none. A list of one word, such as `localhost`, is refused. */
export function parseHostPattern(text: string): string | null {
  const [, wildcard = '', name = ''] = /^(\*\.)?([^*/@?#\s]+)$/.exec(text.trim()) ?? [];
  if (name === '' || !URL.canParse(`http://${name}/`)) return null;
  const { hostname, port } = new URL(`http://${name}/`);
  const host = hostname.replace(/\.$/, '');
  return port === '' && isName(host) ? wildcard + host : null;
}

/** Whether a host is of two labels at least, and none of them empty: a URL takes `.example.com`. */
const isName = (host: string): boolean => host.includes('.') && host.split('.').every((label) => label !== '');

/** A single host in its stored form; null for what is none. */
export function parseHost(text: string): string | null {
  const pattern = parseHostPattern(text);
  return pattern === null || pattern.startsWith('*') ? null : pattern;
}

/** Whether a host is one of the patterns. */
export function matchesHost(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}
