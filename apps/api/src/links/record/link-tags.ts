import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../../audit/index.js';
import type { Actor } from '../../platform/access/index.js';
import { execute, rows } from '../../platform/database/index.js';

/** A stored tag. */
export interface StoredTag {
  readonly id: string;
  readonly name: string;
}

/** Case-insensitive order of names. */
export const byName = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

/** Tag names as stored, sorted, each once. */
export function namesOf(tags: Iterable<StoredTag>): string[] {
  return [...new Set([...tags].map(({ name }) => name))].sort(byName);
}

/** Assigns tags to links. Names are compared case-insensitively. */
@Injectable()
export class LinkTags {
  constructor(private readonly audit: AuditService) {}

  /**
   * The tags with these names by lower-case name, creating missing ones; two names may map to one tag, since
   * PostgreSQL's case mapping differs from JavaScript's. The tags are locked against deletion until the transaction
   * ends. Call it before locking links: deleting a tag locks in the same order.
   */
  async ensure(actor: Actor, names: readonly string[], tx: EntityManager): Promise<Map<string, StoredTag>> {
    if (names.length === 0) return new Map();
    // Inserted in sorted order: two writers of the same new tags could otherwise deadlock.
    const sorted = [...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    const made = await rows<StoredTag>(tx, INSERT, [actor.workspaceId, sorted.map(() => uuidv7()), sorted]);
    for (const { id, name } of made) await this.audit.record(actor, 'tag_created', { detail: { id, name } }, tx);
    const found = await rows<StoredTag & { wanted: string }>(tx, FIND, [actor.workspaceId, sorted]);
    return new Map(found.map(({ id, name, wanted }) => [wanted.toLowerCase(), { id, name }]));
  }

  /** Sets the link's tags to exactly these. */
  async replace(workspaceId: string, linkId: string, tagIds: readonly string[], tx: EntityManager): Promise<void> {
    await execute(
      tx,
      `DELETE FROM link_tags WHERE workspace_id = $1 AND link_id = $2 AND NOT tag_id = ANY($3::uuid[])`,
      [workspaceId, linkId, tagIds],
    );
    await this.attach(
      workspaceId,
      tagIds.map((tagId) => [linkId, tagId]),
      tx,
    );
  }

  /** Adds tags to links; existing pairs are ignored. */
  async attach(
    workspaceId: string,
    pairs: readonly (readonly [linkId: string, tagId: string])[],
    tx: EntityManager,
  ): Promise<void> {
    if (pairs.length === 0) return;
    await execute(tx, ATTACH, [workspaceId, pairs.map(([linkId]) => linkId), pairs.map(([, tagId]) => tagId)]);
  }
}

// SQL, because each inserts or locks the rows of many names at once.

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
