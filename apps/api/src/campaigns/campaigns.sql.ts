import { UUID_V7 } from '../platform/database/index.js';

// SQL, because these aggregate, or update many links at once.

/** A campaign with the number of its live links and of its clicks. */
export interface CampaignRow {
  id: string;
  name: string;
  utm_campaign: string;
  utm_medium: string | null;
  link_count: number;
  /** bigint, as text. */
  click_count: string;
  created_at: Date;
  updated_at: Date;
}

const SELECT = `
  SELECT c.id, c.name, c.utm_campaign, c.utm_medium, c.created_at, c.updated_at, k.clicks AS click_count,
    (SELECT count(*)::int FROM links l
     WHERE l.workspace_id = $1 AND l.campaign_id = c.id AND l.deleted_at IS NULL) AS link_count
  FROM campaigns c JOIN campaign_clicks k ON k.workspace_id = c.workspace_id AND k.campaign_id = c.id
  WHERE c.workspace_id = $1`;

/** Newest first. `$1` workspace, `$2` limit. */
export const LIST = `${SELECT} ORDER BY c.created_at DESC, c.id DESC LIMIT $2`;

/** `$1` workspace, `$2` campaign. */
export const FIND = `${SELECT} AND c.id = $2`;

/**
 * Removes every link from a campaign, with a history entry, and counts the live ones. `$1` workspace, `$2` campaign,
 * `$3` now, `$4` actor. Links are locked in id order, as in every statement that changes several.
 */
export const DETACH_LINKS = `
  WITH held AS (
    SELECT id FROM links WHERE workspace_id = $1 AND campaign_id = $2 ORDER BY id FOR NO KEY UPDATE
  ), detached AS (
    UPDATE links l SET campaign_id = NULL, updated_at = CASE WHEN deleted_at IS NULL THEN $3 ELSE updated_at END
    FROM held WHERE l.id = held.id
    RETURNING l.id, l.deleted_at
  ), recorded AS (
    INSERT INTO link_history (id, workspace_id, link_id, actor_id, action, changes)
    SELECT ${UUID_V7}, $1, id, $4, 'updated',
      jsonb_build_array(jsonb_build_object('field', 'campaignId', 'from', $2::uuid, 'to', NULL))
    FROM detached
  )
  SELECT count(*)::int AS count FROM detached WHERE deleted_at IS NULL`;
