-- What the redirect path keeps in the database beside the links.

-- Random key of a UTC day's visitor hashes. Destroyed when the next day ends: then nothing can be joined to a person.
CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL CHECK (octet_length(salt) = 32)
);

-- How far each process's click journal is stored. Moves in the transaction that stores the events, so that every event
-- is stored exactly once. A journal without a row belongs to another database and is never read into this one.
CREATE TABLE click_journals (
  journal_id uuid PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
