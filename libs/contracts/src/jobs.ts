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
  job: JobName;
  status: 'ran' | 'skipped' | 'failed';
  count?: number;
  detail?: Record<string, unknown>;
  error?: string;
}

export interface JobsRun {
  /** Alerts sent. */
  sent: number;
  demosDeleted: number;
  /** One report per job, in the registered order. */
  jobs: JobReport[];
}

export interface JobStatus {
  job: JobName;
  lastStartedAt: string | null;
  lastSuccessAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  nextDueAt: string;
  overdue: boolean;
  status: 'ok' | 'failed';
  nextAction: string | null;
}

export const SIGNAL_KEYS = ['event_write', 'link_cache', 'mail', 'backup'] as const;
export type SignalKey = (typeof SIGNAL_KEYS)[number];
export type SignalState = 'ok' | 'degraded' | 'failed';

export interface Signal {
  key: SignalKey;
  state: SignalState;
  detail: string | null;
  updatedAt: string;
}

export interface OperatorStatus {
  version: string;
  jobs: JobStatus[];
  signals: Signal[];
  /** Exclusive end of the newest click_events partition, ISO 8601. */
  partitionsReadyThrough: string;
}
