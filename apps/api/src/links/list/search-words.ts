import { decodedText, foldCase, keptPathOf, normalizeDestination, textProblem } from '@signpost/domain';

/** An address of a link's, as somebody typed or pasted it: what its slug and what its kept path would be. */
export interface ShortAddress {
  readonly slug: string;
  readonly folded: string;
}

/**
 * The short address of this workspace that the words are, with or without scheme and port, its host in Unicode or `xn--` form
 * or in short; null when they are none. Which prefixes lead to a slug is not checked: one that a link had may still do.
 * @param shortOrigin origin of the workspace's short links.
 */
export function shortAddressOf(words: string, shortOrigin: string): ShortAddress | null {
  // An address without subdomains has no host for a workspace: "beta.127.0.0.1" is none.
  if (!URL.canParse(shortOrigin)) return null;
  const short = new URL(shortOrigin);
  const address = normalizeDestination(withWholeHost(words, short), { allowPrivate: true });
  if (!address.ok) return null;
  const { host, pathname } = new URL(address.url);
  const path = keptPathOf(pathname);
  if (![short.host, short.hostname].includes(host) || path === '' || textProblem(path) !== null) return null;
  const segments = path.split('/');
  // A prefix and a slug at most; a kept path may be longer.
  const slug = segments.length <= 2 ? (segments.at(-1) ?? '') : '';
  return { slug: slug.toLowerCase(), folded: foldCase(path) };
}

/** The same words with the whole host where it was said in short, by its beginning: "go/spring" on go.example.com. */
function withWholeHost(words: string, { host, hostname }: URL): string {
  const [, name = '', path = ''] = /^([^\s/.:?#]{2,})(\/.+)$/.exec(words.trim()) ?? [];
  return name !== '' && hostname.startsWith(name.toLowerCase()) ? host + path : words;
}

/** Forms in which words may stand in what search reads: as they are, and with what is encoded in them decoded. */
export function searchForms(words: string): string[] {
  return [...new Set([words, decodedText(words)])];
}

/**
 * Forms in which a destination may be stored that is meant by this one: percent-encoded in capitals or in small letters, since
 * destinations keep what they were given.
 */
export function destinationForms(destination: string): string[] {
  const normalized = normalizeDestination(destination, { allowPrivate: true });
  if (!normalized.ok) return [destination];
  const { url } = normalized;
  const inCase = (change: (code: string) => string): string => url.replace(/%[0-9a-f]{2}/gi, change);
  return [...new Set([url, inCase((code) => code.toUpperCase()), inCase((code) => code.toLowerCase())])];
}
