import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { firstRow } from '../../platform/database/index.js';
import { fail } from '../../platform/errors/index.js';
import { Turns } from '../../platform/work/index.js';

/** Reports of one process that count events at the same time; the pool's other connections are for everybody else. */
const AT_ONCE = 2;
const TIMEOUT_MS = 30_000;
const BUSY_SECONDS = 10;
/** What PostgreSQL says of a statement that was ended: by its time limit, or because somebody asked for it. */
const QUERY_CANCELED = '57014';

/*
 * Counts are hashed: sorting a million rows for each breakdown costs several times as much. Compiling a plan costs more than
 * most of these statements take. Finding events takes longer than one process's handing them to another, for which the planner
 * reckons so much that it would read alone.
 */
const SETTINGS = `SET LOCAL statement_timeout = ${TIMEOUT_MS}; SET LOCAL work_mem = '32MB'; SET LOCAL enable_sort = off;
  SET LOCAL jit = off; SET LOCAL parallel_setup_cost = 0; SET LOCAL parallel_tuple_cost = 0`;

/** Long statements over events: a few at a time, each for so long, and none for a reader who has left. */
@Injectable()
export class EventQueries {
  private readonly turns = new Turns(AT_ONCE);

  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /**
   * Does the work in a snapshot when it is its turn.
   * @param gone ends it.
   * @throws ApiError `busy` when too many wait, or when it takes too long.
   */
  run<T>(gone: AbortSignal | undefined, work: (db: EntityManager) => Promise<T>): Promise<T> {
    return this.turns.take(async () => {
      gone?.throwIfAborted();
      try {
        return await this.source.transaction('REPEATABLE READ', (db) => this.cancellable(db, gone, work));
      } catch (error) {
        if ((error as { code?: unknown }).code !== QUERY_CANCELED || gone?.aborted === true) throw error;
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
      // The connection goes to somebody else next, whose statement must not be the one that ends.
      await cancelled;
    }
  }
}
