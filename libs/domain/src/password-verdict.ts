import { LIMITS } from '@signpost/contracts';

/** What a new password is worth; only `good` and `strong` are accepted. */
export type PasswordVerdict = 'short' | 'long' | 'address' | 'weak' | 'almost' | 'good' | 'strong';

/** The verdicts that a new password is refused with. */
export type RefusedPassword = Exclude<PasswordVerdict, 'good' | 'strong'>;

/**
 * Checks a new password: 12–200 characters, without the account's address, and no guessable one (decisions 8).
 * @param score zxcvbn's 0–4, from `passwordScore`.
 */
export function passwordVerdict(password: string, email: string, score: number): PasswordVerdict {
  if (password.length < LIMITS.accountPasswordMin) return 'short';
  if (password.length > LIMITS.accountPasswordMax) return 'long';
  const address = email.trim().toLowerCase();
  if (address !== '' && password.toLowerCase().includes(address)) return 'address';
  if (score < 2) return 'weak';
  if (score === 2) return 'almost';
  return score === 3 ? 'good' : 'strong';
}

export function isRefused(verdict: PasswordVerdict): verdict is RefusedPassword {
  return verdict !== 'good' && verdict !== 'strong';
}
