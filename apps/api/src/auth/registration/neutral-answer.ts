/**
 * Minimum duration of a neutral response in milliseconds. Longer than the work behind it, so that the response time
 * does not reveal whether an address has an account.
 */
export const NEUTRAL_ANSWER_MS = 250;
