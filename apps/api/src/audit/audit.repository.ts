import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditType } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { rows } from '../platform/database/index.js';

export interface NewAuditEvent {
  readonly workspaceId: string;
  readonly type: AuditType;
  readonly actorId: string | null;
  readonly linkId: string | null;
  readonly linkSlug: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An event as stored, with its actor's address as it is now. */
export interface AuditRow {
  /** bigint, as text. */
  id: string;
  type: AuditType;
  at: Date;
  actor_id: string | null;
  actor_email: string | null;
  link_id: string | null;
  link_slug: string | null;
  detail: Record<string, unknown>;
}

@Injectable()
export class AuditRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /**
   * Appends events so that within a workspace a higher id is never committed before a lower one: a reader that has
   * seen an id has seen everything below it, and a cursor neither skips nor repeats. The lock lasts until the commit.
   */
  async insert(events: readonly NewAuditEvent[], at: Date, tx: EntityManager): Promise<void> {
    // In one order everywhere, so that two transactions of several workspaces cannot wait for each other.
    for (const workspaceId of [...new Set(events.map((event) => event.workspaceId))].sort()) {
      await rows(tx, LOCK, [workspaceId]);
    }
    await rows(tx, INSERT, [
      at,
      events.map((event) => event.workspaceId),
      events.map((event) => event.type),
      events.map((event) => event.actorId),
      events.map((event) => event.linkId),
      events.map((event) => event.linkSlug),
      events.map((event) => JSON.stringify(event.detail)),
    ]);
  }

  /** At most `limit` events of the workspace below the cursor, newest first. */
  async list(
    workspaceId: string,
    filter: { types: readonly AuditType[] | null; before: number | null; limit: number },
    db: EntityManager = this.source.manager,
  ): Promise<AuditRow[]> {
    return rows<AuditRow>(db, LIST, [workspaceId, filter.types, filter.before, filter.limit]);
  }
}

/** Its own key space beside other advisory locks: "audt" in ASCII. */
const LOCK = 'SELECT pg_advisory_xact_lock(1635083380, hashtext($1))';

const INSERT = `
  INSERT INTO audit_events (at, workspace_id, type, actor_id, link_id, link_slug, detail)
  SELECT $1::timestamptz, e.workspace_id, e.type, e.actor_id, e.link_id, e.link_slug, e.detail
  FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::jsonb[])
    WITH ORDINALITY AS e (workspace_id, type, actor_id, link_id, link_slug, detail, position)
  ORDER BY e.position`;

const LIST = `
  SELECT e.id, e.type, e.at, e.actor_id, u.email AS actor_email, e.link_id, e.link_slug, e.detail
  FROM audit_events e
  LEFT JOIN users u ON u.id = e.actor_id
  WHERE e.workspace_id = $1
    AND ($2::text[] IS NULL OR e.type = ANY ($2))
    AND ($3::bigint IS NULL OR e.id < $3)
  ORDER BY e.id DESC
  LIMIT $4`;
