import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * A key of 256 bits derived from SESSION_SECRET for one purpose (HKDF, RFC 5869), so that the key of one purpose reveals nothing
 * about others. SESSION_SECRET itself is not used for anything else. As an object, which Node uses eight times as fast as bytes.
 * @param purpose a constant of the caller; the same purpose gives the same key in every process.
 */
export function purposeKey(sessionSecret: string, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', sessionSecret, '', `signpost ${purpose}`, 32)));
}
