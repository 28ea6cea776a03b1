-- Workspaces, who belongs to them, and what they have set.
-- Lists and look-ups of a tenant are led by indexes that begin with workspace_id.

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  -- Short surrogate for tables that grow with every click.
  no integer GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name text NOT NULL,
  link_prefix text,
  -- Object key of the logo in file storage.
  logo_key text,
  -- Where unknown short addresses, expired links, and `/` of a short domain of its own lead; null: to a page that says so.
  not_found_destination text,
  expiration_destination text,
  root_destination text,
  -- Whether destinations are looked at, and patterns of the hosts that links may lead to; none: any.
  destination_watch boolean NOT NULL DEFAULT true,
  allowed_hosts text[] NOT NULL DEFAULT '{}',
  -- Whether members need a second factor.
  require_second_factor boolean NOT NULL DEFAULT false,
  -- Demo workspaces end; the token of the browser that made one lets it come back.
  demo_expires_at timestamptz,
  demo_token_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- Over deleted workspaces too: a workspace slug is never handed out again.
  CONSTRAINT workspaces_slug_key UNIQUE (slug),
  CONSTRAINT workspaces_no_key UNIQUE (no)
);
CREATE INDEX workspaces_demo_idx ON workspaces (demo_expires_at) WHERE demo_expires_at IS NOT NULL;

CREATE TABLE memberships (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('OWNER', 'MEMBER', 'VIEWER')),
  is_active boolean NOT NULL DEFAULT true,
  -- Monday (UTC) of the last week that the member got a digest of.
  digest_week date,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT memberships_pkey PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT memberships_owner_active CHECK (role <> 'OWNER' OR is_active)
);
CREATE UNIQUE INDEX memberships_one_owner_key ON memberships (workspace_id) WHERE role = 'OWNER';
CREATE INDEX memberships_user_idx ON memberships (user_id);

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('MEMBER', 'VIEWER')),
  token_hash bytea NOT NULL,
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX invitations_open_key ON invitations (workspace_id, email) WHERE closed_at IS NULL;

-- Lists of links that members keep under a name, for themselves or for everybody in the workspace.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  query text NOT NULL,
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_views_workspace_idx ON saved_views (workspace_id, user_id);

-- Tracking values that a workspace keeps under a name.
CREATE TABLE utm_presets (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  position smallint NOT NULL,
  name text NOT NULL,
  source text,
  medium text,
  term text,
  content text,
  CONSTRAINT utm_presets_pkey PRIMARY KEY (workspace_id, position)
);
