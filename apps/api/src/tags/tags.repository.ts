import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Tag } from '@signpost/contracts';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { execute, firstRow, rows, wasInserted } from '../platform/database/index.js';
import { TagEntity } from './tag.entity.js';
import * as sql from './tags.sql.js';
import type { TagRow } from './tags.sql.js';

/** More tags than this are not listed; nobody reads them. */
const LISTED = 5000;

@Injectable()
export class TagsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Tags with the number of live links, by name. */
  async list(workspaceId: string, db = this.source.manager): Promise<Tag[]> {
    return (await rows<TagRow>(db, sql.LIST, [workspaceId, LISTED])).map(toTag);
  }

  async find(workspaceId: string, id: string, db = this.source.manager): Promise<Tag | null> {
    const row = await firstRow<TagRow>(db, sql.FIND_BY_ID, [workspaceId, id]);
    return row === null ? null : toTag(row);
  }

  /** The tag of that name, whatever its case. */
  async findByName(workspaceId: string, name: string, db = this.source.manager): Promise<Tag | null> {
    const row = await firstRow<TagRow>(db, sql.FIND_BY_NAME, [workspaceId, name]);
    return row === null ? null : toTag(row);
  }

  /** Whether the tag was made; false when the workspace has one of that name. */
  async insert(workspaceId: string, id: string, name: string, tx: EntityManager): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(TagEntity).values({ id, workspaceId, name }).orIgnore();
    return wasInserted(await insert.returning('id').execute());
  }

  /** Locks tags of the workspace in one order for everybody; the names of those that exist, by id. */
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

  /** Gives every link of one tag another one as well. */
  async copyLinks(workspaceId: string, fromId: string, toId: string, tx: EntityManager): Promise<void> {
    await execute(tx, sql.COPY_LINKS, [workspaceId, fromId, toId]);
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
    await execute(tx, sql.RECORD_REMOVAL, [scope.workspaceId, scope.userId, tagId, successorId]);
  }

  async delete(workspaceId: string, id: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(TagEntity).delete({ workspaceId, id });
  }
}

function toTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, linkCount: row.link_count, createdAt: row.created_at.toISOString() };
}
