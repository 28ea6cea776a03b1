import type { EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import type { NewAuditEvent } from './audit.repository.js';

type TransactionEvent = { queryRunner: QueryRunner };

/**
 * Collects the events of each open transaction and writes them as its last statement before the commit: the lock that
 * keeps ids in commit order is then held only during the commit, and no transaction waits for it while holding it. See
 * docs/adr on the order of audit events.
 */
export class AuditTransactions implements EntitySubscriberInterface {
  /** One list per open level of each transaction: the transaction itself, then its savepoints. */
  private readonly open = new WeakMap<QueryRunner, NewAuditEvent[][]>();

  constructor(private readonly write: (events: readonly NewAuditEvent[], tx: EntityManager) => Promise<void>) {}

  /** Adds an event to the manager's transaction; false when there is none open. */
  add(event: NewAuditEvent, tx: EntityManager): boolean {
    const level = tx.queryRunner === undefined ? undefined : this.open.get(tx.queryRunner)?.at(-1);
    level?.push(event);
    return level !== undefined;
  }

  afterTransactionStart({ queryRunner }: TransactionEvent): void {
    const levels = this.open.get(queryRunner);
    if (levels === undefined) this.open.set(queryRunner, [[]]);
    else levels.push([]);
  }

  async beforeTransactionCommit({ queryRunner }: TransactionEvent): Promise<void> {
    const levels = this.open.get(queryRunner);
    const events = levels?.[0];
    if (levels?.length !== 1 || events === undefined || events.length === 0) return;
    await this.write(events, queryRunner.manager);
  }

  /** The events of a released savepoint move to the enclosing level. */
  afterTransactionCommit({ queryRunner }: TransactionEvent): void {
    const levels = this.open.get(queryRunner);
    const released = levels?.pop();
    if (levels === undefined || levels.length === 0) this.open.delete(queryRunner);
    else levels.at(-1)?.push(...(released ?? []));
  }

  afterTransactionRollback({ queryRunner }: TransactionEvent): void {
    const levels = this.open.get(queryRunner);
    levels?.pop();
    if (levels === undefined || levels.length === 0) this.open.delete(queryRunner);
  }
}
