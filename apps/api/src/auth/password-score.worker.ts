import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { passwordScore } from '@signpost/domain/password-score';

// Where they share a core, visitors come before whoever chooses a password. Only Linux gives a thread a priority of its own:
// elsewhere this would hold back the whole process.
if (process.platform === 'linux' && !isMainThread) setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** What a thread is asked to judge. */
export interface JudgedPassword {
  readonly password: string;
  readonly email: string;
}

/** zxcvbn's 0–4 in a thread of its own: see password-judge.ts. */
export default function score({ password, email }: JudgedPassword): number {
  return passwordScore(password, email);
}
