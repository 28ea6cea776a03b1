import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../../audit/index.js';
import { rows } from '../../platform/database/index.js';
import type { HistoryScope } from './link-history.repository.js';

/** A tag as links carry it. */
export interface StoredTag {
  readonly id: string;
  readonly name: string;
}

/** The order of names, without regard to case. */
export const byName = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

/** The names of tags as a link shows them and its history tells them: as they are stored, in order, each once. */
export function namesOf(tags: Iterable<StoredTag>): string[] {
  return [...new Set([...tags].map(({ name }) => name))].sort(byName);
}

/** Which tags links carry. Names are one tag whatever their case. */
@Injectable()
export class LinkTags {
  constructor(private readonly audit: AuditService) {}

  /**
   * The tags with these names, missing ones made, by lower-case name; two names may be one tag, since the database knows
   * more letters than have a lower case here. They cannot be deleted until the transaction
   * ends. Call it before locking links: whoever deletes a tag takes the same order.
   */
  async ensure(scope: HistoryScope, names: readonly string[], tx: EntityManager): Promise<Map<string, StoredTag>> {
    if (names.length === 0) return new Map();
    // One order for everybody, so that two writers of the same new tags do not wait for each other in a circle.
    const wanted = [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    const made = await rows<StoredTag>(tx, INSERT, [scope.workspaceId, wanted.map(() => uuidv7()), wanted]);
    for (const { id, name } of made) await this.audit.record(scope, 'tag_created', { detail: { id, name } }, tx);
    const found = await rows<StoredTag & { wanted: string }>(tx, FIND, [scope.workspaceId, wanted]);
    return new Map(found.map(({ id, name, wanted: asked }) => [asked.toLowerCase(), { id, name }]));
  }

  /** Makes the link carry exactly these tags. */
  async replace(workspaceId: string, linkId: string, tagIds: readonly string[], tx: EntityManager): Promise<void> {
    await rows(tx, `DELETE FROM link_tags WHERE workspace_id = $1 AND link_id = $2 AND NOT tag_id = ANY($3::uuid[])`, [
      workspaceId,
      linkId,
      tagIds,
    ]);
    await this.attach(
      workspaceId,
      tagIds.map((tagId) => [linkId, tagId]),
      tx,
    );
  }

  /** Adds tags to links; pairs that exist stay. */
  async attach(
    workspaceId: string,
    pairs: readonly (readonly [linkId: string, tagId: string])[],
    tx: EntityManager,
  ): Promise<void> {
    if (pairs.length === 0) return;
    await rows(tx, ATTACH, [workspaceId, pairs.map(([linkId]) => linkId), pairs.map(([, tagId]) => tagId)]);
  }
}

const INSERT = `
  INSERT INTO tags (id, workspace_id, name)
  SELECT wanted.id, $1, wanted.name FROM unnest($2::uuid[], $3::text[]) AS wanted (id, name)
  ON CONFLICT (workspace_id, lower(name)) DO NOTHING
  RETURNING id, name`;

const FIND = `
  SELECT t.id, t.name, wanted.name AS wanted FROM tags t
  JOIN unnest($2::text[]) AS wanted (name) ON lower(wanted.name) = lower(t.name)
  WHERE t.workspace_id = $1
  ORDER BY t.id FOR KEY SHARE OF t`;

const ATTACH = `
  INSERT INTO link_tags (workspace_id, link_id, tag_id)
  SELECT $1, pair.link_id, pair.tag_id FROM unnest($2::uuid[], $3::uuid[]) AS pair (link_id, tag_id)
  ON CONFLICT DO NOTHING`;
