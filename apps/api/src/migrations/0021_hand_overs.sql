-- Sign-ins on their way from one host of the instance to another (docs/adr/0027). Only the hash of a token is kept.
CREATE TABLE hand_overs (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
