import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { firstRow } from '../../platform/database/index.js';
import { fail } from '../../platform/errors/index.js';
import { WorkQueue } from '../../platform/work/index.js';

/** Number of reports in one process that may count events at once; the pool's other connections remain for other requests. */
const CONCURRENCY = 2;
const TIMEOUT_MS = 30_000;
const BUSY_SECONDS = 10;
/** SQLSTATE of a statement that was cancelled, by its timeout or on request. */
const QUERY_CANCELED = '57014';

/*
 * Counts use hashing, because sorting a million rows for each breakdown costs several times as much. JIT compilation costs more
 * than most of these statements take. The planner overestimates the cost of parallel workers, so that it would use none,
 * although finding events takes longer than passing them between processes.
 */
const SETTINGS = `SET LOCAL statement_timeout = ${TIMEOUT_MS}; SET LOCAL work_mem = '32MB'; SET LOCAL enable_sort = off;
  SET LOCAL jit = off; SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0`;

/** Runs long statements over events: a few at a time, each with a timeout, and cancelled when the client disconnects. */
@Injectable()
export class EventQueries {
  private readonly queue = new WorkQueue(CONCURRENCY);

  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /**
   * Runs the work in a snapshot once it has its turn.
   * @param gone cancels it.
   * @throws ApiError `busy` when too many are waiting, or when it takes too long.
   */
  run<T>(gone: AbortSignal | undefined, work: (db: EntityManager) => Promise<T>): Promise<T> {
    return this.queue.run(async () => {
      gone?.throwIfAborted();
      try {
        return await this.source.transaction('REPEATABLE READ', (db) => this.cancellable(db, gone, work));
      } catch (error) {
        gone?.throwIfAborted();
        if ((error as { code?: unknown }).code !== QUERY_CANCELED) throw error;
        return fail('busy', { retryAfter: BUSY_SECONDS });
      }
    });
  }

  private async cancellable<T>(
    db: EntityManager,
    gone: AbortSignal | undefined,
    work: (db: EntityManager) => Promise<T>,
  ): Promise<T> {
    await db.query(SETTINGS);
    if (gone === undefined) return work(db);
    const backend = await firstRow<{ pid: number }>(db, 'SELECT pg_backend_pid() AS pid');
    let cancelled: Promise<unknown> = Promise.resolve();
    const cancel = (): void => {
      cancelled = this.source.query('SELECT pg_cancel_backend($1)', [backend?.pid]).catch(() => undefined);
    };
    gone.addEventListener('abort', cancel, { once: true });
    try {
      return await work(db);
    } finally {
      gone.removeEventListener('abort', cancel);
      // The connection is reused, and the cancel request must not hit the statement of the next caller.
      await cancelled;
    }
  }
}
