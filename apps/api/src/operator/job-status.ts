import type { JobStatus } from '@signpost/contracts';
import type { Job, JobRow } from '../jobs/index.js';

/**
 * How a job is doing at `now` (Unix milliseconds). It is overdue when its due time lies more than two intervals back:
 * then nothing runs the jobs. It has failed when it is overdue or its last run that ended did.
 */
export function jobStatus(job: Job, row: JobRow | null, now: number): JobStatus {
  const nextDueAt = row?.next_due_at.getTime() ?? now;
  const overdue = now - nextDueAt > 2 * job.intervalMs;
  const hasFailed = row?.last_error_at != null && row.last_error_at > (row.last_success_at ?? new Date(0));
  return {
    job: job.name,
    lastStartedAt: row?.last_started_at?.toISOString() ?? null,
    lastSuccessAt: row?.last_success_at?.toISOString() ?? null,
    lastErrorAt: row?.last_error_at?.toISOString() ?? null,
    lastError: row?.last_error ?? null,
    nextDueAt: new Date(nextDueAt).toISOString(),
    overdue,
    status: overdue || hasFailed ? 'failed' : 'ok',
    nextAction: overdue ? NOTHING_RUNS_JOBS : hasFailed ? job.adviceOnFailure : null,
  };
}

const NOTHING_RUNS_JOBS =
  'Nothing starts this job. Keep a process with the jobs role and JOBS_SCHEDULER=on running, or let a cron call POST /api/jobs/alerts with the JOBS_SECRET every few minutes; then look here again.';
