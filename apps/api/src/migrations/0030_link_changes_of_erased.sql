-- Workspaces that are erased take what was noted of their links along; see 0027_link_changes.sql.
CREATE FUNCTION workspaces_erase_link_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM link_changes WHERE workspace_id IN (SELECT id FROM erased);
  RETURN NULL;
END $$;
CREATE TRIGGER workspaces_erase_link_changes AFTER DELETE ON workspaces
  REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION workspaces_erase_link_changes();
