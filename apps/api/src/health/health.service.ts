import { Injectable } from '@nestjs/common';
import type { Health, HealthLive } from '@signpost/contracts';
import { HOT_QUERY_TIMEOUT_MS, HotPool, type TimedQuery } from '../platform/database/index.js';
import { within } from '../platform/time/index.js';
import { Version } from '../platform/version.js';

const QUESTION: TimedQuery = { text: 'SELECT 1', query_timeout: HOT_QUERY_TIMEOUT_MS };

@Injectable()
export class HealthService {
  constructor(
    private readonly pool: HotPool,
    private readonly version: Version,
  ) {}

  /** Liveness: reports only that the process responds, whatever the state of the database. */
  live(): HealthLive {
    return { ok: true, version: this.version.value };
  }

  /**
   * Checks the database with one query, over the redirect's connection pool, because the API's pool may be busy while
   * the database is healthy. Never throws.
   */
  async check(): Promise<Health> {
    const answered = this.pool.query(QUESTION).then(
      () => true,
      () => false,
    );
    // Waiting for a connection also counts towards the timeout.
    const isUp = (await within(HOT_QUERY_TIMEOUT_MS, answered)) ?? false;
    return { ok: isUp, database: isUp ? 'up' : 'down', version: this.version.value };
  }
}
