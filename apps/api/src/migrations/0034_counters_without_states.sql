-- contract: no version that reads is_shown was released; it was of use for the index in the order of clicks alone.
CREATE OR REPLACE FUNCTION links_add_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO link_counters (link_id, workspace_id, maximum_visits) VALUES (NEW.id, NEW.workspace_id, NEW.maximum_visits);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION links_copy_to_counter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_counters SET maximum_visits = NEW.maximum_visits WHERE link_id = NEW.id;
  RETURN NULL;
END $$;
DROP TRIGGER links_copy_to_counter ON links;
CREATE TRIGGER links_copy_to_counter AFTER UPDATE OF maximum_visits ON links FOR EACH ROW
  WHEN (NEW.maximum_visits IS DISTINCT FROM OLD.maximum_visits) EXECUTE FUNCTION links_copy_to_counter();
ALTER TABLE link_counters DROP COLUMN is_shown;
