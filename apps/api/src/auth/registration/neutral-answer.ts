/**
 * Milliseconds that a neutral answer takes at least. Longer than the work behind it, so that the time does not tell
 * whether an address has an account.
 */
export const NEUTRAL_ANSWER_MS = 250;
