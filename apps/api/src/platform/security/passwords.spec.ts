import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.js';

const PASSWORD = 'Käferbrücke-Zwölf-99';

test.each(['NFC', 'NFD'] as const)('a password set in %s is accepted in either form', async (form) => {
  const hash = await hashPassword(PASSWORD.normalize(form));
  expect(await verifyPassword(hash, PASSWORD.normalize('NFC'))).toBe(true);
  expect(await verifyPassword(hash, PASSWORD.normalize('NFD'))).toBe(true);
});

test('letters without their accents, or additional white space, are another password', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(await verifyPassword(hash, 'Kaferbrucke-Zwolf-99')).toBe(false);
  expect(await verifyPassword(hash, ` ${PASSWORD}`)).toBe(false);
});

test('without a hash no password matches', async () => {
  expect(await verifyPassword(null, 'no account has this password')).toBe(false);
});
