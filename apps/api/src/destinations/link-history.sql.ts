/**
 * Inserts history entries, in SQL because one statement inserts those of thousands of links. Parameters: arrays of
 * workspaces, links, ids and changes in parallel, then actor and action.
 */
export const RECORD_HISTORY = `
  INSERT INTO link_history (workspace_id, link_id, id, changes, actor_id, action)
  SELECT entry.workspace_id, entry.link_id, entry.id, entry.changes, $5::uuid, $6
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::jsonb[]) AS entry (workspace_id, link_id, id, changes)`;
