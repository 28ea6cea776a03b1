import { LIMITS } from '@signpost/contracts';
import { lengthOf } from './text.js';

/** Verdict on a new password; only `good` and `strong` are accepted. */
export type PasswordVerdict = 'short' | 'long' | 'address' | 'weak' | 'almost' | 'good' | 'strong';

/** The verdicts with which a new password is refused. */
export type RefusedPassword = Exclude<PasswordVerdict, 'good' | 'strong'>;

/**
 * Checks a new password: 12–200 characters, not containing the account's address, not guessable (decisions 8).
 * @param score zxcvbn's 0–4, from `passwordScore`.
 */
export function passwordVerdict(password: string, email: string, score: number): PasswordVerdict {
  const length = lengthOf(password);
  if (length < LIMITS.accountPasswordMin) return 'short';
  if (length > LIMITS.accountPasswordMax) return 'long';
  const address = email.trim().toLowerCase();
  if (address !== '' && password.toLowerCase().includes(address)) return 'address';
  if (score < 2) return 'weak';
  if (score === 2) return 'almost';
  return score === 3 ? 'good' : 'strong';
}

/** Whether a password with this verdict is not accepted. */
export function isRefused(verdict: PasswordVerdict): verdict is RefusedPassword {
  return verdict !== 'good' && verdict !== 'strong';
}
