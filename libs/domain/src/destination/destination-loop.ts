/**
 * Whether a destination, fallback or target is one of the link's own short URLs, which would cause an endless redirect
 * (decisions 4). URLs are compared as the redirect matches a request: scheme, query and fragment are ignored, the path
 * is percent-decoded once and compared case-insensitively, a trailing slash is ignored.
 * @param destination normalised, see `normalizeDestination`.
 * @param ownUrls every short URL of the link: slug and live aliases under the current and each retained prefix.
 */
export function isLoop(destination: string, ownUrls: readonly string[]): boolean {
  const key = addressKey(destination);
  return key !== null && ownUrls.some((url) => addressKey(url) === key);
}

function addressKey(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return `${url.host.replace(/\.(?=:|$)/, '')}${decodeOnce(url.pathname).replace(/\/$/, '').toLowerCase()}`;
}

function decodeOnce(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
