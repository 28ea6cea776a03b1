import { createHmac, type KeyObject } from 'node:crypto';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { RateLimiterMemory, type RateLimiterAbstract, type RateLimiterRes } from 'rate-limiter-flexible';
import { Subject } from 'rxjs';
import { Config, type RateLimitName } from '../config/index.js';
import { fail } from '../errors/index.js';
import type { HostTarget } from '../http/index.js';
import { purposeKey } from '../security/index.js';
import { within } from '../time/index.js';
import type { SharedCounts } from './shared-counts.js';
import { workerCounts } from './worker-counts.js';

/** Milliseconds for which the shared counters are not used after they failed to answer. */
const SILENCE_MS = 5_000;
/** Maximum number of places whose last announcement is remembered. */
const ANNOUNCED_MAX = 10_000;

/** Where a limited request was sent: the requested host, or a workspace that is already known. */
export type LimitedAt = { readonly host: HostTarget } | { readonly workspaceId: string };

/** Counters of one limit: in this process, and shared with other processes if there are any. */
interface Limiter {
  readonly own: RateLimiterAbstract;
  readonly shared: RateLimiterAbstract | null;
  /** Counts announcements by place, so that one process announces a place per window. */
  readonly sharedAnnouncements: RateLimiterAbstract | null;
}

/** A limit was exceeded; emitted at most once per limit, place and window. */
export interface LimitExceeded {
  readonly name: RateLimitName;
  readonly at: LimitedAt;
}

/**
 * Counts requests per key and window. Counters are shared through Redis if it is configured, otherwise between the workers of one
 * machine. While the shared counters fail or do not answer, each process counts by itself. Keys are hashed, because they contain
 * addresses, which are never stored.
 */
@Injectable()
export class RateLimits implements OnModuleDestroy {
  private readonly logger = new Logger(RateLimits.name);
  private readonly limiters = new Map<RateLimitName, Limiter>();
  /** Time until which the shared counters are not used, in the time of `performance.now()`. */
  private silentUntil = 0;
  /** By limit and place: time until which this process does not announce it again, in the same time. */
  private readonly announcedUntil = new Map<string, number>();
  private readonly timeoutMs: number;
  /** Equal in all instances, so that they share counters. */
  private readonly hashKey: KeyObject;
  /** Emits exceeded limits, for example for a log. */
  readonly exceeded = new Subject<LimitExceeded>();

  /** @param counts shared counters; null: this process counts by itself. */
  constructor(
    private readonly config: Config,
    private readonly counts: SharedCounts | null,
  ) {
    this.timeoutMs = counts?.timeoutMs ?? 0;
    this.hashKey = purposeKey(config.sessionSecret, 'rate limit keys');
  }

  /** Creates the limits of a configuration. The client of Redis is loaded only if needed: it is a fifth of all modules. */
  static async with(config: Config): Promise<RateLimits> {
    if (config.redisUrl === null) return new RateLimits(config, workerCounts());
    const { redisCounts } = await import('./redis-counts.js');
    return new RateLimits(config, redisCounts(config.redisUrl));
  }

  /**
   * Counts one request.
   * @param at where it was sent, if an exceeded limit should be announced.
   * @throws ApiError `rate_limited` with the seconds to wait.
   */
  async consume(name: RateLimitName, key: string, at?: LimitedAt): Promise<void> {
    const wait = await this.tryConsume(name, key);
    if (wait !== null && at !== undefined) void this.announce(name, at);
    if (wait !== null) fail('rate_limited', { retryAfter: wait });
  }

  /** Counts one request; returns the seconds to wait when it exceeds the limit, otherwise null. */
  async tryConsume(name: RateLimitName, key: string): Promise<number | null> {
    try {
      await this.count(this.limiter(name), this.hashed(key));
      return null;
    } catch (refused) {
      if (refused instanceof Error) {
        this.logger.warn(`The rate limit ${name} could not be checked: ${refused.message}`);
        return null;
      }
      return this.secondsLeft(name, refused as RateLimiterRes);
    }
  }

  /** Throws as `consume` would if the limit is used up, but counts nothing. */
  async requireRoom(name: RateLimitName, key: string, at: LimitedAt): Promise<void> {
    const counted = await this.counted(name, key);
    if (counted === null || counted.consumedPoints < this.config.rateLimits[name].count) return;
    void this.announce(name, at);
    fail('rate_limited', { retryAfter: this.secondsLeft(name, counted) });
  }

