import { LIMITS } from '@signpost/contracts';

/** What a new password is worth; only `good` and `strong` are accepted. */
export type Verdict = 'short' | 'long' | 'address' | 'weak' | 'almost' | 'good' | 'strong';

/** Judges a password by the rules of the server; `score` is zxcvbn's 0–4. */
export function verdictOf(password: string, email: string, score: number): Verdict {
  if (password.length < LIMITS.accountPasswordMin) return 'short';
  if (password.length > LIMITS.accountPasswordMax) return 'long';
  const address = email.trim().toLowerCase();
  if (address && password.toLowerCase().includes(address)) return 'address';
  if (score < 2) return 'weak';
  if (score === 2) return 'almost';
  return score === 3 ? 'good' : 'strong';
}

export function isAccepted(verdict: Verdict): boolean {
  return verdict === 'good' || verdict === 'strong';
}

/** How many of four bars are filled. */
export function barsOf(verdict: Verdict): number {
  switch (verdict) {
    case 'short':
    case 'long':
    case 'address':
    case 'weak':
      return 1;
    case 'almost':
      return 2;
    case 'good':
      return 3;
    case 'strong':
      return 4;
  }
}
