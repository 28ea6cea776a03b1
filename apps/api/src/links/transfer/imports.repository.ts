import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { firstRow, rows } from '../../platform/database/index.js';

/** A previewed file. */
export interface StoredImport {
  readonly id: string;
  readonly fileHash: string;
  readonly rowCount: number;
}

/** Which files were previewed, and which of their rows have become links. */
@Injectable()
export class ImportsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Notes a previewed file; the same file of the workspace keeps its id, which is the answer. */
  async note(
    workspaceId: string,
    userId: string,
    file: StoredImport,
    db: EntityManager = this.source.manager,
  ): Promise<string> {
    const noted = await firstRow<{ id: string }>(db, NOTE, [
      file.id,
      workspaceId,
      file.fileHash,
      file.rowCount,
      userId,
    ]);
    return noted?.id ?? file.id;
  }

  /** Locks an import until the transaction ends: two requests for one file take turns. */
  async lock(workspaceId: string, id: string, tx: EntityManager): Promise<StoredImport | null> {
    return firstRow<StoredImport>(tx, LOCK, [workspaceId, id]);
  }

  /** Links that rows of the import have become, by row. */
  async listDone(importId: string, db: EntityManager = this.source.manager): Promise<Map<number, string>> {
    const done = await rows<{ row: number; link_id: string }>(db, LIST_DONE, [importId]);
    return new Map(done.map(({ row, link_id }) => [row, link_id]));
  }

  async recordDone(importId: string, done: ReadonlyMap<number, string>, tx: EntityManager): Promise<void> {
    await rows(tx, RECORD_DONE, [importId, [...done.keys()], [...done.values()]]);
  }
}

const NOTE = `
  INSERT INTO imports (id, workspace_id, file_hash, row_count, created_by) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (workspace_id, file_hash) DO UPDATE SET row_count = EXCLUDED.row_count
  RETURNING id`;

const LOCK = `
  SELECT id, file_hash AS "fileHash", row_count AS "rowCount" FROM imports
  WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`;

const LIST_DONE = `SELECT row, link_id FROM import_rows WHERE import_id = $1`;

const RECORD_DONE = `
  INSERT INTO import_rows (import_id, row, link_id)
  SELECT $1, done.row, done.link_id FROM unnest($2::integer[], $3::uuid[]) AS done (row, link_id)`;