  /** Whether a key is over its limit; counts nothing. */
  async isOver(name: RateLimitName, key: string): Promise<boolean> {
    const counted = await this.counted(name, key);
    return counted !== null && counted.consumedPoints > this.config.rateLimits[name].count;
  }

  /** Whether a server outside the application holds the shared counters. */
  get hasServer(): boolean {
    return this.counts?.ping !== undefined;
  }

  /** Whether that server answers now. */
  async isAnswered(): Promise<boolean> {
    const pinged = this.counts?.ping?.() ?? Promise.resolve(true);
    return (
      (await within(
        this.timeoutMs,
        pinged.catch(() => null),
      )) !== null
    );
  }

  onModuleDestroy(): void {
    this.counts?.close();
  }

  /** The count of a key in its window; null if there is none, and while the counters are unavailable. */
  private async counted(name: RateLimitName, key: string): Promise<RateLimiterRes | null> {
    const { own, shared } = this.limiter(name);
    const hashed = this.hashed(key);
    const isAlone = shared === null || performance.now() < this.silentUntil;
    const reading = isAlone ? own.get(hashed) : within(this.timeoutMs, shared.get(hashed));
    return reading.catch(() => null);
  }

  private async count({ own, shared }: Limiter, key: string): Promise<unknown> {
    if (shared === null || performance.now() < this.silentUntil) return own.consume(key);
    const counted = await within(this.timeoutMs, shared.consume(key));
    if (counted !== null) return counted;
    if (performance.now() >= this.silentUntil)
      this.logger.warn('The shared rate limits do not answer, so this process counts alone for a while.');
    this.silentUntil = performance.now() + SILENCE_MS;
    return own.consume(key);
  }

  private async announce(name: RateLimitName, at: LimitedAt): Promise<void> {
    const place = 'workspaceId' in at ? at.workspaceId : at.host.kind === 'workspace' ? at.host.label : at.host.kind;
    const key = `${name} ${place}`;
    const now = performance.now();
    if (now < (this.announcedUntil.get(key) ?? 0)) return;
    if (this.announcedUntil.size >= ANNOUNCED_MAX) this.announcedUntil.clear();
    this.announcedUntil.set(key, now + this.config.rateLimits[name].seconds * 1000);
    const toldMs = await this.announcedElsewhere(name, place);
    if (toldMs === null) this.exceeded.next({ name, at });
    else this.announcedUntil.set(key, performance.now() + toldMs);
  }

  /** Milliseconds for which the announcement of another process is valid; null if there is none, or if it cannot be determined. */
  private async announcedElsewhere(name: RateLimitName, place: string): Promise<number | null> {
    const { sharedAnnouncements } = this.limiter(name);
    if (sharedAnnouncements === null || performance.now() < this.silentUntil) return null;
    try {
      await within(this.timeoutMs, sharedAnnouncements.consume(this.hashed(place)));
      return null;
    } catch (refused) {
      return refused instanceof Error ? null : (refused as RateLimiterRes).msBeforeNext;
    }
  }

  private hashed(key: string): string {
    return createHmac('sha256', this.hashKey).update(key).digest('base64url');
  }

  private limiter(name: RateLimitName): Limiter {
    let limiter = this.limiters.get(name);
    if (limiter === undefined) {
      const { count, seconds } = this.config.rateLimits[name];
      const window = { keyPrefix: `signpost:${name}`, points: count, duration: seconds };
      const own = new RateLimiterMemory(window);
      const shared = this.counts?.limiter(window, own) ?? null;
      const once = { keyPrefix: `signpost:announced:${name}`, points: 1, duration: seconds };
      const sharedAnnouncements = this.counts?.limiter(once, new RateLimiterMemory(once)) ?? null;
      limiter = { own, shared, sharedAnnouncements };
      this.limiters.set(name, limiter);
    }
    return limiter;
  }

  /** At most the window: the library subtracts times of the wall clock, which may have been set back since. */
  private secondsLeft(name: RateLimitName, { msBeforeNext }: RateLimiterRes): number {
    return Math.min(this.config.rateLimits[name].seconds, Math.max(1, Math.ceil(msBeforeNext / 1000)));
  }
}
