import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { HistoryChange, HistoryItem } from '@signpost/contracts';
import { LIMITS } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { execute, firstRow, rows } from '../../platform/database/index.js';

/** What happened to a link. */
export type HistoryAction = 'created' | 'updated' | 'deleted' | 'restored' | 'alias_added' | 'alias_removed';

/** One entry to write. */
export interface HistoryEntry {
  readonly linkId: string;
  readonly action: HistoryAction;
  readonly changes: readonly HistoryChange[];
}

/** Actor and workspace; a `Member` satisfies it. */
export interface HistoryScope {
  readonly workspaceId: string;
  readonly userId: string | null;
}

@Injectable()
export class LinkHistoryRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Writes entries in one statement, in the transaction of the changes they describe. */
  async record(scope: HistoryScope, entries: readonly HistoryEntry[], tx: EntityManager): Promise<void> {
    if (entries.length === 0) return;
    await execute(tx, INSERT, [
      scope.workspaceId,
      scope.userId,
      entries.map(() => uuidv7()),
      entries.map((entry) => entry.linkId),
      entries.map((entry) => entry.action),
      entries.map((entry) => JSON.stringify(entry.changes)),
    ]);
  }

  /** The last 50 changes of a link, newest first. */
  async list(workspaceId: string, linkId: string, db = this.source.manager): Promise<HistoryItem[]> {
    return (await rows<HistoryRow>(db, LIST, [workspaceId, linkId, LIMITS.historyItems])).map(toItem);
  }

  async find(
    workspaceId: string,
    linkId: string,
    id: string,
    db: EntityManager = this.source.manager,
  ): Promise<HistoryItem | null> {
    const row = await firstRow<HistoryRow>(db, FIND, [workspaceId, linkId, id]);
    return row === null ? null : toItem(row);
  }
}

interface HistoryRow {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_email: string | null;
  actor_name: string | null;
  action: string;
  changes: HistoryChange[];
}

function toItem(row: HistoryRow): HistoryItem {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor:
      row.actor_id === null || row.actor_email === null
        ? null
        : { id: row.actor_id, email: row.actor_email, displayName: row.actor_name },
    action: row.action,
    changes: row.changes,
  };
}

const INSERT = `
  INSERT INTO link_history (workspace_id, actor_id, id, link_id, action, changes)
  SELECT $1, $2, entry.id, entry.link_id, entry.action, entry.changes
  FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::jsonb[]) AS entry (id, link_id, action, changes)`;

const SELECT = `
  SELECT h.id, h.at, h.actor_id, u.email AS actor_email, u.display_name AS actor_name, h.action, h.changes
  FROM link_history h LEFT JOIN users u ON u.id = h.actor_id
  WHERE h.workspace_id = $1 AND h.link_id = $2`;

const LIST = `${SELECT} ORDER BY h.at DESC, h.id DESC LIMIT $3`;
const FIND = `${SELECT} AND h.id = $3`;
