/**
 * The path to which a visitor without a password grant is redirected (decisions 5, step 6): `/p/{slug}?path={requested
 * path}`.
 * @param address the slug or alias as requested.
 * @param requestedPath raw path with its query, so that both are restored after unlocking.
 */
export function unlockPath(address: string, requestedPath: string): string {
  return `/p/${encodeURIComponent(address.toWellFormed())}?path=${encodeURIComponent(requestedPath.toWellFormed())}`;
}

/**
 * Returns the path if it stays on this origin, otherwise null: it must begin with exactly one slash, because browsers
 * treat both `//host` and `/\host` as another host. Characters that are not allowed in a header are refused.
 */
export function parseReturnPath(path: string): string | null {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null;
}

const UNLOCK_PAGE = /^\/p\/[^/?]+\/?\?/;

/** The path to which unlock pages finally redirect; the path itself if it is not such a page. */
export function behindUnlockPages(pathWithQuery: string): string {
  let path = pathWithQuery;
  while (UNLOCK_PAGE.test(path)) {
    const returnPath = parseReturnPath(new URLSearchParams(path.slice(path.indexOf('?'))).get('path') ?? '');
    if (returnPath === null) return path;
    path = returnPath;
  }
  return path;
}
