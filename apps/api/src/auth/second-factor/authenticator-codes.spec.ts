import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import { authenticatorUri, codeAt, newAuthenticatorSecret, stepOfCode } from './authenticator-codes.js';

/** The secret of RFC 6238, appendix B. */
const SECRET = Secret.fromUTF8('12345678901234567890').base32;

// RFC 6238, appendix B, SHA-1: the last six of the eight digits there.
test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('at %i s the code is %s, of step %i', (seconds, code, step) => {
  expect(codeAt(SECRET, seconds * 1000)).toBe(code);
  expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(step);
});

test('a code is accepted one step early or late, and no further', () => {
  const now = 1_111_111_111_000;
  const code = codeAt(SECRET, now);
  const step = stepOfCode(SECRET, code, now);
  expect([-60_000, -30_000, 30_000, 60_000].map((ms) => stepOfCode(SECRET, code, now + ms))).toEqual([
    null,
    step,
    step,
    null,
  ]);
});

test.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 287082'])('%j is no code', (code) => {
  expect(stepOfCode(SECRET, code, 59_000)).toBeNull();
});

test('a new secret has 160 bits, and its URI names the account', () => {
  const secret = newAuthenticatorSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newAuthenticatorSecret()).not.toBe(secret);
  const uri = new URL(authenticatorUri(secret, 'ada@example.test'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Signpost:ada@example.test',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: 'Signpost', digits: '6', period: '30' });
});
