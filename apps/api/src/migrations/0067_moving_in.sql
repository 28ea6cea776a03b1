-- What comes along with links that move here from elsewhere.
ALTER TABLE links ADD COLUMN prior_clicks bigint NOT NULL DEFAULT 0;

-- Addresses of a former shortener that a slug cannot say. They never meet those in `addresses`: no slug has what they have.
CREATE TABLE kept_paths (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- As it was printed, decoded once.
  path text NOT NULL,
  -- The same without regard to case; computed by the application, as Unicode folds it.
  folded text NOT NULL,
  link_id uuid NOT NULL,
  -- A revoked one leads nowhere, and is nobody else's.
  is_live boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT kept_paths_pkey PRIMARY KEY (workspace_id, path),
  CONSTRAINT kept_paths_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX kept_paths_link_idx ON kept_paths (link_id);
CREATE INDEX kept_paths_folded_idx ON kept_paths (workspace_id, folded) WHERE is_live;

-- As for addresses: the leading slash tells the two apart.
CREATE FUNCTION notify_kept_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('signpost_redirect',
    'a:' || COALESCE(NEW.workspace_id, OLD.workspace_id) || '//' || COALESCE(NEW.path, OLD.path));
  RETURN NULL;
END $$;
CREATE TRIGGER kept_paths_notify AFTER INSERT OR UPDATE OR DELETE ON kept_paths
  FOR EACH ROW EXECUTE FUNCTION notify_kept_path();

