-- outside a transaction
-- Links whose search text is still to be made anew; empty once that is done.
DROP INDEX CONCURRENTLY IF EXISTS links_search_due_idx;
CREATE INDEX CONCURRENTLY links_search_due_idx ON links (id) WHERE destination_text IS NULL;
