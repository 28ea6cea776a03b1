import { Inject, Injectable } from '@nestjs/common';
import type { OperatorStatus } from '@signpost/contracts';
import { readyThrough } from '../clicks/index.js';
import { JOBS, JobsRepository, type Job } from '../jobs/index.js';
import { HotPool } from '../platform/database/index.js';
import { Signals } from '../platform/signals/index.js';
import { Clock } from '../platform/time/index.js';
import { Version } from '../platform/version.js';
import { jobStatus } from './job-status.js';

/** The status page of the operator. */
@Injectable()
export class OperatorService {
  constructor(
    @Inject(JOBS) private readonly jobs: readonly Job[],
    private readonly runs: JobsRepository,
    private readonly signals: Signals,
    private readonly pool: HotPool,
    private readonly clock: Clock,
    private readonly version: Version,
  ) {}

  /** Every registered job, every signal, and how far click events can be stored. */
  async status(): Promise<OperatorStatus> {
    const rows = new Map((await this.runs.list(this.jobs.map((job) => job.name))).map((row) => [row.name, row]));
    const now = this.clock.now();
    const readyUntil = await readyThrough(this.pool);
    return {
      version: this.version.value,
      jobs: this.jobs.map((job) => jobStatus(job, rows.get(job.name) ?? null, now)),
      signals: await this.signals.read(),
      // Partitions are created at startup; if all have been dropped, none is ready.
      partitionsReadyThrough: new Date(readyUntil ?? 0).toISOString(),
    };
  }
}
