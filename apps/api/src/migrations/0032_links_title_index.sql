-- outside a transaction
-- With the number: the order of all titles of a workspace is read from here alone.
DROP INDEX CONCURRENTLY IF EXISTS links_by_title_idx;
CREATE INDEX CONCURRENTLY links_by_title_idx ON links (workspace_id, lower(title), id) INCLUDE (title, archived_at, no)
  WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS links_title_idx;
