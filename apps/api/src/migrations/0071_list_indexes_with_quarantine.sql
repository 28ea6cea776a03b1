-- outside a transaction
-- Every status filter checks quarantined_at. Without it in these two indexes, each filter had to read the wide rows of links.

DROP INDEX CONCURRENTLY IF EXISTS links_list_idx;
CREATE INDEX CONCURRENTLY links_list_idx ON links (workspace_id, created_at DESC, id DESC)
  INCLUDE (archived_at, is_enabled, starts_at, expires_at, maximum_visits, quarantined_at, campaign_id, created_by, responsible_user_id, review_at)
  WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS links_filter_idx;

DROP INDEX CONCURRENTLY IF EXISTS links_restricted_idx;
CREATE INDEX CONCURRENTLY links_restricted_idx ON links (workspace_id, id)
  INCLUDE (archived_at, is_enabled, starts_at, expires_at, maximum_visits, quarantined_at)
  WHERE deleted_at IS NULL AND (NOT is_enabled OR starts_at IS NOT NULL OR expires_at IS NOT NULL OR maximum_visits IS NOT NULL
    OR quarantined_at IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS links_state_idx;
