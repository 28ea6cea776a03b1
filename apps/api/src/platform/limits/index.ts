export { CountedBy, LimitedPerMember, limitsOf } from './limited.js';
export { RateLimits, type LimitedAt, type LimitExceeded } from './rate-limits.js';
export { isRightSecret } from './secret-guesses.js';
export { countForWorkers, ignoreClosedChannel } from './worker-counts.js';
