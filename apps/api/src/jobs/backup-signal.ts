import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../platform/config/index.js';
import { Signals, withReason, type DerivedSignal } from '../platform/signals/index.js';
import { Clock } from '../platform/time/index.js';
import { hasFailed, type JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

/** The maximum age of the latest backup: at this age, two daily backups have been missed. */
const OLD_MS = 2.5 * 24 * 3600_000;

/** Signal `backup`, derived from the stored results of the two jobs, so that every process reports the same. */
@Injectable()
export class BackupSignal implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly jobs: JobsRepository,
    private readonly signals: Signals,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.signals.derive('backup', () => this.read());
  }

  private async read(): Promise<DerivedSignal> {
    if (this.config.backup === null) return { state: 'ok', detail: NONE, updatedAt: null };
    const rows = await this.jobs.list(['backup', 'restore_drill']);
    const [backup, drill] = ['backup', 'restore_drill'].map((name) => rows.find((row) => row.name === name));
    const updatedAt = newest(backup, drill);
    for (const [row, sentence] of [
      [backup, 'The last backup failed.'],
      [drill, 'The last restore drill failed.'],
    ] as const) {
      if (hasFailed(row)) return { state: 'failed', detail: withReason(sentence, row?.lastError ?? null), updatedAt };
    }
    const made = backup?.lastSuccessAt ?? null;
    if (made !== null && this.clock.now() - made.getTime() > OLD_MS)
      return { state: 'failed', detail: `The last backup is of ${made.toISOString()}.`, updatedAt };
    const results = [backup, drill].flatMap((row) =>
      row?.lastSuccessAt == null ? [] : [`${row.lastSuccessAt.toISOString()}: ${row.lastResult ?? ''}`],
    );
    return {
      state: 'ok',
      detail: results.length === 0 ? 'No backup has been made yet.' : results.join(' '),
      updatedAt,
    };
  }
}

const NONE = 'Signpost makes no backups: neither BACKUP_DIR nor BACKUP_S3_BUCKET is set.';

function newest(...rows: (JobEntity | undefined)[]): Date | null {
  const times = rows.flatMap((row) => [row?.lastSuccessAt, row?.lastErrorAt]).filter((time) => time != null);
  return times.reduce<Date | null>((latest, time) => (latest === null || time > latest ? time : latest), null);
}
