import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { JobName } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { affected, rows } from '../platform/database/index.js';

/** A job's row. Times are the processes' clocks, which are expected to agree within seconds. */
export interface JobRow {
  name: JobName;
  next_due_at: Date;
  last_started_at: Date | null;
  last_success_at: Date | null;
  last_error_at: Date | null;
  last_error: string | null;
  /** What the last run that succeeded has done, for jobs that say it. */
  last_result: string | null;
}

/** Due times and runs of the jobs, shared by every process. */
@Injectable()
export class JobsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Makes the rows of jobs that have none; they are due at once. */
  async register(names: readonly JobName[], now: Date): Promise<void> {
    await rows(this.source.manager, REGISTER, [names, now]);
  }

  /**
   * Takes the due time of a job and moves it one interval ahead, in one statement.
   * @returns whether this caller is the one to run it: false when it is not due or somebody else runs it.
   */
  async claim(name: JobName, run: { id: string; now: Date; nextDueAt: Date; leaseUntil: Date }): Promise<boolean> {
    const claimed = await rows(this.source.manager, CLAIM, [name, run.now, run.nextDueAt, run.id, run.leaseUntil]);
    return claimed.length === 1;
  }

  /** Keeps a run that takes long; false when another one has taken it over. */
  async renew(name: JobName, runId: string, leaseUntil: Date): Promise<boolean> {
    return (await affected(this.source.manager, RENEW, [name, runId, leaseUntil])) === 1;
  }

  async succeed(name: JobName, runId: string, at: Date, result: string | null): Promise<void> {
    await affected(this.source.manager, SUCCEED, [name, runId, at, result]);
  }

  async fail(name: JobName, runId: string, at: Date, error: string): Promise<void> {
    await affected(this.source.manager, FAIL, [name, runId, at, error]);
  }

  async list(names: readonly JobName[]): Promise<JobRow[]> {
    return rows<JobRow>(this.source.manager, LIST, [names]);
  }
}

const REGISTER = `
  INSERT INTO jobs (name, next_due_at) SELECT name, $2::timestamptz FROM unnest($1::text[]) AS name
  ON CONFLICT (name) DO NOTHING`;

// While a run is under way only the end of its lease counts: a run that is late is not started a second time, and one
// that died is taken over without waiting for the next due time. A start that lies ahead was made by a clock that has
// been put right since: what it says of the next run counts for nothing.
const CLAIM = `
  INSERT INTO jobs AS job (name, last_started_at, next_due_at, run_id, lease_until) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (name) DO UPDATE SET
    last_started_at = EXCLUDED.last_started_at, next_due_at = EXCLUDED.next_due_at,
    run_id = EXCLUDED.run_id, lease_until = EXCLUDED.lease_until
  WHERE CASE WHEN job.run_id IS NULL THEN job.next_due_at <= $2 ELSE job.lease_until <= $2 END
    OR job.last_started_at > $2::timestamptz + interval '1 hour'
  RETURNING job.name`;

const RENEW = 'UPDATE jobs SET lease_until = $3 WHERE name = $1 AND run_id = $2';

const SUCCEED = `
  UPDATE jobs SET run_id = NULL, lease_until = NULL, last_success_at = $3, last_result = $4
  WHERE name = $1 AND run_id = $2`;

const FAIL = `
  UPDATE jobs SET run_id = NULL, lease_until = NULL, last_error_at = $3, last_error = $4
  WHERE name = $1 AND run_id = $2`;

const LIST = `
  SELECT name, next_due_at, last_started_at, last_success_at, last_error_at, last_error, last_result
  FROM jobs WHERE name = ANY ($1)`;
