import { Injectable } from '@nestjs/common';
import type { AuditType } from '@signpost/contracts';
import { rows } from '../platform/database/index.js';
import type { EntityManager } from 'typeorm';

/** Where an event belongs and who caused it; no actor for visitors and the system. */
export interface AuditScope {
  readonly workspaceId: string;
  readonly userId: string | null;
}

/** What an event says beside its type. */
export interface AuditFacts {
  readonly link?: { readonly id: string; readonly slug: string } | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The append-only activity log. A {@link Member} is an {@link AuditScope}. */
@Injectable()
export class AuditService {
  /**
   * Writes one event, in the transaction of what it records: hand over that transaction's manager.
   * Call it as the transaction's last statement.
   */
  async record(scope: AuditScope, type: AuditType, facts: AuditFacts, tx: EntityManager): Promise<void> {
    await rows(tx, INSERT, [
      scope.workspaceId,
      type,
      scope.userId,
      facts.link?.id ?? null,
      facts.link?.slug ?? null,
      JSON.stringify(facts.detail ?? {}),
    ]);
  }
}

const INSERT = `
  INSERT INTO audit_events (workspace_id, type, actor_id, link_id, link_slug, detail)
  VALUES ($1, $2, $3, $4, $5, $6)`;
