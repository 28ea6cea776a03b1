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
