-- outside a transaction
-- What filters ask of a link beside its texts, in the order of the list: rows of links are so wide that reading them takes
-- five times as long as judging them here.
DROP INDEX CONCURRENTLY IF EXISTS links_filter_idx;
CREATE INDEX CONCURRENTLY links_filter_idx ON links (workspace_id, created_at DESC, id DESC)
  INCLUDE (archived_at, is_enabled, starts_at, expires_at, maximum_visits, campaign_id, created_by, responsible_user_id, review_at)
  WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS links_list_idx;
-- Links that may be something else than active: the active ones are all but those of these that are not.
DROP INDEX CONCURRENTLY IF EXISTS links_state_idx;
CREATE INDEX CONCURRENTLY links_state_idx ON links (workspace_id, id)
  INCLUDE (archived_at, is_enabled, starts_at, expires_at, maximum_visits)
  WHERE deleted_at IS NULL AND (NOT is_enabled OR starts_at IS NOT NULL OR expires_at IS NOT NULL OR maximum_visits IS NOT NULL);
DROP INDEX CONCURRENTLY IF EXISTS links_by_name_idx;
CREATE INDEX CONCURRENTLY links_by_name_idx ON links (workspace_id, title COLLATE signpost_text, id) INCLUDE (archived_at)
  WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS links_by_title_idx;
-- The capped ones, beside their visits: those near their cap are found without a look at links. No visit changes it.
DROP INDEX CONCURRENTLY IF EXISTS link_counters_capped_idx;
CREATE INDEX CONCURRENTLY link_counters_capped_idx ON link_counters (workspace_id, link_id) WHERE maximum_visits IS NOT NULL;
