import { HOT_QUERY_TIMEOUT_MS } from '../../platform/database/timed-query.js';
import { databaseError } from '../../platform/errors/index.js';
import type { Database } from '../memory/link-resolver.js';

/** The database cannot be queried for the number of visits left. */
export class CounterUnavailable extends Error {}

interface Waiter<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

const WAITING_MAXIMUM = 20_000;
const DEADLOCK = '40P01';
const ATTEMPTS = 5;

/**
 * Takes visits from links with a cap. The database holds the counter: one statement locks, compares and increments the row,
 * so that two processes never both take the last visit. Visits that arrive while a statement is running share the next one
 * and are served in order of arrival.
 */
export class VisitCounter {
  private consuming = new Map<string, Waiter<boolean>[]>();
  private checking = new Map<string, Waiter<boolean>[]>();
  private waiting = 0;
  private isConsuming = false;
  private isChecking = false;

  /** @param waitingMaximum visits that may wait for the database at once; further ones are rejected. */
  constructor(
    private readonly database: Database,
    private readonly waitingMaximum = WAITING_MAXIMUM,
  ) {}

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
    const promise = this.enqueue(this.checking, linkId);
    if (!this.isChecking) void this.runChecking();
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
        const granted = await this.take(wanted);
        return (linkId, index) => index < (granted.get(linkId) ?? 0);
      });
    }
    this.isConsuming = false;
  }

  private async runChecking(): Promise<void> {
    this.isChecking = true;
    await gathered();
    while (this.checking.size > 0) {
      const batch = this.checking;
      this.checking = new Map();
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
    this.isChecking = false;
  }

  /** Takes visits in one transaction; returns how many were granted, by link. */
  private async take(wanted: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await this.database.query<{ link_id: string; granted: string }>({
          name: 'redirect-consume',
          text: CONSUME_SQL,
          values: [[...wanted.keys()], [...wanted.values()]],
          query_timeout: HOT_QUERY_TIMEOUT_MS,
        });
        return new Map(rows.map(({ link_id, granted }) => [link_id, Number(granted)]));
      } catch (error) {
        // PostgreSQL resolves a deadlock by aborting one transaction, which then has changed nothing and can be repeated.
        if (databaseError(error)?.code !== DEADLOCK || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async settle(
    batch: Map<string, Waiter<boolean>[]>,
    check: () => Promise<(linkId: string, index: number) => boolean>,
  ): Promise<void> {
    let verdict: (linkId: string, index: number) => boolean;
    try {
      verdict = await check();
    } catch (cause) {
      for (const waiter of [...batch.values()].flat())
        waiter.reject(new CounterUnavailable('the database is unavailable', { cause }));
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

// The lock is taken before the count is read, so a statement that waited for another sees the count that one committed.
// Rows are locked in the order of their ids to avoid deadlocks. A link whose cap was just removed grants every visit.
const CONSUME_SQL = `
  WITH held AS (
    SELECT c.link_id, c.used_visits, coalesce(l.maximum_visits, 9223372036854775807) AS maximum, wanted.visits
    FROM unnest($1::uuid[], $2::int[]) AS wanted (link_id, visits)
    JOIN links l ON l.id = wanted.link_id
    JOIN link_counters c ON c.link_id = wanted.link_id
    ORDER BY c.link_id
    FOR UPDATE OF c)
  UPDATE link_counters c
  SET used_visits = least(held.maximum, held.used_visits + held.visits)
  FROM held
  WHERE c.link_id = held.link_id AND held.used_visits < held.maximum
  RETURNING c.link_id, least(held.maximum - held.used_visits, held.visits) AS granted`;

const AT_CAP_SQL = `
  SELECT l.id FROM links l JOIN link_counters c ON c.link_id = l.id
  WHERE l.id = ANY($1::uuid[]) AND c.used_visits >= l.maximum_visits`;
