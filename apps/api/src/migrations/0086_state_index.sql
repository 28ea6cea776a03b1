-- outside a transaction
-- Links that may be something else than active, stopped ones too (see 0066).
DROP INDEX CONCURRENTLY IF EXISTS links_state_idx;
CREATE INDEX CONCURRENTLY links_state_idx ON links (workspace_id, id)
  INCLUDE (archived_at, is_enabled, starts_at, expires_at, maximum_visits)
  WHERE deleted_at IS NULL AND (NOT is_enabled OR starts_at IS NOT NULL OR expires_at IS NOT NULL OR maximum_visits IS NOT NULL
    OR quarantined_at IS NOT NULL);
