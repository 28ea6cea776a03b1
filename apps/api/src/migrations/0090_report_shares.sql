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
