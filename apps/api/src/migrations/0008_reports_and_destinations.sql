-- Reports for those who have no account, what the workspace report asks of its links, and what becomes of destinations.

-- Reports that anybody with the address may read until they end. Only the token's hash is kept.
CREATE TABLE report_shares (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  -- link, campaign or workspace; the id of the link or campaign, which may be gone.
  subject_type text NOT NULL,
  subject_id uuid,
  title text,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT report_shares_token_key UNIQUE (token_hash)
);
CREATE INDEX report_shares_workspace_idx ON report_shares (workspace_id, expires_at);

-- What the workspace report asks of its links.
CREATE INDEX links_live_idx ON links (workspace_id) WHERE deleted_at IS NULL;
CREATE INDEX links_capped_idx ON links (workspace_id) WHERE maximum_visits IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_paused_idx ON links (workspace_id, updated_at DESC) WHERE NOT is_enabled AND deleted_at IS NULL;
CREATE INDEX links_review_idx ON links (workspace_id, review_at) WHERE review_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_unassigned_idx ON links (workspace_id, created_at DESC, id DESC)
  WHERE responsible_user_id IS NULL AND deleted_at IS NULL AND archived_at IS NULL;

-- Every address that live links lead to, once for all links that do.
CREATE TABLE watched_destinations (
  -- SHA-256 of the address: addresses are longer than an index takes.
  hash bytea PRIMARY KEY,
  url text NOT NULL,
  host text NOT NULL,
  state text NOT NULL DEFAULT 'unknown' CHECK (state IN ('ok', 'broken', 'unknown')),
  -- A word of the list in the code; null before the first look and for what is well.
  reason text,
  checked_at timestamptz,
  -- Since when it has been in its state.
  since timestamptz,
  -- The first look that found it broken, until a second one says the same.
  suspected_at timestamptz,
  due_at timestamptz NOT NULL
);
CREATE INDEX watched_destinations_due_idx ON watched_destinations (due_at);
CREATE INDEX watched_destinations_host_idx ON watched_destinations (host, checked_at);
-- What is broken, or not known, is found without those that are well, which are most.
CREATE INDEX watched_destinations_state_idx ON watched_destinations (state) WHERE state <> 'ok';

CREATE TABLE link_destinations (
  link_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  hash bytea NOT NULL REFERENCES watched_destinations ON DELETE CASCADE,
  CONSTRAINT link_destinations_pkey PRIMARY KEY (link_id, hash),
  CONSTRAINT link_destinations_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE
);
CREATE INDEX link_destinations_hash_idx ON link_destinations (hash);

-- What visitors wrote about a link, until somebody has decided on it.
CREATE TABLE abuse_reports (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL,
  link_id uuid NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'dismissed', 'quarantined')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CONSTRAINT abuse_reports_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id)
    ON DELETE CASCADE
);
CREATE INDEX abuse_reports_page_idx ON abuse_reports (workspace_id, created_at DESC, id DESC);
CREATE INDEX abuse_reports_link_idx ON abuse_reports (link_id) WHERE state = 'open';

-- Stopped links of all workspaces, for the operator's desk: few of many.
CREATE INDEX links_quarantined_idx ON links (quarantined_at) WHERE quarantined_at IS NOT NULL;
