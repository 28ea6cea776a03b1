import type { IRateLimiterOptions, RateLimiterAbstract } from 'rate-limiter-flexible';

/** Counters that several processes share. */
export interface SharedCounts {
  /** Milliseconds to wait for them before counting in this process. */
  readonly timeoutMs: number;
  /** @param own counter to use while the shared ones are unavailable. */
  limiter(window: IRateLimiterOptions, own: RateLimiterAbstract): RateLimiterAbstract;
  /** Resolves when the store of the counters answers; undefined where it is no server of its own. */
  ping?(): Promise<unknown>;
  close(): void;
}
