-- What is done besides answering: mails, jobs and their alerts, health signals, the activity log, answers that are kept.

-- Mails on their way. A row is written in the transaction that causes the mail and sent after its commit.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  -- Recipient and content, encrypted with a key derived from SESSION_SECRET, because they hold single-use tokens.
  -- Null once the mail was sent or given up.
  payload bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- Also the end of the lease while a process is sending it.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failed_at timestamptz,
  -- Code of the last refusal; never the server's text, which may name the recipient.
  last_error text,
  CONSTRAINT mails_payload CHECK ((payload IS NULL) = (sent_at IS NOT NULL OR failed_at IS NOT NULL))
);
CREATE INDEX mails_due_idx ON mails (next_attempt_at) WHERE payload IS NOT NULL;
CREATE INDEX mails_failed_idx ON mails (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX mails_created_idx ON mails (created_at);

-- One row per job. Whoever moves next_due_at in one statement runs the job: any number of processes and outside
-- crons run it once per due time.
CREATE TABLE jobs (
  name text PRIMARY KEY,
  next_due_at timestamptz NOT NULL,
  last_started_at timestamptz,
  last_success_at timestamptz,
  last_error_at timestamptz,
  last_error text,
  -- What the last run that succeeded has done, in a sentence for the operator.
  last_result text,
  -- Set while a run is under way. A run that has let its lease pass is taken for dead, and the next one takes over.
  run_id uuid,
  lease_until timestamptz,
  CONSTRAINT jobs_running CHECK ((run_id IS NULL) = (lease_until IS NULL))
);

-- What somebody has been told of a link. The row goes when the date or the cap moves, so that the next one is told again.
CREATE TABLE link_alerts (
  workspace_id uuid NOT NULL,
  link_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('expiry', 'visits', 'review')),
  sent_at timestamptz NOT NULL,
  CONSTRAINT link_alerts_pkey PRIMARY KEY (link_id, kind),
  CONSTRAINT link_alerts_link_fkey FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id) ON DELETE CASCADE
);

CREATE FUNCTION links_rearm_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM link_alerts
  WHERE workspace_id = NEW.workspace_id AND link_id = NEW.id
    AND ((kind = 'expiry' AND NEW.expires_at IS DISTINCT FROM OLD.expires_at)
      OR (kind = 'visits' AND NEW.maximum_visits IS DISTINCT FROM OLD.maximum_visits)
      OR (kind = 'review' AND NEW.review_at IS DISTINCT FROM OLD.review_at));
  RETURN NULL;
END $$;
CREATE TRIGGER links_rearm_alerts AFTER UPDATE OF expires_at, maximum_visits, review_at ON links FOR EACH ROW
  WHEN (NEW.expires_at IS DISTINCT FROM OLD.expires_at
     OR NEW.maximum_visits IS DISTINCT FROM OLD.maximum_visits
     OR NEW.review_at IS DISTINCT FROM OLD.review_at)
  EXECUTE FUNCTION links_rearm_alerts();

-- What the alert job reads: the few links that can be due, over all workspaces.
CREATE INDEX links_alert_expiry_idx ON links (expires_at) WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_alert_review_idx ON links (review_at) WHERE review_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX links_alert_cap_idx ON links (id) WHERE maximum_visits IS NOT NULL AND deleted_at IS NULL;

-- How the parts of each process are doing. A row that its process no longer renews does not count.
CREATE TABLE signals (
  instance uuid NOT NULL,
  key text NOT NULL,
  state text NOT NULL CHECK (state IN ('ok', 'degraded', 'failed')),
  detail text,
  -- When the state was reported, by the process's clock, and when the process last renewed it, by the database's.
  updated_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT signals_pkey PRIMARY KEY (instance, key)
);

-- The activity log. Append-only: no route and no service updates or deletes a row.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  type text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid REFERENCES users ON DELETE SET NULL,
  link_id uuid,
  link_slug text,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_page_idx ON audit_events (workspace_id, id DESC);
CREATE INDEX audit_events_type_idx ON audit_events (workspace_id, type, id DESC);

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
