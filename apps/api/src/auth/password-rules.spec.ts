import { describe, expect, test } from 'vitest';
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

describe('guessable passwords are refused', () => {
  test.each([
    'password1234',
    'Password123!',
    'qwertyuiop12',
    'aaaaaaaaaaaaaaaa',
    '123456789012',
    'abcabcabcabc',
    'mira.stone@example.com',
    'Xq9!zRw-MIRA.stone@example.com',
    'stone2stone2',
    'signpost2026',
    'p@ssw0rd'.repeat(25),
  ])('%s', (password) => {
    expect(refusedField(password)).toBe('password');
  });
});

describe('good ones are not, whatever they are made of', () => {
  test.each([
    'correct-horse-battery-staple',
    'lantern orbit velvet',
    'Zx9!kfQ2pLw8',
    'пароль из многих слов',
    'a7#Kd9a7#Kd9qL2&vTz8!',
  ])('%s', (password) => {
    expect(refusedField(password)).toBeNull();
  });
});

test('the caller names the field', () => {
  expect(refusedField('password1234', 'newPassword')).toBe('newPassword');
});

test('a text made to cost much is judged by its beginning', () => {
  const started = performance.now();
  refusedField('4@4@a1!i|l7$s5'.repeat(14));
  expect(performance.now() - started).toBeLessThan(3000);
});
