import { UUID_V7 } from '../platform/database/index.js';

// SQL, because these aggregate, or update many links at once.

/** A tag with the number of its live links. */
export interface TagRow {
  id: string;
  name: string;
  created_at: Date;
  link_count: number;
}

// All links of a tag by an index-only scan, minus those in the trash.
const tagsLess = (trashed: string): string => `
  SELECT t.id, t.name, t.created_at,
    ((SELECT count(*) FROM link_tags lt WHERE lt.tag_id = t.id) - ${trashed})::int AS link_count
  FROM tags t`;
const TRASHED = `
  FROM links l JOIN link_tags lt ON lt.link_id = l.id WHERE l.workspace_id = $1 AND l.deleted_at IS NOT NULL`;

const BY_NAME = `ORDER BY lower(t.name) COLLATE "C", t.name COLLATE "C", t.id`;

/** `$1` workspace, `$2` limit. */
export const LIST = `${tagsLess('coalesce(trashed.count, 0)')} LEFT JOIN (
    SELECT lt.tag_id, count(*) ${TRASHED} GROUP BY lt.tag_id) trashed ON trashed.tag_id = t.id
  WHERE t.workspace_id = $1 ${BY_NAME} LIMIT $2`;

// For a list, the trash is counted for all tags at once: per tag, 200 tags with a trash of 20,000 links take seven
// times as long. For a single tag, only its own trash is counted.
const FIND = `${tagsLess(`(SELECT count(*) ${TRASHED} AND lt.tag_id = t.id)`)} WHERE t.workspace_id = $1`;

/** `$1` workspace, `$2` tag. */
export const FIND_BY_ID = `${FIND} AND t.id = $2`;

/** `$1` workspace, `$2` name in any case. */
export const FIND_BY_NAME = `${FIND} AND lower(t.name) = lower($2)`;

/** `$1` workspace, `$2` the tag whose links get `$3` too. */
export const COPY_LINKS = `
  INSERT INTO link_tags (workspace_id, link_id, tag_id)
  SELECT workspace_id, link_id, $3 FROM link_tags WHERE workspace_id = $1 AND tag_id = $2
  ON CONFLICT DO NOTHING`;

const names = (condition: string): string => `(
  SELECT coalesce(jsonb_agg(t.name ORDER BY lower(t.name) COLLATE "C"), '[]') FROM tags t WHERE ${condition})`;
const CARRIED = 't.id IN (SELECT other.tag_id FROM link_tags other WHERE other.link_id = held.id)';

/**
 * A history entry for every link of a tag. `$1` workspace, `$2` actor, `$3` the tag, `$4` its replacement or null.
 * Inserting an entry locks its link, so links are locked in id order, as in every statement that affects several.
 */
export const RECORD_REMOVAL = `
  WITH held AS (
    SELECT l.id FROM link_tags lt JOIN links l ON l.id = lt.link_id
    WHERE lt.workspace_id = $1 AND lt.tag_id = $3 ORDER BY l.id FOR KEY SHARE OF l
  )
  INSERT INTO link_history (id, workspace_id, link_id, actor_id, action, changes)
  SELECT ${UUID_V7}, $1, held.id, $2, 'updated', jsonb_build_array(jsonb_build_object(
    'field', 'tags',
    'from', ${names(CARRIED)},
    'to', ${names(`(${CARRIED} AND t.id <> $3) OR t.id = $4::uuid`)}))
  FROM held`;
