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
  return port === '' && host.includes('.') ? wildcard + host : null;
}

/** Whether a host is one of the patterns. */
export function matchesHost(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}
