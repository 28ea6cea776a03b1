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

  /** That this process answers, whatever the database does. */
  live(): HealthLive {
    return { ok: true, version: this.version.value };
  }

  /**
   * Asks the database one question, over the redirect's connections: those of the API may all be busy while the database is
   * well. Never throws.
   */
  async check(): Promise<Health> {
    const answered = this.pool.query(QUESTION).then(
      () => true,
      () => false,
    );
    // A connection may have to be waited for as well.
    const isUp = (await within(HOT_QUERY_TIMEOUT_MS, answered)) ?? false;
    return { ok: isUp, database: isUp ? 'up' : 'down', version: this.version.value };
  }
}
