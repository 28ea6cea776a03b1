import { LIMITS, type SignInWay } from '@signpost/contracts';
import type { SessionInfo } from '../../platform/access/index.js';

/** Ways of signing in, beside providers, that prove ownership of an account without a usable password. */
export const WAYS_WITHOUT_PROVIDER = ['passkey', 'link'] as const satisfies readonly SignInWay[];

/** Whether the session was started recently in one of these ways, so that the account has just authenticated. */
export function isFresh({ way, signedInAt }: SessionInfo, ways: readonly SignInWay[], now: number): boolean {
  const isOne = ways.some((one) => one === way);
  return isOne && now - signedInAt.getTime() <= LIMITS.freshSignInSeconds * 1000;
}
