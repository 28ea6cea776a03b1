/**
 * Where a visitor without a grant is sent (decisions 5, step 6): `/p/{slug}?path={requested path}`.
 * @param address the slug or alias as it was asked for.
 * @param requestedPath raw path with its query, so that both survive the unlocking.
 */
export function unlockPath(address: string, requestedPath: string): string {
  return `/p/${encodeURIComponent(address.toWellFormed())}?path=${encodeURIComponent(requestedPath.toWellFormed())}`;
}

/**
 * The same path when it leads to this very origin, otherwise null: it must begin with one slash. `//host` is another
 * host, and so is `/\host` to a browser; anything that no path in a header can hold is refused.
 */
export function parseReturnPath(path: string): string | null {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null;
}
