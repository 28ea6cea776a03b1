-- What a workspace says of where its links may lead, and whether that is looked at.
ALTER TABLE workspaces
  ADD COLUMN destination_watch boolean NOT NULL DEFAULT true,
  ADD COLUMN allowed_hosts text[] NOT NULL DEFAULT '{}';
