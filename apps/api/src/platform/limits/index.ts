export { RateLimits } from './rate-limits.js';
