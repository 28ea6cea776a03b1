export { RateLimits, type LimitedAt, type LimitExceeded } from './rate-limits.js';
