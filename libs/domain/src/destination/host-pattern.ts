/**
 * Lists of hosts: `example.com` matches that host, `*.example.com` every name below it (decisions 4). Hosts are
 * compared in the form in which destinations are stored: lower case, international names in punycode.
 */

/** A pattern in its stored form; null when it is invalid. A host of a single label, such as `localhost`, is refused. */
export function parseHostPattern(text: string): string | null {
  const [, wildcard = '', name = ''] = /^(\*\.)?([^*/@?#\s]+)$/.exec(text.trim()) ?? [];
  if (name === '' || !URL.canParse(`http://${name}/`)) return null;
  const { hostname, port } = new URL(`http://${name}/`);
  const host = hostname.replace(/\.$/, '');
  return port === '' && isName(host) ? wildcard + host : null;
}

/** Whether a host has at least two labels, none of them empty; the URL parser alone would accept `.example.com`. */
const isName = (host: string): boolean => host.includes('.') && host.split('.').every((label) => label !== '');

/** A single host in its stored form; null for anything else, patterns included. */
export function parseHost(text: string): string | null {
  const pattern = parseHostPattern(text);
  return pattern === null || pattern.startsWith('*') ? null : pattern;
}

/** Whether a host matches at least one of the patterns. */
export function matchesHost(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}
