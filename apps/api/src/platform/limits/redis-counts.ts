import { Logger } from '@nestjs/common';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from '@redis/client';
import type { SharedCounts } from './shared-counts.js';

/** For connecting, and for an answer. */
const TIMEOUT_MS = 500;

/**
 * Counters shared by all processes that use this Redis. Connects in the background and keeps reconnecting; commands fail at once
 * while Redis is unavailable.
 */
export function redisCounts(url: string): SharedCounts {
  const logger = new Logger('RateLimits');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: TIMEOUT_MS, reconnectStrategy: (tries) => Math.min(5000, 100 * 2 ** tries) },
  });
  client.on('error', (error: Error) => {
    logger.warn(`Redis is unavailable, so each process counts its rate limits alone: ${error.message}`);
  });
  client.connect().catch(() => undefined);
  return {
    timeoutMs: TIMEOUT_MS,
    limiter: (window, own) =>
      new RateLimiterRedis({
        ...window,
        storeClient: client,
        useRedisPackage: true,
        insuranceLimiter: own,
        rejectIfRedisNotReady: true,
      }),
    ping: () => client.ping(),
    close: () => {
      // Not the client's `close()`, which waits for pending answers that may never come.
      if (client.isOpen) client.destroy();
    },
  };
}
