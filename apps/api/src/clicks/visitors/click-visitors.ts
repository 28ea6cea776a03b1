import { DAY_MS } from '@signpost/domain';
import type pg from 'pg';
import type { TimedQuery } from '../../platform/database/timed-query.js';
import { widen, type BatchVisitors, type DayVisitors, type ScopeDay, type VisitorRow } from './batch-visitors.js';
import { copyRows, type BinaryRows } from '../pg/binary-copy.js';
import type { VisitorShift } from '../rollup/click-hours.js';
import { retainedFrom } from '../pg/click-partitions.js';
import { HOURS, SCOPE_KIND } from '../rollup/scope.js';
import { int2Array, int4Array, int8Array } from '../pg/sql-array.js';

// One index scan per scope for all its visitors, in index order: looking them up one by one costs twice as much.
const FIND = `
  SELECT g.place, v.visitor, v.first_hour, v.last_hour
  FROM unnest($1::int[], $2::int[], $3::int[], $4::smallint[], $5::int[], $6::int[], $7::int[])
    AS g (place, workspace_no, day, kind, scope_no, first, last)
  JOIN click_visitors v ON v.workspace_no = g.workspace_no AND v.day = DATE '1970-01-01' + g.day AND v.kind = g.kind
    AND v.scope_no = g.scope_no AND v.visitor = ANY (($8::bigint[])[g.first:g.last])`;

const WIDEN = `
  UPDATE click_visitors v SET first_hour = t.first, last_hour = t.last
  FROM unnest($1::int[], $2::int[], $3::smallint[], $4::int[], $5::bigint[], $6::smallint[], $7::smallint[])
    AS t (workspace_no, day, kind, scope_no, visitor, first, last)
  WHERE v.workspace_no = t.workspace_no AND v.day = DATE '1970-01-01' + t.day AND v.kind = t.kind
    AND v.scope_no = t.scope_no AND v.visitor = t.visitor`;

const TARGET = 'click_visitors (workspace_no, day, kind, scope_no, visitor, first_hour, last_hour)';
const FIELDS = 7;

/** A row of `click_visitors` with its scope. */
interface ScopeRow {
  readonly scope: ScopeDay;
  readonly row: VisitorRow;
}

/**
 * Adds visitors to the lists of their days. The caller holds the workspaces' locks, because no other transaction may add a
 * visitor between the query and the insert. New visitors, which most are, are added with COPY, for less than half the cost of an
 * upsert.
 * @returns the resulting changes of each hour.
 */
export async function addVisitors(client: pg.ClientBase, batch: BatchVisitors): Promise<readonly VisitorShift[]> {
  const days = batch.all;
  const listed = await findListed(client, days);
  const shifts: VisitorShift[] = [];
  const added: ScopeRow[] = [];
  const widened: ScopeRow[] = [];
  for (const { scope, visitors } of days) {
    const sums = new ShiftSums();
    for (const row of inOrder(visitors)) {
      const before = listed.get(scope)?.get(row.visitor);
      if (before === undefined) {
        added.push({ scope, row });
        sums.add(row, 1);
        continue;
      }
      if (row.first >= before.first && row.last <= before.last) continue;
      sums.add(before, -1);
      widen(row, before.first, before.last);
      sums.add(row, 1);
      widened.push({ scope, row });
    }
    shifts.push(...sums.of(scope));
  }
  await copyRows(client, TARGET, added, writeVisitor);
  if (widened.length > 0) await client.query(WIDEN, [...columns(widened), ...hours(widened)]);
  return shifts;
}

/** The stored visitors of a batch, by scope. */
type Listed = ReadonlyMap<ScopeDay, ReadonlyMap<bigint, VisitorRow>>;

async function findListed(client: pg.ClientBase, days: readonly DayVisitors[]): Promise<Listed> {
  const workspaces = days.filter(({ ofWorkspace }) => ofWorkspace === null);
  const listed = new Map<ScopeDay, Map<bigint, VisitorRow>>();
  await find(
    client,
    workspaces.map(({ scope, visitors }) => ({ scope, visitors: [...inOrder(visitors)] })),
    listed,
  );
  // A visitor who is new to a workspace is also new to its links and campaigns.
  const others = days.flatMap(({ scope, visitors, ofWorkspace }) => {
    const known = ofWorkspace === null ? undefined : listed.get(ofWorkspace.scope);
    const wanted = known === undefined ? [] : [...inOrder(visitors)].filter(({ visitor }) => known.has(visitor));
    return wanted.length === 0 ? [] : { scope, visitors: wanted };
  });
  await find(client, others, listed);
  return listed;
}

/** Finds visitors, given in index order, and adds the stored ones to `listed`. */
async function find(
  client: pg.ClientBase,
  wanted: readonly { scope: ScopeDay; visitors: readonly VisitorRow[] }[],
  listed: Map<ScopeDay, Map<bigint, VisitorRow>>,
): Promise<void> {
  if (wanted.length === 0) return;
  const firsts: number[] = [];
  const lasts: number[] = [];
  let count = 0;
  for (const { visitors } of wanted) {
    firsts.push(count + 1);
    lasts.push((count += visitors.length));
  }
  const found = await client.query<[place: number, visitor: string, first: number, last: number]>({
    text: FIND,
    rowMode: 'array',
    values: [
      int4Array(wanted.map((_, place) => place)),
      int4Array(wanted.map(({ scope }) => scope.workspaceNo)),
      int4Array(wanted.map(({ scope }) => scope.day)),
      int2Array(wanted.map(({ scope }) => scope.kind)),
      int4Array(wanted.map(({ scope }) => scope.scopeNo)),
      int4Array(firsts),
      int4Array(lasts),
      int8Array(wanted.flatMap(({ visitors }) => visitors.map(({ visitor }) => visitor))),
    ],
  });
  for (const [place, visitor, first, last] of found.rows) {
    const scope = wanted[place]?.scope;
    if (scope === undefined) continue;
    const row = { visitor: BigInt(visitor), first, last };
    const known = listed.get(scope);
    if (known === undefined) listed.set(scope, new Map([[row.visitor, row]]));
    else known.set(row.visitor, row);
  }
}

