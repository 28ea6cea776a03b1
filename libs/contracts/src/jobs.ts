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
  /** What it did. */
  status: 'ran' | 'skipped' | 'failed';
  /** How many things it did. */
  count?: number;
  /** Numbers and words of its own. */
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
  /** When it last began; null before. */
  lastStartedAt: string | null;
  /** When it last succeeded; null before. */
  lastSuccessAt: string | null;
  /** When it last failed; null before. */
  lastErrorAt: string | null;
  /** Why it last failed, in English; null before. */
  lastError: string | null;
  /** When it is due. */
  nextDueAt: string;
  /** Whether it has been due for more than two intervals. */
  overdue: boolean;
  /** How it is. */
  status: 'ok' | 'failed';
  /** What an operator should do; null: nothing. */
  nextAction: string | null;
}

export const SIGNAL_KEYS = ['event_write', 'link_cache', 'mail', 'backup'] as const;
export type SignalKey = (typeof SIGNAL_KEYS)[number];
export type SignalState = 'ok' | 'degraded' | 'failed';

export interface Signal {
  /** Which part of the server. */
  key: SignalKey;
  /** How it does. */
  state: SignalState;
  /** What is the matter, in English; null when nothing is. */
  detail: string | null;
  /** When the state was told. */
  updatedAt: string;
}

export interface OperatorStatus {
  /** Version of the software. */
  version: string;
  /** Every job. */
  jobs: JobStatus[];
  /** How the parts of the server do. */
  signals: Signal[];
  /**
   * Exclusive end of the newest click_events partition, ISO 8601.
   * @format date-time
   */
  partitionsReadyThrough: string;
}
