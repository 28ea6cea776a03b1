/** Query that a QR code adds to a short URL, so that scans can be distinguished from other visits (decisions 9). */
export const SCAN_QUERY = 'qr=1';
/** The referrer that is recorded for such a visit. */
export const SCANNED = 'qr';

/**
 * Removes the scan marker from a visitor's query.
 * @param query raw, without `?`.
 * @returns null when there is no marker: the query is then used unchanged.
 */
export function withoutScan(query: string): string | null {
  if (!query.includes(SCAN_QUERY)) return null;
  const pieces = query.split('&');
  if (!pieces.includes(SCAN_QUERY)) return null;
  return pieces.filter((piece) => piece !== 'qr' && !piece.startsWith('qr=')).join('&');
}
