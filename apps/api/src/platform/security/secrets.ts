import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A fresh secret of 32 random bytes, as 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in place of a token. A plain hash is enough: tokens have 256 bits of entropy. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares secrets of any length in constant time. */
export function equalSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

/** What a request shows as its bearer token (RFC 6750, 2.1), or null. */
export function bearerOf({ headers }: IncomingMessage): string | null {
  return /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? null;
}
