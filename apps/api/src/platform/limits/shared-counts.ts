import type { IRateLimiterOptions, RateLimiterAbstract } from 'rate-limiter-flexible';

/** Where several processes count their limits together. */
export interface SharedCounts {
  /** @param own what to count by while the shared counts cannot be had at all. */
  limiter(window: IRateLimiterOptions, own: RateLimiterAbstract): RateLimiterAbstract;
  close(): void;
}
