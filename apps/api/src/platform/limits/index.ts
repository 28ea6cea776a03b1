export { RateLimits, type LimitedAt, type LimitExceeded } from './rate-limits.js';
export { countForWorkers, outlive } from './worker-counts.js';
