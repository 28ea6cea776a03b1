-- The key carries the workspace, as every other one between a workspace's tables does.
ALTER TABLE link_counters ADD CONSTRAINT link_counters_workspace_fkey
  FOREIGN KEY (workspace_id, link_id) REFERENCES links (workspace_id, id) ON DELETE CASCADE NOT VALID;
