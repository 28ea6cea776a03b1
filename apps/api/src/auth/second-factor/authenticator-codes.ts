import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Signpost';
const SECRET_BYTES = 20;
/** Seconds for which a code is shown (RFC 6238, 4.1: the recommended step). */
const PERIOD = 30;
/** Steps before and after the present one of which codes are taken: clocks differ, and typing takes time. */
const TOLERANCE = 1;

/** A secret that an authenticator app can take over, in base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an app reads from a QR code. */
export function authenticatorUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/**
 * The time step that a code of six digits belongs to (RFC 6238), null for none near the present one.
 * @param now Unix milliseconds.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: TOLERANCE });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** The code of an instant, as an app shows it. */
export function codeAt(secret: string, now: number): string {
  return totpOf(secret, '').generate({ timestamp: now });
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label: label === '' ? ISSUER : label,
    secret: Secret.fromBase32(secret),
    period: PERIOD,
  });
}
