export const JOB_NAMES = [
  'expiry_alerts',
  'demo_cleanup',
  'click_event_partitions',
  'housekeeping',
  'backup',
  'restore_drill',
  'redirect_map',
  'destination_watch',
  'weekly_digest',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

export interface JobReport {
  /** Name of the job. */
  job: JobName;
  /** Outcome of the run. */
  status: 'ran' | 'skipped' | 'failed';
  /** Number of processed items. */
  count?: number;
  /** Job-specific details. */
  detail?: Record<string, unknown>;
  /** Why it failed, in English. */
  error?: string;
}

export interface JobsRun {
  /** Alerts sent. */
  sent: number;
  /** Demo workspaces that were deleted. */
  demosDeleted: number;
  /** One report per job, in the registered order. */
  jobs: JobReport[];
}

export interface JobStatus {
  /** Name of the job. */
  job: JobName;
  /** When it last started; null: never. */
  lastStartedAt: string | null;
  /** When it last succeeded; null: never. */
  lastSuccessAt: string | null;
  /** When it last failed; null: never. */
  lastErrorAt: string | null;
  /** Last error, in English; null: none. */
  lastError: string | null;
  /** When it is next due. */
  nextDueAt: string;
  /** Whether it has been due for more than two intervals. */
  overdue: boolean;
  /** State of the job. */
  status: 'ok' | 'failed';
  /** Recommended action for the operator; null: none. */
  nextAction: string | null;
}

/** In the order of an answer; `rate_limits` is there where instances share them through Redis. */
export const SIGNAL_KEYS = ['event_write', 'link_cache', 'mail', 'backup', 'rate_limits'] as const;
export type SignalKey = (typeof SIGNAL_KEYS)[number];
export type SignalState = 'ok' | 'degraded' | 'failed';

export interface Signal {
  /** Monitored part of the server. */
  key: SignalKey;
  /** Its state. */
  state: SignalState;
  /** Problem, in English; null when there is none. */
  detail: string | null;
  /** When the state was reported. */
  updatedAt: string;
}

export interface OperatorStatus {
  /** Version of the software. */
  version: string;
  /** Every job. */
  jobs: JobStatus[];
  /** State of the parts of the server. */
  signals: Signal[];
  /**
   * Exclusive end of the newest click_events partition, ISO 8601.
   * @format date-time
   */
  partitionsReadyThrough: string;
}
