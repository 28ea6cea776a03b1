import type pg from 'pg';
import { inTransaction } from '../../platform/database/transaction.js';
import { lockRollups } from './rollup-lock.js';
import { Rollup, type StoredRollup } from './rollup.js';
import { dayOf, scopeNumber, type Scope, type ScopeKind } from './scope.js';
import { byteaArray, int2Array, int4Array } from '../pg/sql-array.js';
import { VarintWriter } from '../event/varint.js';

/** Days that remain in hours: today and the two days before, which the comparison of the last 24 hours needs. */
const OPEN_DAYS = 3;

/** Scopes folded in one transaction, which writers of the workspace wait for. */
const CHUNK_SCOPES = 1000;

/**
 * Folds the days that no report reads by the hour any more: their hours become one row per scope, and their visitors are
 * deleted. Counts do not change. A late event opens its day again until the next run.
 * @param now Unix milliseconds.
 * @returns the number of days folded, counted per workspace.
 * @throws AggregateError with the errors of days that could not be folded, after all others are.
 */
export async function foldDays(pool: pg.Pool, now: number): Promise<number> {
  const due = await pool.query<{ workspaceNo: number; day: string }>(
    `SELECT workspace_no AS "workspaceNo", day::text FROM click_hours
     WHERE day - DATE '1970-01-01' < $1 GROUP BY workspace_no, day ORDER BY day, workspace_no`,
    [firstOpenDay(now)],
  );
  const client = await pool.connect();
  // An error of one workspace, such as a lock that its writers never release, does not stop the others.
  const failures: unknown[] = [];
  try {
    for (const { workspaceNo, day } of due.rows) {
      await foldDay(client, workspaceNo, day).catch((error: unknown) => failures.push(error));
    }
  } finally {
    client.release();
  }
  if (failures.length > 0) throw new AggregateError(failures);
  return due.rows.length;
}

/** The first day that remains in hours, counted from 1970-01-01. */
export function firstOpenDay(now: number): number {
  return dayOf(now) - (OPEN_DAYS - 1);
}

/** Folds one day (`YYYY-MM-DD`) of a workspace. The connection must not be in a transaction. */
async function foldDay(client: pg.ClientBase, workspaceNo: number, day: string): Promise<void> {
  let done = false;
  while (!done) {
    done = await inTransaction(client, async () => {
      await lockRollups(client, [workspaceNo]);
      const isEmpty = (await foldChunk(client, workspaceNo, day)) === 0;
      // In the transaction that found no hour left, so that no late event can have come between.
      if (isEmpty) await closeDay(client, workspaceNo, day);
      return isEmpty;
    });
  }
}

interface FoldRow extends StoredRollup {
  readonly kind: ScopeKind;
  readonly scopeNo: number;
  /** Null: the day as folded before. */
  readonly hour: number | null;
  readonly visitors: number;
}

// The day as a number, because only that expression is indexed, see migration 0005.
const TAKE = `
  WITH scopes AS MATERIALIZED (
    SELECT kind, scope_no FROM click_hours
    WHERE workspace_no = $1 AND day - DATE '1970-01-01' = $2::date - DATE '1970-01-01' GROUP BY kind, scope_no
    ORDER BY kind, scope_no LIMIT ${CHUNK_SCOPES}
  ), hours AS (
    DELETE FROM click_hours h USING scopes s
    WHERE h.workspace_no = $1 AND h.day = $2 AND h.kind = s.kind AND h.scope_no = s.scope_no
    RETURNING h.*
  )
  SELECT kind, scope_no AS "scopeNo", hour, first_visitors AS visitors, first_ms AS "firstMs", counts, links,
         recent_links AS "recentLinks"
  FROM hours
  UNION ALL
  SELECT d.kind, d.scope_no, NULL, d.visitors, d.first_ms, d.counts, d.links, NULL
  FROM scopes s JOIN click_days d ON d.workspace_no = $1 AND d.day = $2 AND d.kind = s.kind AND d.scope_no = s.scope_no`;

const SAVE = `
  INSERT INTO click_days (workspace_no, kind, scope_no, day, visitors, first_ms, counts, links)
  SELECT $1, kind, scope_no, $2, visitors, first_ms, counts, links
  FROM unnest($3::smallint[], $4::int[], $5::int[], $6::int[], $7::bytea[], $8::bytea[])
    AS t (kind, scope_no, visitors, first_ms, counts, links)
  ON CONFLICT (workspace_no, kind, scope_no, day) DO UPDATE SET
    visitors = EXCLUDED.visitors,
    first_ms = EXCLUDED.first_ms,
    counts = EXCLUDED.counts,
    links = EXCLUDED.links`;

/** @returns the number of scopes folded. */
async function foldChunk(client: pg.ClientBase, workspaceNo: number, day: string): Promise<number> {
  const taken = await client.query<FoldRow>(TAKE, [workspaceNo, day]);
  const days = new Map<number, { rollup: Rollup; visitors: number }>();
  for (const row of taken.rows) {
    const scope: Scope = { workspaceNo, kind: row.kind, scopeNo: row.scopeNo };
    const key = scopeNumber(scope);
    let folded = days.get(key);
    if (folded === undefined) days.set(key, (folded = { rollup: new Rollup(scope), visitors: 0 }));
    folded.visitors += row.visitors;
    if (row.hour === null) folded.rollup.merge(row);
    else folded.rollup.mergeHour(row.hour, row);
  }
  if (days.size === 0) return 0;
  await saveDays(client, workspaceNo, day, [...days.values()]);
  return days.size;
}

async function saveDays(
  client: pg.ClientBase,
  workspaceNo: number,
  day: string,
  days: readonly { rollup: Rollup; visitors: number }[],
): Promise<void> {
  const writer = new VarintWriter();
  const packed = days.map(({ rollup }) => rollup.pack(writer));
  await client.query(SAVE, [
    workspaceNo,
    day,
    int2Array(days.map(({ rollup }) => rollup.scope.kind)),
    int4Array(days.map(({ rollup }) => rollup.scope.scopeNo)),
    int4Array(days.map(({ visitors }) => visitors)),
    int4Array(packed.map((row) => row.firstMs)),
    byteaArray(packed.map((row) => row.counts)),
    byteaArray(packed.map((row) => row.links)),
  ]);
}

/** Deletes the visitors of the day and marks it as folded. */
async function closeDay(client: pg.ClientBase, workspaceNo: number, day: string): Promise<void> {
  await client.query('DELETE FROM click_visitors WHERE workspace_no = $1 AND day = $2', [workspaceNo, day]);
  await client.query('INSERT INTO click_folded_days (workspace_no, day) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    workspaceNo,
    day,
  ]);
}
