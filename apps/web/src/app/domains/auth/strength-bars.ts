import type { PasswordVerdict } from '@signpost/domain';

/** Number of filled bars, of four. */
export function barsOf(verdict: PasswordVerdict): number {
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
