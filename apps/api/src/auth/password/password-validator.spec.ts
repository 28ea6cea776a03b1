import { expect, test } from 'vitest';
import type { ApiError } from '../../platform/errors/index.js';
import { PasswordValidator } from './password-validator.js';

const EMAIL = 'mira.stone@example.com';

/** The field that is refused; null for an accepted password. */
async function refusedField(password: string, field?: string): Promise<string | null> {
  try {
    await new PasswordValidator().requireStrong(password, EMAIL, { client: 'somebody' }, field);
    return null;
  } catch (error) {
    return (error as ApiError).details.errors?.[0]?.field ?? null;
  }
}

test('a guessable password is refused on its field, which the caller may name', async () => {
  expect(await refusedField('password1234')).toBe('password');
  expect(await refusedField('password1234', 'newPassword')).toBe('newPassword');
  expect(await refusedField(`Xq9!zRw-${EMAIL}`)).toBe('password');
});

test('a good one is not', async () => {
  expect(await refusedField('lantern orbit velvet')).toBeNull();
});
