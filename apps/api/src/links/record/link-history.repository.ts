import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type HistoryChange, type HistoryItem } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../platform/access/index.js';
import { execute } from '../../platform/database/index.js';
import { LinkHistoryEntity } from './link-history.entity.js';

/** What happened to a link. */
export type HistoryAction = 'created' | 'updated' | 'deleted' | 'restored' | 'alias_added' | 'alias_removed';

/** One entry to write. */
export interface HistoryEntry {
  readonly linkId: string;
  readonly action: HistoryAction;
  readonly changes: readonly HistoryChange[];
}

@Injectable()
export class LinkHistoryRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Writes entries in one statement, in the transaction of the changes they describe. */
  async record(actor: Actor, entries: readonly HistoryEntry[], tx: EntityManager): Promise<void> {
    if (entries.length === 0) return;
    await execute(tx, INSERT, [
      actor.workspaceId,
      actor.userId,
      entries.map(() => uuidv7()),
      entries.map((entry) => entry.linkId),
      entries.map((entry) => entry.action),
      entries.map((entry) => JSON.stringify(entry.changes)),
    ]);
  }

  /** The last 50 changes of a link, newest first. */
  async list(workspaceId: string, linkId: string): Promise<HistoryItem[]> {
    const found = await this.source.getRepository(LinkHistoryEntity).find({
      where: { workspaceId, linkId },
      relations: { actor: true },
      order: { at: 'DESC', id: 'DESC' },
      take: LIMITS.historyItems,
    });
    return found.map(toItem);
  }

  async find(workspaceId: string, linkId: string, id: string): Promise<HistoryItem | null> {
    const where = { workspaceId, linkId, id };
    const found = await this.source.getRepository(LinkHistoryEntity).findOne({ where, relations: { actor: true } });
    return found === null ? null : toItem(found);
  }
}

function toItem({ id, at, actor, action, changes }: LinkHistoryEntity): HistoryItem {
  return {
    id,
    at: at.toISOString(),
    actor: actor == null ? null : { id: actor.id, email: actor.email, displayName: actor.displayName },
    action,
    changes,
  };
}

/** SQL, because one statement inserts the entries of up to a thousand links. */
const INSERT = `
  INSERT INTO link_history (workspace_id, actor_id, id, link_id, action, changes)
  SELECT $1, $2, entry.id, entry.link_id, entry.action, entry.changes
  FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::jsonb[]) AS entry (id, link_id, action, changes)`;
