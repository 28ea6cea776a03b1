-- outside a transaction
-- What is broken, or not known, is found without those that are well, which are most.
DROP INDEX CONCURRENTLY IF EXISTS watched_destinations_state_idx;
CREATE INDEX CONCURRENTLY watched_destinations_state_idx ON watched_destinations (state) WHERE state <> 'ok';
-- Stopped links of all workspaces, for the operator's desk: few of many.
DROP INDEX CONCURRENTLY IF EXISTS links_quarantined_idx;
CREATE INDEX CONCURRENTLY links_quarantined_idx ON links (quarantined_at) WHERE quarantined_at IS NOT NULL;
