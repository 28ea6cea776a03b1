import { Injectable } from '@nestjs/common';
import { runBackup } from '../ops/index.js';
import { Config } from '../platform/config/index.js';
import { counted } from '../platform/counted.js';
import { Clock } from '../platform/time/index.js';
import type { Job, JobResult } from './job.js';

/**
 * Writes a backup to each configured target, verifies it, and removes old ones by BACKUP_KEEP. Its count is the number
 * of targets.
 */
@Injectable()
export class BackupJob implements Job {
  readonly name = 'backup';
  readonly intervalMs = 24 * 3600_000;
  readonly adviceOnFailure =
    'There is no new backup. Read lastError: the folder or bucket must exist, have free space, and let Signpost write, read, list and delete. Then run signpost backup, which tries at once, or wait for the next run.';

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<JobResult> {
    const backups = await runBackup(this.config, this.clock.now());
    const results = backups.map(
      ({ name, place, rows, bytes }) => `${name} in ${place}: ${counted(rows, 'row')}, ${counted(bytes, 'byte')}`,
    );
    return { count: backups.length, detail: { backups }, summary: `Backed up and checked: ${results.join('; ')}.` };
  }
}
