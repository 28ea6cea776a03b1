import type { JobStatus } from '@signpost/contracts';
import { hasFailed, type Job, type JobEntity } from '../jobs/index.js';

/**
 * The status of a job at `now` (Unix milliseconds). It is overdue when its due time is more than two intervals in the
 * past, which means that no process runs the jobs. It has failed when it is overdue or its last finished run failed.
 */
export function jobStatus(job: Job, row: JobEntity | null, now: number): JobStatus {
  const nextDueAt = row?.nextDueAt.getTime() ?? now;
  const overdue = now - nextDueAt > 2 * job.intervalMs;
  const failed = hasFailed(row);
  return {
    job: job.name,
    lastStartedAt: row?.lastStartedAt?.toISOString() ?? null,
    lastSuccessAt: row?.lastSuccessAt?.toISOString() ?? null,
    lastErrorAt: row?.lastErrorAt?.toISOString() ?? null,
    lastError: row?.lastError ?? null,
    nextDueAt: new Date(nextDueAt).toISOString(),
    overdue,
    status: overdue || failed ? 'failed' : 'ok',
    nextAction: overdue ? NOTHING_RUNS_JOBS : failed ? job.adviceOnFailure : null,
  };
}

const NOTHING_RUNS_JOBS =
  'Nothing starts this job. Keep a process with the jobs role and JOBS_SCHEDULER=on running, or let a cron call POST /api/jobs/alerts with the JOBS_SECRET every few minutes; then look here again.';
