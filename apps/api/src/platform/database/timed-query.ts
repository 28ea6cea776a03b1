import type pg from 'pg';

/** A statement whose answer is waited for no longer than `query_timeout` milliseconds; the driver's types do not know it. */
export type TimedQuery = pg.QueryConfig & { readonly query_timeout: number };

/** The same for whatever goes over the redirect's connections: beyond it the database counts as away, and memory answers. */
export const HOT_QUERY_TIMEOUT_MS = 2_000;

/**
 * Longest time that a connection may take to open, in milliseconds: some six round trips, eight with TLS, and as many to find
 * the server that takes changes where there are several. Nobody who waits for an answer waits for that long.
 */
export const OPEN_TIMEOUT_MS = 5_000;
