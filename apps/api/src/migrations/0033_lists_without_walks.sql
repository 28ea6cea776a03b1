-- outside a transaction
-- Clicks are in no index any more, so that storing them is an update in place.
DROP INDEX CONCURRENTLY IF EXISTS link_counters_clicks_idx;
DROP INDEX CONCURRENTLY IF EXISTS links_shown_id_idx;
DROP INDEX CONCURRENTLY IF EXISTS links_stateful_idx;
DROP INDEX CONCURRENTLY IF EXISTS link_counters_reached_idx;
CREATE INDEX CONCURRENTLY link_counters_reached_idx ON link_counters (workspace_id, link_id) WHERE is_at_cap;
DROP INDEX CONCURRENTLY IF EXISTS link_counters_at_cap_idx;
