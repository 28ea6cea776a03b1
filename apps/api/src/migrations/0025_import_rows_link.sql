-- outside a transaction
-- For whoever erases a workspace: each link that goes asks which imported rows it was. Without it twenty thousand of them
-- take a hundred seconds instead of three.
DROP INDEX CONCURRENTLY IF EXISTS import_rows_link_idx;
CREATE INDEX CONCURRENTLY import_rows_link_idx ON import_rows (link_id);
