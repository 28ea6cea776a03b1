-- What people are called, and addresses that accounts are on their way to.

ALTER TABLE users ADD COLUMN display_name text;

-- At most one for each account. The change happens once both addresses are confirmed, each by the token of its own mail.
CREATE TABLE email_changes (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  new_email text NOT NULL,
  old_token_hash bytea NOT NULL,
  new_token_hash bytea NOT NULL,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT email_changes_email_lower CHECK (new_email = lower(new_email)),
  CONSTRAINT email_changes_old_token_key UNIQUE (old_token_hash),
  CONSTRAINT email_changes_new_token_key UNIQUE (new_token_hash)
);
CREATE INDEX email_changes_expires_idx ON email_changes (expires_at);
