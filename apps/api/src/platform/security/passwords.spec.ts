import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.js';

const PASSWORD = 'Käferbrücke-Zwölf-99';

test.each(['NFC', 'NFD'] as const)('a password that was set in %s is known in either form', async (form) => {
  const hash = await hashPassword(PASSWORD.normalize(form));
  expect(await verifyPassword(hash, PASSWORD.normalize('NFC'))).toBe(true);
  expect(await verifyPassword(hash, PASSWORD.normalize('NFD'))).toBe(true);
});

test('letters without their accents are another password, and so is space around it', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(await verifyPassword(hash, 'Kaferbrucke-Zwolf-99')).toBe(false);
  expect(await verifyPassword(hash, ` ${PASSWORD}`)).toBe(false);
});

test('no hash is matched by no password', async () => {
  expect(await verifyPassword(null, 'no account has this password')).toBe(false);
});
