import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../platform/errors/index.js';
import { JobRunner } from './job-runner.js';

/** How often a process checks for due jobs. Which process runs them is decided in the database. */
const TICK_MS = 60_000;

/** The in-process scheduler. Ticks do not wait for previous ones: a hanging run must not stop the other jobs. */
@Injectable()
export class JobsScheduler {
  private readonly logger = new Logger('Jobs');

  constructor(private readonly runner: JobRunner) {}

  @Interval(TICK_MS)
  async tick(): Promise<void> {
    try {
      await this.runner.runDue();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.logger.warn('The database is unavailable, so no job could be started.');
    }
  }
}
