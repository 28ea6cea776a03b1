/** What a printed code adds to a short URL, so that its scans are told from other visits (decisions 9). */
export const SCAN_QUERY = 'qr=1';
/** The referrer that such a visit is recorded with. */
export const SCANNED = 'qr';

/**
 * A visitor's query without the key that says that a code was scanned.
 * @param query raw, without `?`.
 * @returns null where it does not say so: then it stays as it is.
 */
export function withoutScan(query: string): string | null {
  if (!query.includes(SCAN_QUERY)) return null;
  const pieces = query.split('&');
  if (!pieces.includes(SCAN_QUERY)) return null;
  return pieces.filter((piece) => piece !== 'qr' && !piece.startsWith('qr=')).join('&');
}
