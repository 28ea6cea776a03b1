import { HOT_QUERY_TIMEOUT_MS } from '../../platform/database/timed-query.js';
import { CounterRows } from './counter-rows.js';
import type { Database } from '../memory/link-resolver.js';

/** The database cannot say whether a visit is left. */
export class CounterUnavailable extends Error {}

interface Waiter<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

const WAITING_MAXIMUM = 20_000;

/**
 * Takes visits from links with a cap. The counter is the database's: the row is locked, compared and moved in one
 * statement, so that no two processes ever share the last visit. Visits that arrive while a statement is under way
 * share the next one and are served in the order of their arrival.
 */
export class VisitCounter {
  private consuming = new Map<string, Waiter<boolean>[]>();
  private asking = new Map<string, Waiter<boolean>[]>();
  private waiting = 0;
  private isConsuming = false;
  private isAsking = false;
  private readonly rows: CounterRows;

  /** @param waitingMaximum visits that may wait for the database at once; beyond, they are turned away. */
  constructor(
    private readonly database: Database,
    private readonly waitingMaximum = WAITING_MAXIMUM,
  ) {
    this.rows = new CounterRows(database);
  }

  /**
   * Takes one visit; false when none is left.
   * @throws CounterUnavailable
   */
  consume(linkId: string): Promise<boolean> {
    const promise = this.enqueue(this.consuming, linkId);
    if (!this.isConsuming) void this.runConsuming();
    return promise;
  }

  /**
   * Whether all visits are used; takes none.
   * @throws CounterUnavailable
   */
  isAtCap(linkId: string): Promise<boolean> {
    const promise = this.enqueue(this.asking, linkId);
    if (!this.isAsking) void this.runAsking();
    return promise;
  }

  private enqueue(queue: Map<string, Waiter<boolean>[]>, linkId: string): Promise<boolean> {
    if (this.waiting >= this.waitingMaximum) return Promise.reject(new CounterUnavailable('too many visits wait'));
    this.waiting += 1;
    return new Promise((resolve, reject) => {
      const waiters = queue.get(linkId);
      if (waiters === undefined) queue.set(linkId, [{ resolve, reject }]);
      else waiters.push({ resolve, reject });
    });
  }

  private async runConsuming(): Promise<void> {
    this.isConsuming = true;
    await gathered();
    while (this.consuming.size > 0) {
      const batch = this.consuming;
      this.consuming = new Map();
      await this.settle(batch, async () => {
        const wanted = new Map([...batch].map(([linkId, waiters]) => [linkId, waiters.length]));
        const granted = await this.rows.take(wanted);
        this.askAgain(batch, granted);
        return (linkId, index) => index < (granted.get(linkId) ?? 0);
      });
    }
    this.isConsuming = false;
  }

  private async runAsking(): Promise<void> {
    this.isAsking = true;
    await gathered();
    while (this.asking.size > 0) {
      const batch = this.asking;
      this.asking = new Map();
      await this.settle(batch, async () => {
        const result = await this.database.query<{ id: string }>({
          name: 'redirect-at-cap',
          text: AT_CAP_SQL,
          values: [[...batch.keys()]],
          query_timeout: HOT_QUERY_TIMEOUT_MS,
        });
        const atCap = new Set(result.rows.map((row) => row.id));
        return (linkId) => atCap.has(linkId);
      });
    }
    this.isAsking = false;
  }

  /** Puts visits that were not judged in front of those that have come since. */
  private askAgain(batch: Map<string, Waiter<boolean>[]>, judged: ReadonlyMap<string, number>): void {
    for (const [linkId, waiters] of batch) {
      if (judged.has(linkId)) continue;
      batch.delete(linkId);
      this.consuming.set(linkId, [...waiters, ...(this.consuming.get(linkId) ?? [])]);
    }
  }

  private async settle(
    batch: Map<string, Waiter<boolean>[]>,
    judge: () => Promise<(linkId: string, index: number) => boolean>,
  ): Promise<void> {
    let verdict: (linkId: string, index: number) => boolean;
    try {
      verdict = await judge();
    } catch (cause) {
      for (const waiter of [...batch.values()].flat())
        waiter.reject(new CounterUnavailable('the database is away', { cause }));
      return;
    } finally {
      for (const waiters of batch.values()) this.waiting -= waiters.length;
    }
    for (const [linkId, waiters] of batch) {
      waiters.forEach((waiter, index) => {
        waiter.resolve(verdict(linkId, index));
      });
    }
  }
}

/** Lets the requests of one turn of the event loop share a statement. */
function gathered(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const AT_CAP_SQL = `
  SELECT l.id FROM links l JOIN link_counters c ON c.link_id = l.id
  WHERE l.id = ANY($1::uuid[]) AND c.used_visits >= l.maximum_visits`;
