import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditType } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Actor } from '../platform/access/index.js';
import { Clock } from '../platform/time/index.js';
import { AuditRepository, type NewAuditEvent } from './audit.repository.js';
import { AuditTransactions } from './audit-transactions.js';

/** Link and details of an event. */
export interface AuditFacts {
  readonly link?: { readonly id: string; readonly slug: string } | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The append-only activity log. */
@Injectable()
export class AuditService implements OnModuleInit {
  private readonly transactions: AuditTransactions;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly events: AuditRepository,
    private readonly clock: Clock,
  ) {
    this.transactions = new AuditTransactions((pending, tx) => this.events.insert(pending, this.clock.date(), tx));
  }

  onModuleInit(): void {
    this.source.subscribers.push(this.transactions);
  }

  /**
   * Records an event in the transaction of the change it describes: pass that transaction's manager. It is written when
   * the transaction commits, and dropped when the transaction or its savepoint rolls back. With a manager outside a
   * transaction the event is written at once.
   */
  async record(actor: Actor, type: AuditType, facts: AuditFacts, tx: EntityManager): Promise<void> {
    const event: NewAuditEvent = {
      workspaceId: actor.workspaceId,
      type,
      actorId: actor.userId,
      linkId: facts.link?.id ?? null,
      linkSlug: facts.link?.slug ?? null,
      detail: facts.detail ?? {},
    };
    if (this.transactions.add(event, tx)) return;
    await this.source.transaction((own) => this.record(actor, type, facts, own));
  }
}
