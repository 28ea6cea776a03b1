import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseAway } from '../../platform/errors/index.js';
import { JobRunner } from './job-runner.js';

/** How often a process asks whether something is due. Who gets to run it is settled in the database. */
const TICK_MS = 60_000;

/** The in-process scheduler. A tick does not wait for the one before: a run that hangs must not stop the other jobs. */
@Injectable()
export class JobsScheduler {
  private readonly logger = new Logger('Jobs');

  constructor(private readonly runner: JobRunner) {}

  @Interval(TICK_MS)
  async tick(): Promise<void> {
    try {
      await this.runner.runDue();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.logger.warn('the database is away, so nothing could be scheduled');
    }
  }
}
