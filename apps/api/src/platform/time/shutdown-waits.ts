/**
 * How long a process that was told to stop waits for what is under way, at most and in milliseconds. It does so in this
 * order, and for one after the other.
 */
export const SHUTDOWN_WAITS = {
  /** Requests; their connections are cut then. */
  requests: 10_000,
  /** Mails: what is not sent by then is sent again after its lease. */
  mails: 5_000,
  /** Jobs: what is cut off is taken over by the next process. */
  jobs: 10_000,
  /** Clicks that go into the database: what is not stored is stored by the next process. */
  clicks: 5_000,
  /** Traces on their way to a collector. */
  traces: 3_000,
} as const;

/** For everything else that ends: connections and threads, which take no time unless the database says nothing. */
const REST_MS = 5_000;

/** Whatever has not ended by then never will. */
export const SHUTDOWN_MS = Object.values(SHUTDOWN_WAITS).reduce<number>((sum, wait) => sum + wait, REST_MS);
