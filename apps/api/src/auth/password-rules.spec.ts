import { expect, test } from 'vitest';
import type { ApiError } from '../platform/errors/index.js';
import { requireStrongPassword } from './password-rules.js';

const EMAIL = 'mira.stone@example.com';

/** The field that is refused, null for a password that may be used. */
function refusedField(password: string, field?: string): string | null {
  try {
    requireStrongPassword(password, EMAIL, field);
    return null;
  } catch (error) {
    return (error as ApiError).details.errors?.[0]?.field ?? null;
  }
}

test('a guessable password is refused on its field, which the caller may name', () => {
  expect(refusedField('password1234')).toBe('password');
  expect(refusedField('password1234', 'newPassword')).toBe('newPassword');
  expect(refusedField(`Xq9!zRw-${EMAIL}`)).toBe('password');
});

test('a good one is not', () => {
  expect(refusedField('lantern orbit velvet')).toBeNull();
});
