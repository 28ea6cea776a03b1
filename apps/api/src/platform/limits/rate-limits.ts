import { createHmac } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { Subject } from 'rxjs';
import { Config, type RateLimitName } from '../config/index.js';
import { fail } from '../errors/index.js';
import type { HostTarget } from '../http/index.js';

/** Milliseconds to wait for the shared store before counting in this process. */
const STORE_TIMEOUT_MS = 500;
/** Distinct places whose last announcement is remembered. */
const ANNOUNCED_MAX = 10_000;

/** Where a limited request was going: the host it asked, or a workspace that is known already. */
export type LimitedAt = { readonly host: HostTarget } | { readonly workspaceId: string };

/** A limit was exceeded; at most one of these per limit, place and window. */
export interface LimitExceeded {
  readonly name: RateLimitName;
  readonly at: LimitedAt;
}

/**
 * Counts requests per key and window. Shared through Redis when it is configured; when Redis fails, each process
 * counts for itself until it is back. Keys are hashed: they hold addresses, which are stored nowhere.
 */
@Injectable()
export class RateLimits implements OnModuleDestroy {
  private readonly logger = new Logger(RateLimits.name);
  private readonly limiters = new Map<RateLimitName, RateLimiterAbstract>();
  private readonly announced = new Map<string, number>();
  /** For whoever keeps a log of it. */
  readonly exceeded = new Subject<LimitExceeded>();
  private readonly redis: ReturnType<typeof openStore> | null;

  constructor(private readonly config: Config) {
    this.redis = config.redisUrl === null ? null : openStore(config.redisUrl, this.logger);
  }

  /**
   * Counts one request.
   * @param at where it was going, when that should be told.
   * @throws ApiError `rate_limited` with the seconds to wait.
   */
  async consume(name: RateLimitName, key: string, at?: LimitedAt): Promise<void> {
    const wait = await this.tryConsume(name, key);
    if (wait !== null && at !== undefined) this.announce(name, at);
    if (wait !== null) fail('rate_limited', { retryAfter: wait });
  }

  /** Counts one request; seconds to wait when it is over the limit, null when it may pass. */
  async tryConsume(name: RateLimitName, key: string): Promise<number | null> {
    try {
      await this.limiter(name).consume(this.hashed(key));
      return null;
    } catch (refused) {
      if (refused instanceof Error) {
        this.logger.warn(`rate limit ${name} could not be judged: ${refused.message}`);
        return null;
      }
      return Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000));
    }
  }

  async onModuleDestroy(): Promise<void> {
    if (this.redis?.isOpen === true) await this.redis.close().catch(() => undefined);
  }

  private announce(name: RateLimitName, at: LimitedAt): void {
    const place = 'workspaceId' in at ? at.workspaceId : at.host.kind === 'workspace' ? at.host.label : at.host.kind;
    const key = `${name} ${place}`;
    const now = performance.now();
    const windowMs = this.config.rateLimits[name].seconds * 1000;
    if (now - (this.announced.get(key) ?? Number.NEGATIVE_INFINITY) < windowMs) return;
    if (this.announced.size >= ANNOUNCED_MAX) this.announced.clear();
    this.announced.set(key, now);
    this.exceeded.next({ name, at });
  }

  private hashed(key: string): string {
    return createHmac('sha256', this.config.sessionSecret).update(key).digest('base64url');
  }

  private limiter(name: RateLimitName): RateLimiterAbstract {
    let limiter = this.limiters.get(name);
    if (limiter === undefined) {
      const { count, seconds } = this.config.rateLimits[name];
      const window = { keyPrefix: `signpost:${name}`, points: count, duration: seconds };
      const memory = new RateLimiterMemory(window);
      limiter =
        this.redis === null
          ? memory
          : new RateLimiterRedis({
              ...window,
              storeClient: this.redis,
              useRedisPackage: true,
              insuranceLimiter: memory,
              rejectIfRedisNotReady: true,
            });
      this.limiters.set(name, limiter);
    }
    return limiter;
  }
}

/** Connects in the background and keeps reconnecting; commands fail at once while it is away. */
function openStore(url: string, logger: Logger) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: STORE_TIMEOUT_MS, reconnectStrategy: (tries) => Math.min(5000, 100 * 2 ** tries) },
  });
  client.on('error', (error: Error) => {
    logger.warn(`the shared rate limit store is away, counting per process: ${error.message}`);
  });
  client.connect().catch(() => undefined);
  return client;
}
