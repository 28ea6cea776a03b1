import { isRefused, passwordVerdict, type RefusedPassword } from '@signpost/domain';
import { passwordScore } from '@signpost/domain/password-score';
import { failField } from '../platform/errors/index.js';

const GUESSABLE = 'This password is easy to guess. Use a few unrelated words.';
const REFUSALS: Readonly<Record<RefusedPassword, string>> = {
  short: 'This password is too short.',
  long: 'This password is too long.',
  address: 'The password must not contain your address.',
  weak: GUESSABLE,
  almost: GUESSABLE,
};

/** Refuses a new password that breaks the rules with 422 on `field`. */
export function requireStrongPassword(password: string, email: string, field = 'password'): void {
  const verdict = passwordVerdict(password, email, passwordScore(password, email));
  if (isRefused(verdict)) failField(field, REFUSALS[verdict]);
}
