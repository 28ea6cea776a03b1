-- First answers of requests that carry an Idempotency-Key, for a day.
CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  answer json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id, route, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
