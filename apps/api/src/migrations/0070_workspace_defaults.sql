ALTER TABLE workspaces
  ADD COLUMN not_found_destination text,
  ADD COLUMN expiration_destination text,
  ADD COLUMN root_destination text;
