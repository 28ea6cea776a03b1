import { equalSecrets } from '../security/index.js';
import type { RateLimits } from './rate-limits.js';

/**
 * Whether a client shows the right secret where it only opens what may be read. A right one is not counted, but a guess is
 * one of those that the jobs' secret has; beyond their limit no secret is right.
 */
export async function isRightSecret(
  limits: RateLimits,
  client: string,
  given: string,
  expected: string,
): Promise<boolean> {
  // Guesses that come at once are counted in their order: none of them is checked by what was counted before all of them.
  if (equalSecrets(given, expected)) return !(await limits.isOver('JOBS', client));
  await limits.tryConsume('JOBS', client);
  return false;
}
