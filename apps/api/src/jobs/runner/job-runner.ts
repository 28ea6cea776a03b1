import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { JobReport, JobsRun } from '@signpost/contracts';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../../platform/config/index.js';
import { isDatabaseUnavailable, OutsideError } from '../../platform/errors/index.js';
import { Clock, SHUTDOWN_WAITS, within } from '../../platform/time/index.js';
import { traced } from '../../platform/tracing/index.js';
import { describeError, summarizeError } from './describe-error.js';
import { FailureMails } from './failure-mails.js';
import { JOBS, PartialFailure, type Job, type JobResult } from '../job.js';
import { JobsRepository } from '../jobs.repository.js';

/** A run that has not renewed its lease for this long is considered dead. */
export const LEASE_MS = 5 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Runs due jobs, once per due time, however many processes and cron requests trigger it. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly running = new Set<Promise<unknown>>();
  private isStopping = false;

  constructor(
    @Inject(JOBS) private readonly jobs: readonly Job[],
    private readonly repository: JobsRepository,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly mails: FailureMails,
  ) {}

  /** Registers every job at startup, so that one that never runs is reported as overdue. */
  async onApplicationBootstrap(): Promise<void> {
    await this.register().catch((error: unknown) => {
      this.logger.warn(`The jobs could not be registered yet: ${describeError(error, this.config)}`);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await within(SHUTDOWN_WAITS.jobs, Promise.allSettled(this.running));
  }

  register(): Promise<void> {
    return this.repository.register(
      this.jobs.map((job) => job.name),
      this.clock.date(),
    );
  }

  /**
   * Runs every due job, one after the other, continuing after failures.
   * @throws the database error when a job cannot be claimed, or when its failure cannot be stored (unless the database
   *   is unavailable).
   */
  async runDue(): Promise<JobsRun> {
    const jobs: JobReport[] = [];
    for (const job of this.jobs) jobs.push(this.isStopping ? skipped(job) : await this.track(this.runIfDue(job)));
    return { sent: countOf(jobs, 'expiry_alerts'), demosDeleted: countOf(jobs, 'demo_cleanup'), jobs };
  }

  private async runIfDue(job: Job): Promise<JobReport> {
    if (job.follows !== undefined && (await this.repository.isFirstRunning(job.follows))) return skipped(job);
    const runId = uuidv7();
    const now = this.clock.now();
    const isMine = await this.repository.claim(job.name, {
      id: runId,
      now: new Date(now),
      nextDueAt: new Date(now + job.intervalMs),
      leaseUntil: new Date(now + LEASE_MS),
    });
    return isMine ? this.run(job, runId) : skipped(job);
  }

  private async run(job: Job, runId: string): Promise<JobReport> {
    const renewal = setInterval(() => {
      this.repository.renew(job.name, runId, new Date(this.clock.now() + LEASE_MS)).catch(() => undefined);
    }, RENEW_EVERY_MS);
    renewal.unref();
    try {
      const result = await traced(`job ${job.name}`, { 'signpost.job': job.name }, () => job.run());
      await this.repository.succeed(job.name, runId, this.clock.date(), result.summary ?? null);
      return { job: job.name, status: 'ran', ...report(result) };
    } catch (thrown) {
      this.logger.error(`The job ${job.name} failed: ${describeError(thrown, this.config)}`, framesOf(thrown));
      const error = summarizeError(thrown, this.config);
      await this.repository.fail(job.name, runId, this.clock.date(), error).catch((second: unknown) => {
        // The claim expires with its lease; then another process takes the run over.
        if (!isDatabaseUnavailable(second)) throw second;
      });
      await this.mails.send(job.name, error).catch((second: unknown) => {
        this.logger.error(`The operators could not be notified: ${describeError(second, this.config)}`);
      });
      return {
        job: job.name,
        status: 'failed',
        ...report(thrown instanceof PartialFailure ? thrown.result : {}),
        error,
      };
    } finally {
      clearInterval(renewal);
    }
  }

  private async track<T>(run: Promise<T>): Promise<T> {
    this.running.add(run);
    try {
      return await run;
    } finally {
      this.running.delete(run);
    }
  }
}

function skipped(job: Job): JobReport {
  return { job: job.name, status: 'skipped' };
}

function report({ count, detail }: JobResult): Pick<JobReport, 'count' | 'detail'> {
  return { ...(count === undefined ? {} : { count }), ...(detail === undefined ? {} : { detail: { ...detail } }) };
}

/**
 * Stack frames without the message, which may contain data that must not be logged. Undefined for errors with an
 * external cause.
 */
function framesOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || thrown instanceof OutsideError) return undefined;
  return thrown.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}

function countOf(reports: readonly JobReport[], name: JobReport['job']): number {
  return reports.find(({ job }) => job === name)?.count ?? 0;
}
