-- Codes of an authenticator app. The secret is sealed with a key of SESSION_SECRET.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- Null while it is being set up.
  enabled_at timestamptz,
  -- The newest time step of which a code was used: none works twice.
  last_step bigint,
  -- Wrong codes, counted from the first of a minute.
  failures integer NOT NULL DEFAULT 0,
  failures_since timestamptz
);

-- What helps whoever has lost the app, once each; only hashes are kept.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Names the key to its authenticator, in base64url.
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  CONSTRAINT passkeys_credential_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_user_idx ON passkeys (user_id);

-- Challenges that were answered, until they are too old to be answered again.
CREATE TABLE passkey_answers (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_answers_expires_idx ON passkey_answers (expires_at);

-- One-time links of the command line.
ALTER TABLE user_tokens DROP CONSTRAINT user_tokens_purpose_check;
ALTER TABLE user_tokens ADD CONSTRAINT user_tokens_purpose_check
  CHECK (purpose IN ('verify_email', 'reset_password', 'sign_in'));
