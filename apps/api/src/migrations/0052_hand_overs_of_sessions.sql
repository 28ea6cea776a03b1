-- contract: a token lives for a minute, and below names without a dot alone: nobody keeps one over an upgrade.
-- A token ends with the session that it was made in.
DROP TABLE hand_overs;
CREATE TABLE hand_overs (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX hand_overs_session_idx ON hand_overs (session_id);