/** Visitors in the order of the primary key. */
function* inOrder(visitors: ReadonlyMap<bigint, VisitorRow>): Generator<VisitorRow, void, undefined> {
  for (const visitor of BigInt64Array.from(visitors.keys()).sort()) {
    const row = visitors.get(visitor);
    if (row !== undefined) yield row;
  }
}

function columns(rows: readonly ScopeRow[]): Buffer[] {
  return [
    int4Array(rows.map(({ scope }) => scope.workspaceNo)),
    int4Array(rows.map(({ scope }) => scope.day)),
    int2Array(rows.map(({ scope }) => scope.kind)),
    int4Array(rows.map(({ scope }) => scope.scopeNo)),
    int8Array(rows.map(({ row }) => row.visitor)),
  ];
}

function hours(rows: readonly ScopeRow[]): Buffer[] {
  return [int2Array(rows.map(({ row }) => row.first)), int2Array(rows.map(({ row }) => row.last))];
}

function writeVisitor(out: BinaryRows, { scope, row }: ScopeRow): void {
  out.begin(FIELDS);
  out.int4(scope.workspaceNo);
  out.date(scope.day);
  out.int2(scope.kind);
  out.int4(scope.scopeNo);
  out.int8(row.visitor);
  out.int2(row.first);
  out.int2(row.last);
}

/** Changes of the hours of one scope and day, summed up. */
class ShiftSums {
  private readonly first = new Int32Array(HOURS);
  private readonly last = new Int32Array(HOURS);

  add(row: Pick<VisitorRow, 'first' | 'last'>, count: number): void {
    this.first[row.first] = (this.first[row.first] ?? 0) + count;
    this.last[row.last] = (this.last[row.last] ?? 0) + count;
  }

  of(scope: ScopeDay): VisitorShift[] {
    const shifts: VisitorShift[] = [];
    for (let hour = 0; hour < HOURS; hour += 1) {
      const first = this.first[hour] ?? 0;
      const last = this.last[hour] ?? 0;
      if (first !== 0 || last !== 0) shifts.push({ ...scope, hour, first, last });
    }
    return shifts;
  }
}

const REOPEN_TIMEOUT_MS = 30 * 60_000;

const REOPEN = `
  INSERT INTO click_visitors (workspace_no, day, kind, scope_no, visitor, first_hour, last_hour)
  SELECT $1::int, $2::date, s.kind, s.scope_no, e.visitor, min(s.hour), max(s.hour)
  FROM click_events e
  CROSS JOIN LATERAL (VALUES
    (${SCOPE_KIND.workspace}::smallint, 0, extract(hour FROM e.occurred_at AT TIME ZONE 'UTC')::smallint),
    (${SCOPE_KIND.link}::smallint, e.link_no, extract(hour FROM e.occurred_at AT TIME ZONE 'UTC')::smallint),
    (${SCOPE_KIND.campaign}::smallint, nullif(e.campaign_no, 0), extract(hour FROM e.occurred_at AT TIME ZONE 'UTC')::smallint)
  ) AS s (kind, scope_no, hour)
  WHERE e.occurred_at >= $2::date::timestamp AT TIME ZONE 'UTC'
    AND e.occurred_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
    AND e.workspace_no = $1 AND e.outcome = 0 AND e.bot_class = 0 AND s.scope_no IS NOT NULL
  GROUP BY s.kind, s.scope_no, e.visitor
  ON CONFLICT DO NOTHING`;

/**
 * Reopens those of the workspace's days (counted from 1970-01-01) that were folded: their visitor lists are restored from the
 * raw events, so that a late event is compared with all visitors of its day. The caller holds the workspace's lock. A day
 * whose raw events retention has dropped stays folded, because its visitors are no longer known, and a late visitor counts
 * as new.
 */
export async function reopenDays(client: pg.ClientBase, workspaceNo: number, days: readonly number[]): Promise<void> {
  const retained = await retainedFrom(client);
  const folded = await client.query<{ day: string }>(
    `DELETE FROM click_folded_days WHERE workspace_no = $1 AND day - DATE '1970-01-01' = ANY ($2) RETURNING day::text`,
    [workspaceNo, days.filter((day) => day * DAY_MS >= retained)],
  );
  if (folded.rows.length === 0) return;
  // Reopening a day of millions of clicks takes minutes; with the writer's timeout the same batch would fail for ever.
  const { rows } = await client.query<{ usual: string }>(`SELECT current_setting('statement_timeout') AS usual`);
  await client.query(`SET LOCAL statement_timeout = ${REOPEN_TIMEOUT_MS}`);
  for (const { day } of folded.rows) {
    const reopen: TimedQuery = {
      text: REOPEN,
      values: [workspaceNo, day],
      query_timeout: REOPEN_TIMEOUT_MS + 5_000,
    };
    await client.query(reopen);
  }
  await client.query(`SELECT set_config('statement_timeout', $1, true)`, [rows[0]?.usual]);
}
