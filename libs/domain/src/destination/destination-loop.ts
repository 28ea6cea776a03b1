/**
 * Whether a destination, fallback or target is an address of the link itself, which would redirect for ever
 * (decisions 4). Compared as a visitor's request would be matched: scheme, query and fragment play no part, the path
 * is percent-decoded once, without regard to case, a trailing slash is ignored.
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
