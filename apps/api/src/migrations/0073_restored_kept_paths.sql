-- A link that is back from the trash says its kept paths too, which other processes know as those of no link.
CREATE OR REPLACE FUNCTION notify_redirect_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  IF TG_TABLE_NAME = 'links' THEN
    changed := 'l:' || COALESCE(NEW.id, OLD.id);
    IF TG_OP = 'UPDATE' AND OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
      PERFORM pg_notify('signpost_redirect', 'a:' || workspace_id || '/' || slug) FROM addresses
      WHERE workspace_id = NEW.workspace_id AND link_id = NEW.id;
      PERFORM pg_notify('signpost_redirect', 'a:' || workspace_id || '//' || path) FROM kept_paths
      WHERE workspace_id = NEW.workspace_id AND link_id = NEW.id;
    END IF;
  ELSIF TG_TABLE_NAME = 'addresses' THEN
    changed := 'a:' || COALESCE(NEW.workspace_id, OLD.workspace_id) || '/' || COALESCE(NEW.slug, OLD.slug);
  ELSIF TG_TABLE_NAME = 'workspaces' THEN
    changed := 'w:' || COALESCE(NEW.id, OLD.id);
  ELSE
    changed := 'c:' || COALESCE(NEW.id, OLD.id);
  END IF;
  PERFORM pg_notify('signpost_redirect', changed);
  RETURN NULL;
END $$;
