import { hkdfSync } from 'node:crypto';

/**
 * A key of 256 bits made from SESSION_SECRET for one purpose (HKDF, RFC 5869): what one key signs or seals says nothing
 * about any other, and SESSION_SECRET itself is used for nothing else.
 * @param purpose a constant of the caller; the same one gives the same key in every process.
 */
export function purposeKey(sessionSecret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', sessionSecret, '', `signpost ${purpose}`, 32));
}
