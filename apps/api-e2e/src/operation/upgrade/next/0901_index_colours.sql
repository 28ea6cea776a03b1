-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS links_colour_idx;
CREATE INDEX CONCURRENTLY links_colour_idx ON links (workspace_id, colour);
