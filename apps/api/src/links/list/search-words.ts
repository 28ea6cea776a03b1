import { decodedText, foldCase, keptPathOf, normalizeDestination, readableHost, textProblem } from '@signpost/domain';

/** A short address as a user typed or pasted it: as a slug and as a case-folded kept path. */
export interface ShortAddress {
  readonly slug: string;
  readonly folded: string;
}

/**
 * The short address of this workspace that the words represent, with or without scheme and port, its host in Unicode,
 * `xn--` or abbreviated form; null if they are not one. The prefix is not checked, because a former prefix may still
 * work.
 * @param shortOrigin origin of the workspace's short links.
 */
export function shortAddressOf(words: string, shortOrigin: string): ShortAddress | null {
  // If the instance's host is an IP address, workspaces have no subdomains: "beta.127.0.0.1" is not a valid host.
  if (!URL.canParse(shortOrigin)) return null;
  const short = new URL(shortOrigin);
  const address = normalizeDestination(withWholeHost(words, short), { allowPrivate: true });
  if (!address.ok) return null;
  const { host, pathname } = new URL(address.url);
  const path = keptPathOf(pathname);
  if (![short.host, short.hostname].includes(host) || path === '' || textProblem(path) !== null) return null;
  const segments = path.split('/');
  // At most a prefix and a slug; a kept path may have more segments.
  const slug = segments.length <= 2 ? (segments.at(-1) ?? '') : '';
  return { slug: slug.toLowerCase(), folded: foldCase(path) };
}

/** Replaces an abbreviated host by the full one: "go/spring" or "go.example/spring" for go.example.com, in Unicode or `xn--` form. */
function withWholeHost(words: string, { host, hostname }: URL): string {
  const [, typed = '', path = ''] = /^([^\s/:?#]{2,})(\/.+)$/.exec(words.trim().normalize('NFC')) ?? [];
  if (typed === '') return words;
  const beginning = typed.includes('.') ? `${typed.toLowerCase()}.` : typed.toLowerCase();
  return [hostname, readableHost(hostname)].some((whole) => whole.startsWith(beginning)) ? host + path : words;
}

/** Forms in which the words may occur in the search text: unchanged, and with encoded characters decoded. */
export function searchForms(words: string): string[] {
  return [...new Set([words, decodedText(words)])];
}

/**
 * Forms in which an equivalent destination may be stored: percent-encoding in upper or lower case, since destinations
 * keep their original form.
 */
export function destinationForms(destination: string): string[] {
  const normalized = normalizeDestination(destination, { allowPrivate: true });
  if (!normalized.ok) return [destination];
  const { url } = normalized;
  const inCase = (change: (code: string) => string): string => url.replace(/%[0-9a-f]{2}/gi, change);
  return [...new Set([url, inCase((code) => code.toUpperCase()), inCase((code) => code.toLowerCase())])];
}
