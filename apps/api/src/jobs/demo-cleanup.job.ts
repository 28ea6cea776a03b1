import { Injectable } from '@nestjs/common';
import { DemoService } from '../demo/index.js';
import type { Job, JobResult } from './job.js';

/** Deletes expired demo workspaces. Its count is the number of deleted demos. */
@Injectable()
export class DemoCleanupJob implements Job {
  readonly name = 'demo_cleanup';
  readonly intervalMs = 15 * 60_000;
  readonly adviceOnFailure =
    'Ended demos answer nothing any more, but their data stays. Read lastError and the log of the process that ran it.';

  constructor(private readonly demos: DemoService) {}

  async run(): Promise<JobResult> {
    return { count: await this.demos.deleteExpired() };
  }
}
