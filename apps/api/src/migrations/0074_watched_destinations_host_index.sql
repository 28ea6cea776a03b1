-- outside a transaction
-- contract: hosts that rest stand in watched_hosts since 0072; the watch of 1.0.0 only takes longer without it, until it is stopped

DROP INDEX CONCURRENTLY IF EXISTS watched_destinations_host_idx;
