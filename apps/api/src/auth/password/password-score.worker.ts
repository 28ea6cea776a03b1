import { passwordScore } from '@signpost/domain/password-score';
import { comeAfterVisitors } from '../../platform/thread-priority.js';

// Visitors come before whoever chooses a password.
comeAfterVisitors();

/** What a thread is asked to check. */
export interface PasswordToScore {
  readonly password: string;
  readonly email: string;
}

/** zxcvbn's 0–4 in a thread of its own: see password-validator.ts. */
export default function score({ password, email }: PasswordToScore): number {
  return passwordScore(password, email);
}
