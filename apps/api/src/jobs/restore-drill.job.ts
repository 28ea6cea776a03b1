import { Injectable } from '@nestjs/common';
import { runDrill } from '../ops/index.js';
import { Config } from '../platform/config/index.js';
import type { Job, JobResult } from './job.js';

/**
 * Restores the newest backup of each target into a temporary database, counts its rows, and drops it. Its count is the
 * number of targets.
 */
@Injectable()
export class RestoreDrillJob implements Job {
  readonly name = 'restore_drill';
  readonly intervalMs = 7 * 24 * 3600_000;
  readonly follows = 'backup';
  readonly adviceOnFailure =
    'The newest backup could not be restored. Read lastError. A damaged one: make another with signpost backup, and look at the disk or the bucket. A refused database: the user of DATABASE_URL needs CREATEDB.';

  constructor(private readonly config: Config) {}

  async run(): Promise<JobResult> {
    const drills = await runDrill(this.config);
    const results = drills.map(
      ({ name, links, clicks, accounts }) => `${name}: ${links} links, ${clicks} clicks, ${accounts} accounts`,
    );
    return { count: drills.length, detail: { drills }, summary: `Restored and counted: ${results.join('; ')}.` };
  }
}
