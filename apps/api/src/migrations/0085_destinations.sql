-- What becomes of destinations: whether they still answer, and links that were stopped because of where they lead.

ALTER TABLE links
  ADD COLUMN quarantined_at timestamptz,
  -- Who may lift it: `operator` any, `workspace` only its own.
  ADD COLUMN quarantined_by text,
  ADD COLUMN quarantine_reason text;

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
