-- People, how they sign in, and the workspaces that they belong to.
-- Lists and look-ups of a tenant are led by indexes that begin with workspace_id.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email_lower CHECK (email = lower(email)),
  CONSTRAINT users_email_key UNIQUE (email)
);

-- One row per sign-in method. The password is one of them: it alone carries a hash.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('password', 'google', 'microsoft')),
  subject text NOT NULL,
  email text NOT NULL,
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_password_hash CHECK ((provider = 'password') = (password_hash IS NOT NULL)),
  CONSTRAINT identities_subject_key UNIQUE (provider, subject),
  CONSTRAINT identities_user_provider_key UNIQUE (user_id, provider)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  browser text NOT NULL,
  os text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);

-- Single-use secrets sent by mail; only the hash is kept.
CREATE TABLE user_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT user_tokens_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX user_tokens_user_idx ON user_tokens (user_id, purpose);
CREATE INDEX user_tokens_expires_idx ON user_tokens (expires_at);

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  -- Short surrogate for tables that grow with every click.
  no integer GENERATED ALWAYS AS IDENTITY,
  slug text NOT NULL,
  name text NOT NULL,
  link_prefix text,
  -- Object key of the logo in file storage.
  logo_key text,
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

-- The activity log. Append-only: no route and no service updates or deletes a row.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  type text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid REFERENCES users ON DELETE SET NULL,
  link_id uuid,
  link_slug text,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_page_idx ON audit_events (workspace_id, id DESC);
CREATE INDEX audit_events_type_idx ON audit_events (workspace_id, type, id DESC);
