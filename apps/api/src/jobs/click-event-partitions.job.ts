import { Injectable } from '@nestjs/common';
import { dropBefore, ensureMonths, MONTHS_READY, readyThrough } from '../clicks/index.js';
import { Config } from '../platform/config/index.js';
import { Clock } from '../platform/time/index.js';
import type { Job, JobResult } from './job.js';
import { withUpkeepPool } from './runner/upkeep-pool.js';

/**
 * Creates the monthly partitions of click events in advance, and drops those older than the retention period. Its count
 * is the number of months checked; `partitionsReadyThrough` is the exclusive end of the newest partition.
 */
@Injectable()
export class ClickEventPartitionsJob implements Job {
  readonly name = 'click_event_partitions';
  readonly intervalMs = 24 * 3600_000;
  readonly adviceOnFailure =
    'Clicks are stored until partitionsReadyThrough, and wait on disk after it. Read lastError: the database user must own the table click_events, and no long transaction may hold it.';

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  run(): Promise<JobResult> {
    return withUpkeepPool(this.config, async (pool) => {
      const client = await pool.connect();
      try {
        const now = this.clock.now();
        const count = await ensureMonths(client, now, MONTHS_READY);
        const { clickRetentionMonths } = this.config;
        if (clickRetentionMonths !== null) await dropBefore(client, monthsBack(now, clickRetentionMonths));
        const end = await readyThrough(client);
        return { count, detail: { partitionsReadyThrough: end === null ? null : new Date(end).toISOString() } };
      } finally {
        client.release();
      }
    });
  }
}

/** The start of the month `months` before that of `now`, both in Unix milliseconds. */
function monthsBack(now: number, months: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1);
}
