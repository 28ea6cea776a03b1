-- outside a transaction
-- Every new link, and the first redirect of a workspace in each process, asks for the prefixes that lead on: a handful of
-- rows, which without an index of their own were looked for among all addresses of all workspaces.
DROP INDEX CONCURRENTLY IF EXISTS addresses_retained_idx;
CREATE INDEX CONCURRENTLY addresses_retained_idx ON addresses (workspace_id, slug) WHERE kind = 'retained';
