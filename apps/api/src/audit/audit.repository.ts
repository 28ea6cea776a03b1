import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditType } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { execute } from '../platform/database/index.js';
import { AuditEventEntity } from './audit-event.entity.js';

export interface NewAuditEvent {
  readonly workspaceId: string;
  readonly type: AuditType;
  readonly actorId: string | null;
  readonly linkId: string | null;
  readonly linkSlug: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

@Injectable()
export class AuditRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /**
   * Appends events so that within a workspace ids are committed in ascending order: a reader that has seen an id has
   * seen all lower ones, so a cursor neither skips nor repeats events. The lock is held until the commit.
   */
  async insert(events: readonly NewAuditEvent[], at: Date, tx: EntityManager): Promise<void> {
    const actorIds = [...new Set(events.map((event) => event.actorId))];
    // Locked in sorted order, so that transactions with events of several workspaces cannot deadlock.
    for (const workspaceId of [...new Set(events.map((event) => event.workspaceId))].sort()) {
      await execute(tx, LOCK, [workspaceId, actorIds]);
    }
    await execute(tx, INSERT, [
      at,
      events.map((event) => event.workspaceId),
      events.map((event) => event.type),
      events.map((event) => event.actorId),
      events.map((event) => event.linkId),
      events.map((event) => event.linkSlug),
      events.map((event) => JSON.stringify(event.detail)),
    ]);
  }

  /**
   * At most `limit` events of the workspace below the cursor, newest first, with the current addresses and names of
   * their actors.
   */
  async list(
    workspaceId: string,
    filter: { types: readonly AuditType[] | null; before: number | null; limit: number },
    db: EntityManager = this.source.manager,
  ): Promise<AuditEventEntity[]> {
    const query = db
      .getRepository(AuditEventEntity)
      .createQueryBuilder('e')
      .leftJoin('e.actor', 'actor')
      .addSelect(['actor.id', 'actor.email', 'actor.displayName'])
      .where('e.workspaceId = :workspaceId', { workspaceId });
    if (filter.types !== null) query.andWhere('e.type = ANY (:types)', { types: filter.types });
    if (filter.before !== null) query.andWhere('e.id < :before', { before: filter.before });
    return query.orderBy('e.id', 'DESC').limit(filter.limit).getMany();
  }
}

/**
 * Locks the actors' accounts before the log. The foreign key of the inserted events would lock them after it, and a transaction
 * that changes an account's address or deletes it holds the account first and the log last: the two would deadlock. The key
 * space is separate from other advisory locks: "audt" in ASCII.
 */
const LOCK = `
  SELECT pg_advisory_xact_lock(1635083380, hashtext($1))
  FROM (SELECT count(*) FROM (SELECT FROM users WHERE id = ANY($2::uuid[]) ORDER BY id FOR KEY SHARE) actors) held`;

/** SQL, because an import writes ten thousand events, more than a statement has parameters. */
const INSERT = `
  INSERT INTO audit_events (at, workspace_id, type, actor_id, link_id, link_slug, detail)
  SELECT $1::timestamptz, e.workspace_id, e.type, e.actor_id, e.link_id, e.link_slug, e.detail
  FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::jsonb[])
    WITH ORDINALITY AS e (workspace_id, type, actor_id, link_id, link_slug, detail, position)
  ORDER BY e.position`;
