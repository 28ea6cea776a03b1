import { Injectable } from '@nestjs/common';
import type { Health } from '@signpost/contracts';
import type pg from 'pg';
import { HotPool } from '../platform/database/index.js';
import { within } from '../platform/time/index.js';
import { Version } from '../platform/version.js';

/** Milliseconds after which a silent database counts as down. */
const ANSWER_WITHIN_MS = 2000;
const QUESTION: pg.QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: ANSWER_WITHIN_MS };

@Injectable()
export class HealthService {
  constructor(
    private readonly pool: HotPool,
    private readonly version: Version,
  ) {}

  /**
   * Asks the database one question, over the redirect's connections: those of the API may all be busy while the database is
   * well. Never throws.
   */
  async check(): Promise<Health> {
    const answered = this.pool.query(QUESTION).then(
      () => true,
      () => false,
    );
    const isUp = (await within(ANSWER_WITHIN_MS, answered)) ?? false;
    return { ok: isUp, database: isUp ? 'up' : 'down', version: this.version.value };
  }
}
