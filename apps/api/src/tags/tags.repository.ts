import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LISTED, type Tag } from '@signpost/contracts';
import { In, type DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../platform/access/index.js';
import { execute, firstRow, rows, wasInserted } from '../platform/database/index.js';
import { TagEntity } from './tag.entity.js';
import * as sql from './tags.sql.js';
import type { TagRow } from './tags.sql.js';

@Injectable()
export class TagsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Tags with the number of live links, by name. */
  async list(workspaceId: string, db = this.source.manager): Promise<Tag[]> {
    return (await rows<TagRow>(db, sql.LIST, [workspaceId, LISTED.tags])).map(toTag);
  }

  async find(workspaceId: string, id: string, db = this.source.manager): Promise<Tag | null> {
    const row = await firstRow<TagRow>(db, sql.FIND_BY_ID, [workspaceId, id]);
    return row === null ? null : toTag(row);
  }

  /** The tag with that name, case-insensitively. */
  async findByName(workspaceId: string, name: string, db = this.source.manager): Promise<Tag | null> {
    const row = await firstRow<TagRow>(db, sql.FIND_BY_NAME, [workspaceId, name]);
    return row === null ? null : toTag(row);
  }

  /** Creates a tag. @returns false when the workspace already has one with that name. */
  async insert(workspaceId: string, id: string, name: string, tx: EntityManager): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(TagEntity).values({ id, workspaceId, name }).orIgnore();
    return wasInserted(await insert.returning('id').execute());
  }

  /** Locks tags in id order, to avoid deadlocks. @returns the names of the existing ones, by id. */
  async lock(workspaceId: string, ids: readonly string[], tx: EntityManager): Promise<Map<string, string>> {
    const found = await tx.getRepository(TagEntity).find({
      where: { workspaceId, id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return new Map(found.map((tag) => [tag.id, tag.name]));
  }

  async rename(workspaceId: string, id: string, name: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(TagEntity).update({ workspaceId, id }, { name });
  }

  /** Adds another tag to every link of a tag. */
  async copyLinks(workspaceId: string, fromId: string, toId: string, tx: EntityManager): Promise<void> {
    await execute(tx, sql.COPY_LINKS, [workspaceId, fromId, toId]);
  }

  /**
   * Adds a history entry about the removal of a tag, and its replacement if any, to every link of the tag, including
   * deleted ones. Call it before the tag is deleted. The links' own rows stay unchanged, because redirects do not
   * depend on tags.
   */
  async recordRemoval(actor: Actor, tagId: string, successorId: string | null, tx: EntityManager): Promise<void> {
    await execute(tx, sql.RECORD_REMOVAL, [actor.workspaceId, actor.userId, tagId, successorId]);
  }

  async delete(workspaceId: string, id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(TagEntity).delete({ workspaceId, id });
  }
}

function toTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, linkCount: row.link_count, createdAt: row.created_at.toISOString() };
}
