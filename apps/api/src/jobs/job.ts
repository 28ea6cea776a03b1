import type { JobName } from '@signpost/contracts';

/** What a run has done, for its report. */
export interface JobResult {
  /** How many things it looked at or did; each job says which. */
  readonly count?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The same in a sentence, kept for the operator until the next success. */
  readonly summary?: string;
}

/**
 * A piece of regular upkeep. The runner sees to it that it runs once per due time over all processes; a run whose
 * process hangs or dies is taken over, so `run` must do no harm when it runs again, or while another one still runs.
 */
export interface Job {
  readonly name: JobName;
  readonly intervalMs: number;
  /** What an operator should do when it fails, in a sentence. */
  readonly adviceOnFailure: string;
  /** Does what is due now. Works in bounded batches, each in a transaction of its own. */
  run(): Promise<JobResult>;
}

/** A run that did some of its work before it failed. */
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

/** Injection token of the registered jobs, in the order of their reports. */
export const JOBS = Symbol('jobs');
