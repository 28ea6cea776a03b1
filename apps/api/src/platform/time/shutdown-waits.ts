/**
 * Maximum times, in milliseconds, that a stopping process waits for each kind of running work, one after the other in this
 * order.
 */
export const SHUTDOWN_WAITS = {
  /** Requests; afterwards their connections are closed. */
  requests: 10_000,
  /** Mails; a mail that is not sent by then is sent again after its lease. */
  mails: 5_000,
  /** Jobs; an interrupted job is taken over by the next process. */
  jobs: 10_000,
  /** Storing clicks; the rest is stored by the next process. */
  clicks: 5_000,
  /** Sending traces to a collector. */
  traces: 3_000,
} as const;

/** For everything else, such as connections and threads, which only take time if the database does not answer. */
const REST_MS = 5_000;

/** Total time after which a process that has not ended is hanging. */
export const SHUTDOWN_MS = Object.values(SHUTDOWN_WAITS).reduce<number>((sum, wait) => sum + wait, REST_MS);
