-- Which links changed in which transaction, so that a process that keeps what lists ask of a workspace's links asks for
-- nothing but what its snapshot has not seen. Rows are only added: whoever updated one would make others wait, and wait for
-- them. They are of use for as long as a process may keep an older snapshot; housekeeping removes them after three hours.
CREATE TABLE link_changes (
  -- No references: what is erased is no longer asked for.
  workspace_id uuid NOT NULL,
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- links.no
  link_nos integer[] NOT NULL,
  -- What changed of them: their own rows, their tags, or the clicks, by which a link may have come to its cap.
  part text NOT NULL DEFAULT 'link' CHECK (part IN ('link', 'tags', 'clicks'))
);
CREATE INDEX link_changes_since_idx ON link_changes (workspace_id, changed_in);

-- One row for each statement and workspace.
CREATE FUNCTION links_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Not of a workspace that is deleted with all of them.
    INSERT INTO link_changes (workspace_id, link_nos)
    SELECT l.workspace_id, array_agg(l.no) FROM links_before l JOIN workspaces w ON w.id = l.workspace_id GROUP BY 1;
  ELSE
    INSERT INTO link_changes (workspace_id, link_nos) SELECT workspace_id, array_agg(no) FROM links_now GROUP BY 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER links_note_inserted AFTER INSERT ON links REFERENCING NEW TABLE AS links_now
  FOR EACH STATEMENT EXECUTE FUNCTION links_note_change();
CREATE TRIGGER links_note_updated AFTER UPDATE ON links REFERENCING NEW TABLE AS links_now
  FOR EACH STATEMENT EXECUTE FUNCTION links_note_change();
CREATE TRIGGER links_note_deleted AFTER DELETE ON links REFERENCING OLD TABLE AS links_before
  FOR EACH STATEMENT EXECUTE FUNCTION links_note_change();
