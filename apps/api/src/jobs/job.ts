import type { JobName } from '@signpost/contracts';
import type { DueSent } from '../mails/index.js';

/** Result of a run, for its report. */
export interface JobResult {
  /** Number of processed items; each job defines which. */
  readonly count?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The result as a sentence, stored for the operator until the next success. */
  readonly summary?: string;
}

/**
 * A periodic maintenance job. The runner ensures that it runs once per due time across all processes; a run whose
 * process hangs or dies is taken over, so `run` must be safe to repeat and to run concurrently with a previous run.
 */
export interface Job {
  readonly name: JobName;
  readonly intervalMs: number;
  /** A job without whose first success this one fails: while that first run is in progress, this one is not due. */
  readonly follows?: JobName;
  /** Advice for the operator when it fails, in a sentence. */
  readonly adviceOnFailure: string;
  /** Does the due work in bounded batches, each in its own transaction. */
  run(): Promise<JobResult>;
}

/** A run that completed some of its work before it failed. */
export class PartialFailure extends Error {
  constructor(
    message: string,
    readonly result: JobResult,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PartialFailure';
  }
}

/** Result of a job that sends mails, by their number. @throws PartialFailure if some could not be sent. */
export function resultOf(what: string, { sent, failed, error }: DueSent): JobResult {
  if (failed === 0) return { count: sent };
  throw new PartialFailure(`${what}: ${failed}. Sent: ${sent}.`, { count: sent }, { cause: error });
}

/** Injection token of the registered jobs, in the order of their reports. */
export const JOBS = Symbol('jobs');
