import type pg from 'pg';

/** A statement that fails after `query_timeout` milliseconds without an answer; the driver's types lack this option. */
export type TimedQuery = pg.QueryConfig & { readonly query_timeout: number };

/** Timeout for statements over the redirect's connections: after it the database counts as unavailable, and memory is used. */
export const HOT_QUERY_TIMEOUT_MS = 2_000;

/**
 * Maximum time for opening a connection, in milliseconds: about six round trips, eight with TLS, and as many again to find the
 * primary among several servers. No request waits that long for its answer.
 */
export const OPEN_TIMEOUT_MS = 5_000;
