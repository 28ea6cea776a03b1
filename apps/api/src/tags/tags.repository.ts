import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Tag } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { affected, firstRow, rows } from '../platform/database/index.js';
import { UUID_V7 } from '../links/index.js';

/** More tags than this are not listed; nobody reads them. */
const LISTED = 5000;

@Injectable()
export class TagsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Tags with the number of live links, by name. */
  async list(workspaceId: string, db = this.source.manager): Promise<Tag[]> {
    return (await rows<TagRow>(db, `${SELECT_ALL} ${BY_NAME} LIMIT ${LISTED}`, [workspaceId])).map(toTag);
  }

  /** The same tags, with the number of their live links from elsewhere. */
  async listCounted(workspaceId: string, linksOf: (tagId: string) => number, db: EntityManager): Promise<Tag[]> {
    const found = await rows<Omit<TagRow, 'link_count'>>(db, `${SELECT_UNCOUNTED} ${BY_NAME} LIMIT ${LISTED}`, [
      workspaceId,
    ]);
    return found.map((row) => toTag({ ...row, link_count: linksOf(row.id) }));
  }

  async find(workspaceId: string, id: string, db = this.source.manager): Promise<Tag | null> {
    const row = await firstRow<TagRow>(db, `${SELECT_ONE} AND t.id = $2`, [workspaceId, id]);
    return row === null ? null : toTag(row);
  }

  /** The tag of that name, whatever its case. */
  async findByName(workspaceId: string, name: string, db = this.source.manager): Promise<Tag | null> {
    const row = await firstRow<TagRow>(db, `${SELECT_ONE} AND lower(t.name) = lower($2)`, [workspaceId, name]);
    return row === null ? null : toTag(row);
  }

  /** Whether the tag was made; false when the workspace has one of that name. */
  async insert(workspaceId: string, id: string, name: string, tx: EntityManager): Promise<boolean> {
    return (await rows(tx, INSERT, [id, workspaceId, name])).length > 0;
  }

  /** Locks tags of the workspace in one order for everybody; those that exist, by id. */
  async lock(workspaceId: string, ids: readonly string[], tx: EntityManager): Promise<Map<string, string>> {
    const found = await rows<{ id: string; name: string }>(tx, LOCK, [workspaceId, ids]);
    return new Map(found.map((tag) => [tag.id, tag.name]));
  }

  async rename(workspaceId: string, id: string, name: string, tx: EntityManager): Promise<void> {
    await affected(tx, `UPDATE tags SET name = $3 WHERE workspace_id = $1 AND id = $2`, [workspaceId, id, name]);
  }

  /** Gives every link of one tag another one as well. */
  async copyLinks(workspaceId: string, fromId: string, toId: string, tx: EntityManager): Promise<void> {
    await rows(tx, COPY_LINKS, [workspaceId, fromId, toId]);
  }

  /**
   * Writes into the history of every link of a tag, deleted ones too, that it goes, and which one comes in its place, if any.
   * Call it before the tag is gone. The links' own rows stay untouched: no visitor sees a tag.
   */
  async recordRemoval(
    scope: { workspaceId: string; userId: string },
    tagId: string,
    successorId: string | null,
    tx: EntityManager,
  ): Promise<void> {
    await rows(tx, RECORD_REMOVAL, [scope.workspaceId, scope.userId, tagId, successorId]);
  }

  async delete(workspaceId: string, id: string, tx: EntityManager): Promise<void> {
    await affected(tx, `DELETE FROM tags WHERE workspace_id = $1 AND id = $2`, [workspaceId, id]);
  }
}

interface TagRow {
  id: string;
  name: string;
  created_at: Date;
  link_count: number;
}

function toTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, linkCount: row.link_count, createdAt: row.created_at.toISOString() };
}

// All links of a tag from the index alone, less the few that lie in the trash.
const tagsLess = (trashed: string): string => `
  SELECT t.id, t.name, t.created_at,
    ((SELECT count(*) FROM link_tags lt WHERE lt.tag_id = t.id) - ${trashed})::int AS link_count
  FROM tags t`;
const TRASHED = `
  FROM links l JOIN link_tags lt ON lt.link_id = l.id WHERE l.workspace_id = $1 AND l.deleted_at IS NOT NULL`;

const SELECT_ALL = `${tagsLess('coalesce(trashed.count, 0)')} LEFT JOIN (
    SELECT lt.tag_id, count(*) ${TRASHED} GROUP BY lt.tag_id) trashed ON trashed.tag_id = t.id
  WHERE t.workspace_id = $1`;

// The trash of all tags at once is the cheapest for a list: one by one, 200 tags over a trash of 20,000 links take seven times
// as long. A tag that is found by its name would wait for all of it.
const SELECT_ONE = `${tagsLess(`(SELECT count(*) ${TRASHED} AND lt.tag_id = t.id)`)}
  WHERE t.workspace_id = $1`;

const SELECT_UNCOUNTED = `SELECT t.id, t.name, t.created_at FROM tags t WHERE t.workspace_id = $1`;

const BY_NAME = `ORDER BY lower(t.name) COLLATE "C", t.name COLLATE "C", t.id`;

const INSERT = `
  INSERT INTO tags (id, workspace_id, name) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id, lower(name)) DO NOTHING RETURNING id`;

const LOCK = `SELECT id, name FROM tags WHERE workspace_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`;

const COPY_LINKS = `
  INSERT INTO link_tags (workspace_id, link_id, tag_id)
  SELECT workspace_id, link_id, $3 FROM link_tags WHERE workspace_id = $1 AND tag_id = $2
  ON CONFLICT DO NOTHING`;

const names = (condition: string): string => `(
  SELECT coalesce(jsonb_agg(t.name ORDER BY lower(t.name) COLLATE "C"), '[]') FROM tags t WHERE ${condition})`;
const CARRIED = 't.id IN (SELECT other.tag_id FROM link_tags other WHERE other.link_id = held.id)';

// An entry holds its link, and links are held in the order of their ids, as everybody does who touches several.
const RECORD_REMOVAL = `
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
