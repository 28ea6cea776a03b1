-- A link that gets or loses a tag has changed, too; see 0027_link_changes.sql.
CREATE FUNCTION link_tags_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Links that went with their tags are noted by themselves.
  INSERT INTO link_changes (workspace_id, link_nos, part)
  SELECT l.workspace_id, array_agg(DISTINCT l.no), 'tags' FROM changed c JOIN links l ON l.id = c.link_id GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER link_tags_note_inserted AFTER INSERT ON link_tags REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION link_tags_note_change();
CREATE TRIGGER link_tags_note_deleted AFTER DELETE ON link_tags REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION link_tags_note_change();
