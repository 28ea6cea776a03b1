-- A link that reaches its cap, or no longer does; see 0027_link_changes.sql. It happens once in a link's life: every other
-- visit costs a comparison. Clicks are noted by whoever stores them, since a trigger would be called for each link.
CREATE FUNCTION link_counters_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_changes (workspace_id, link_nos, part)
  SELECT workspace_id, ARRAY[no], 'clicks' FROM links WHERE id = NEW.link_id;
  RETURN NULL;
END $$;
CREATE TRIGGER link_counters_note_change AFTER UPDATE ON link_counters FOR EACH ROW
  WHEN (OLD.is_at_cap <> NEW.is_at_cap) EXECUTE FUNCTION link_counters_note_change();
