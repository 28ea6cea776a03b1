import { Injectable } from '@nestjs/common';
import { DestinationWatch } from '../destinations/index.js';
import type { Job, JobResult } from './job.js';

/** Checks whether destinations still respond. Its count is the number of checked destinations. */
@Injectable()
export class DestinationWatchJob implements Job {
  readonly name = 'destination_watch';
  readonly intervalMs = 60_000;
  readonly adviceOnFailure =
    'Links redirect as before; what is known of their destinations grows old. Read lastError and the log of the process that ran it.';

  constructor(private readonly watch: DestinationWatch) {}

  async run(): Promise<JobResult> {
    return { count: await this.watch.run() };
  }
}
