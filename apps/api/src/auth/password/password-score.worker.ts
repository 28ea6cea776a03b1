import { passwordScore } from '@signpost/domain/password-score';
import { lowerThreadPriority } from '../../platform/thread-priority.js';

// Lower priority than redirects.
lowerThreadPriority();

/** Input of the worker thread. */
export interface PasswordToScore {
  readonly password: string;
  readonly email: string;
}

/** Computes zxcvbn's score (0–4) in a worker thread: see password-validator.ts. */
export default function score({ password, email }: PasswordToScore): number {
  return passwordScore(password, email);
}
