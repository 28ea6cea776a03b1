-- How many links a workspace has, for the totals of lists and reports: counting a hundred thousand along an index takes as
-- long as the rest of a page. One number for each workspace would make every writer wait for the one before, so each
-- statement adds a row with what it changed, and the number is their sum, as exact as the links of the same snapshot.
CREATE TABLE link_counts (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- Links that are not deleted.
  live integer NOT NULL,
  -- Links that are neither deleted nor archived.
  shown integer NOT NULL
);
CREATE INDEX link_counts_workspace_idx ON link_counts (workspace_id);

-- Makes one row of very many, without those that somebody else is at: while those are more than enough by themselves, the
-- few others stay, and the row that is made here is not folded again.
CREATE FUNCTION link_counts_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  enough CONSTANT integer := 100;
  free tid[];
BEGIN
  IF (SELECT count(*) FROM link_counts WHERE workspace_id = NEW.workspace_id) > enough THEN
    free := ARRAY(SELECT ctid FROM link_counts WHERE workspace_id = NEW.workspace_id FOR UPDATE SKIP LOCKED);
    IF cardinality(free) > enough THEN
      WITH folded AS (DELETE FROM link_counts WHERE ctid = ANY (free) RETURNING live, shown)
      INSERT INTO link_counts (workspace_id, live, shown)
      SELECT NEW.workspace_id, sum(live), sum(shown) FROM folded;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER link_counts_fold AFTER INSERT ON link_counts FOR EACH ROW EXECUTE FUNCTION link_counts_fold();

CREATE FUNCTION links_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO link_counts (workspace_id, live, shown)
    SELECT workspace_id, count(*), count(*) FILTER (WHERE archived_at IS NULL)
    FROM links_now WHERE deleted_at IS NULL GROUP BY workspace_id;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO link_counts (workspace_id, live, shown)
    SELECT workspace_id, sum(live), sum(shown)
    FROM (
      SELECT workspace_id, count(*) AS live, count(*) FILTER (WHERE archived_at IS NULL) AS shown
      FROM links_now WHERE deleted_at IS NULL GROUP BY workspace_id
      UNION ALL
      SELECT workspace_id, -count(*), -count(*) FILTER (WHERE archived_at IS NULL)
      FROM links_before WHERE deleted_at IS NULL GROUP BY workspace_id) changed
    GROUP BY workspace_id HAVING sum(live) <> 0 OR sum(shown) <> 0;
  ELSE
    -- Not of a workspace that is deleted with all of them.
    INSERT INTO link_counts (workspace_id, live, shown)
    SELECT l.workspace_id, -count(*), -count(*) FILTER (WHERE l.archived_at IS NULL)
    FROM links_before l JOIN workspaces w ON w.id = l.workspace_id WHERE l.deleted_at IS NULL GROUP BY l.workspace_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER links_count_inserted AFTER INSERT ON links REFERENCING NEW TABLE AS links_now
  FOR EACH STATEMENT EXECUTE FUNCTION links_count();
CREATE TRIGGER links_count_updated AFTER UPDATE ON links REFERENCING OLD TABLE AS links_before NEW TABLE AS links_now
  FOR EACH STATEMENT EXECUTE FUNCTION links_count();
CREATE TRIGGER links_count_deleted AFTER DELETE ON links REFERENCING OLD TABLE AS links_before
  FOR EACH STATEMENT EXECUTE FUNCTION links_count();

INSERT INTO link_counts (workspace_id, live, shown)
  SELECT workspace_id, count(*), count(*) FILTER (WHERE archived_at IS NULL) FROM links WHERE deleted_at IS NULL GROUP BY 1;
