import { equalSecrets } from '../security/index.js';
import type { RateLimits } from './rate-limits.js';

/**
 * Whether a client sent the right secret, where it only grants read access. A right one is not counted; a wrong one counts
 * towards the limit of the jobs secret, and beyond that limit even the right one is rejected. Runs of the jobs are counted
 * separately, so that they never keep a holder of the secret from reading.
 */
export async function isRightSecret(
  limits: RateLimits,
  client: string,
  given: string,
  expected: string,
): Promise<boolean> {
  const key = `guesses:${client}`;
  // Wrong guesses are counted as they arrive, so that a right one among concurrent guesses is checked against those before it.
  if (equalSecrets(given, expected)) return !(await limits.isOver('JOBS', key));
  await limits.tryConsume('JOBS', key);
  return false;
}
