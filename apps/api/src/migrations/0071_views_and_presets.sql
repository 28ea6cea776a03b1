CREATE TABLE saved_views (
  id uuid NOT NULL CONSTRAINT saved_views_pkey PRIMARY KEY,
  workspace_id uuid NOT NULL CONSTRAINT saved_views_workspace_id_fkey REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id uuid NOT NULL CONSTRAINT saved_views_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_views_workspace_idx ON saved_views (workspace_id, user_id);

CREATE TABLE utm_presets (
  workspace_id uuid NOT NULL CONSTRAINT utm_presets_workspace_id_fkey REFERENCES workspaces (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  name text NOT NULL,
  source text,
  medium text,
  term text,
  content text,
  CONSTRAINT utm_presets_pkey PRIMARY KEY (workspace_id, position)
);
