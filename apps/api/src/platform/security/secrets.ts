import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A new secret of 32 random bytes, as 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that is stored instead of a token. A plain hash is enough, because tokens have 256 bits of entropy. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares secrets of any length in constant time. */
export function equalSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

/** The bearer token of a request (RFC 6750, 2.1), or null. */
export function bearerOf({ headers }: IncomingMessage): string | null {
  return /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? null;
}
