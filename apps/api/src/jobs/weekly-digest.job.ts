import { Injectable } from '@nestjs/common';
import { DigestsService } from '../digests/index.js';
import { resultOf, type Job, type JobResult } from './job.js';

/** Mails last week's statistics to members who subscribed. Its count is the number of mails. */
@Injectable()
export class WeeklyDigestJob implements Job {
  readonly name = 'weekly_digest';
  readonly intervalMs = 15 * 60_000;
  readonly adviceOnFailure =
    'Digests that could not be made stay due until Sunday and are tried again at the next run. Read lastError, and the mail signal if it names mail.';

  constructor(private readonly digests: DigestsService) {}

  async run(): Promise<JobResult> {
    return resultOf('Digests that could not be made', await this.digests.sendDue());
  }
}
