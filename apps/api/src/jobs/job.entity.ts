import type { JobName } from '@signpost/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Schedule, current run and last results of a job. Times come from the processes' clocks. */
@Entity('jobs')
@Check('jobs_running', '(run_id IS NULL) = (lease_until IS NULL)')
export class JobEntity {
  @PrimaryColumn('text')
  name: JobName;

  @Column('timestamptz', { name: 'next_due_at' })
  nextDueAt: Date;

  @Column('timestamptz', { name: 'last_started_at', nullable: true })
  lastStartedAt: Date | null;

  @Column('timestamptz', { name: 'last_success_at', nullable: true })
  lastSuccessAt: Date | null;

  @Column('timestamptz', { name: 'last_error_at', nullable: true })
  lastErrorAt: Date | null;

  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  /** Summary of the last successful run, for jobs that return one. */
  @Column('text', { name: 'last_result', nullable: true })
  lastResult: string | null;

  /** Set while a run is in progress. A run whose lease has expired is considered dead, and the next one takes over. */
  @Column('uuid', { name: 'run_id', nullable: true })
  runId: string | null;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;
}

/** Whether the last finished run failed; false for a job without a row. */
export function hasFailed(job: Pick<JobEntity, 'lastErrorAt' | 'lastSuccessAt'> | null | undefined): boolean {
  return job?.lastErrorAt != null && job.lastErrorAt > (job.lastSuccessAt ?? new Date(0));
}
