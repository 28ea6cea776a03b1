import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { plainIpAddress } from '@signpost/domain';

/**
 * Blocked hosts. A line of a hosts file (`0.0.0.0 example.com`) blocks that host; a plain line (`example.com`, or
 * `*.example.com` as other programs write it) also its subdomains. The text after a `#` is a comment.
 */
export class Blocklist {
  private readonly exact = new Set<string>();
  private readonly withBelow = new Set<string>();

  /** Number of hosts. */
  get size(): number {
    return this.exact.size + this.withBelow.size;
  }

  /** Adds the lines of one file. */
  add(text: string): void {
    for (const line of text.split('\n')) {
      const comment = line.indexOf('#');
      const words = (comment < 0 ? line : line.slice(0, comment)).trim();
      if (words === '') continue;
      const [first = '', ...others] = words.split(/\s+/);
      if (others.length === 0) addName(this.withBelow, first.replace(/^\*\./, ''));
      // The IP address of a hosts line is ignored; local names in such files cannot be destinations anyway.
      else for (const host of others) addName(this.exact, host);
    }
  }

  /** The entry that blocks the host of a URL; null when none does. An IPv4 address in an IPv6 one is that address. */
  find(urlHost: string): string | null {
    const host = urlHost.startsWith('[') ? canonicalIpAddress(urlHost.slice(1, -1)) : urlHost;
    if (this.exact.has(host)) return host;
    for (let name = host; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
      if (this.withBelow.has(name)) return name;
      if (!name.includes('.')) return null;
    }
    return null;
  }
}

const PLAIN = /^[a-z0-9.*_-]*$/;
/** Maximum length of a host name. */
const LONGEST_NAME = 255;

/** Adds a name in the stored form of destinations: lower case, international names in punycode. */
function addName(names: Set<string>, word: string): void {
  if (isIPv6(word)) {
    names.add(canonicalIpAddress(word));
    return;
  }
  const host = PLAIN.test(word) ? word : domainToASCII(word);
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  if (name !== '' && name.length <= LONGEST_NAME) names.add(name);
}

/** An IPv6 address in the one spelling of URLs, or the IPv4 address in it. */
function canonicalIpAddress(address: string): string {
  const plain = plainIpAddress(address);
  return isIPv6(plain) ? new URL(`http://[${plain}]`).hostname.slice(1, -1) : plain;
}
