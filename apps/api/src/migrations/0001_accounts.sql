-- People, and how they sign in.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  verified_at timestamptz,
  -- Accounts that exist only for a demo workspace: they never sign in by themselves and do not end the first-run setup.
  is_demo boolean NOT NULL DEFAULT false,
  -- In which language an account gets its mails: that of the browser it last signed in with. Null: nobody knows, so English.
  language text,
  -- Who wants a mail about each workspace every week.
  weekly_digest boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT users_email_lower CHECK (email = lower(email)),
  CONSTRAINT users_email_key UNIQUE (email)
);
CREATE INDEX users_demo_idx ON users (id) WHERE is_demo;

-- One row per sign-in method. The password is one of them: it alone carries a hash.
CREATE TABLE identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('password', 'google', 'microsoft', 'oidc')),
  subject text NOT NULL,
  email text NOT NULL,
  password_hash text,
  -- Whether a password is known to be its address owner's: chosen while the address was verified, by a reset mail or from
  -- an invitation. One that is not is removed when the address turns out to be somebody else's.
  is_proven boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT identities_password_hash CHECK ((provider = 'password') = (password_hash IS NOT NULL)),
  CONSTRAINT identities_subject_key UNIQUE (provider, subject),
  CONSTRAINT identities_user_provider_key UNIQUE (user_id, provider)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- How the account showed who it is when the session began.
  way text,
  browser text NOT NULL,
  os text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);

-- Sign-ins on their way from one host of the instance to another (docs/adr/0027). Only the hash of a token is kept, and a
-- token ends with the session that it was made in.
CREATE TABLE hand_overs (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX hand_overs_session_idx ON hand_overs (session_id);

-- Single-use secrets sent by mail, and one-time links of the command line; only the hash is kept.
CREATE TABLE user_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('verify_email', 'reset_password', 'sign_in')),
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT user_tokens_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX user_tokens_user_idx ON user_tokens (user_id, purpose);
CREATE INDEX user_tokens_expires_idx ON user_tokens (expires_at);

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
