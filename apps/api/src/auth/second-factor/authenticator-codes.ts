import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Signpost';
const SECRET_BYTES = 20;
/** Time step in seconds (RFC 6238, 4.1: the recommended value). */
const PERIOD = 30;
/** Number of steps before and after the current one whose codes are accepted, for clock differences and typing time. */
const TOLERANCE = 1;

/** Creates a secret for an authenticator app, in base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth:` URI that an app reads from a QR code. */
export function authenticatorUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/**
 * The time step of a six-digit code (RFC 6238); null when it matches no step near the current one.
 * @param now Unix milliseconds.
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: TOLERANCE });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** The code at an instant (Unix milliseconds), as an app shows it. */
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
