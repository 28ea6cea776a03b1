import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { JobName } from '@signpost/contracts';
import { In, IsNull, Not, type DataSource, type Repository } from 'typeorm';
import { rows } from '../platform/database/index.js';
import { JobEntity } from './job.entity.js';

/** Schedules and runs of the jobs, shared by all processes. */
@Injectable()
export class JobsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Creates the missing rows of jobs, due immediately. */
  async register(names: readonly JobName[], now: Date): Promise<void> {
    const jobs = names.map((name) => ({ name, nextDueAt: now }));
    await this.source.createQueryBuilder().insert().into(JobEntity).values(jobs).orIgnore().execute();
  }

  /**
   * Claims a due job and moves its due time one interval ahead, in one statement.
   * @returns whether the caller must run it: false when it is not due or another process is running it.
   */
  async claim(name: JobName, run: { id: string; now: Date; nextDueAt: Date; leaseUntil: Date }): Promise<boolean> {
    const claimed = await rows(this.source.manager, CLAIM, [name, run.now, run.nextDueAt, run.id, run.leaseUntil]);
    return claimed.length === 1;
  }

  /** Whether a job is running that has never succeeded. */
  isFirstRunning(name: JobName): Promise<boolean> {
    return this.jobs.existsBy({ name, runId: Not(IsNull()), lastSuccessAt: IsNull() });
  }

  /** Extends the lease of a long run; false when another process has taken it over. */
  async renew(name: JobName, runId: string, leaseUntil: Date): Promise<boolean> {
    return (await this.jobs.update({ name, runId }, { leaseUntil })).affected === 1;
  }

  async succeed(name: JobName, runId: string, at: Date, result: string | null): Promise<void> {
    await this.jobs.update({ name, runId }, { ...ENDED, lastSuccessAt: at, lastResult: result });
  }

  async fail(name: JobName, runId: string, at: Date, error: string): Promise<void> {
    await this.jobs.update({ name, runId }, { ...ENDED, lastErrorAt: at, lastError: error });
  }

  list(names: readonly JobName[]): Promise<JobEntity[]> {
    return this.jobs.findBy({ name: In(names) });
  }

  private get jobs(): Repository<JobEntity> {
    return this.source.getRepository(JobEntity);
  }
}

const ENDED = { runId: null, leaseUntil: null };

// SQL, because checking and claiming must be a single statement.
//
// While a run is in progress, only the end of its lease counts: an overdue run is not started a second time, and a dead
// one is taken over without waiting for the next due time. A start time in the future was written by a clock that has
// been corrected since, so its due time is ignored.
const CLAIM = `
  INSERT INTO jobs AS job (name, last_started_at, next_due_at, run_id, lease_until) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (name) DO UPDATE SET
    last_started_at = EXCLUDED.last_started_at, next_due_at = EXCLUDED.next_due_at,
    run_id = EXCLUDED.run_id, lease_until = EXCLUDED.lease_until
  WHERE CASE WHEN job.run_id IS NULL THEN job.next_due_at <= $2 ELSE job.lease_until <= $2 END
    OR job.last_started_at > $2::timestamptz + interval '1 hour'
  RETURNING job.name`;
