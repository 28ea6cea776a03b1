import { DAY_MS } from '@signpost/domain';
import type pg from 'pg';
import type { TimedQuery } from '../../platform/database/timed-query.js';
import type { BatchVisitors, VisitorRows } from './batch-visitors.js';
import { copyRows, type BinaryRows } from '../pg/binary-copy.js';
import type { VisitorShift } from '../rollup/click-hours.js';
import { giveWay } from '../writer/core-turns.js';
import { retainedFrom } from '../pg/click-partitions.js';
import { piecesOf } from '../writer/pieces.js';
import { HOURS, SCOPE_KIND } from '../rollup/scope.js';
import { int2Array, int4Array, int8Array } from '../pg/sql-array.js';

// One walk along the index for all visitors of a scope, in its order: looked up one by one they cost twice as much.
const FIND = `
  SELECT g.scope, v.visitor, v.first_hour, v.last_hour
  FROM unnest($1::int[], $2::int[], $3::int[], $4::smallint[], $5::int[], $6::int[], $7::int[])
    AS g (scope, workspace_no, day, kind, scope_no, first, last)
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

/**
 * Puts visitors into their days' lists. The caller holds the workspaces' locks: between looking a visitor up and adding
 * one nobody else may. Most visitors are new, and copying a row costs less than half of an upsert.
 * @returns what that changes in each hour.
 */
export async function addVisitors(client: pg.ClientBase, batch: BatchVisitors): Promise<readonly VisitorShift[]> {
  const rows = batch.rows();
  const listed = new ListedHours(rows);
  const isOfWorkspace = rows.scopes.map(({ kind }) => kind === SCOPE_KIND.workspace);
  const workspaces: number[] = [];
  const others: number[] = [];
  for (let row = 0; row < rows.length; row += 1) {
    (isOfWorkspace[rows.scope[row] ?? 0] === true ? workspaces : others).push(row);
  }
  await listed.find(client, workspaces);
  // Who is new to a workspace is new to its links and campaigns.
  await listed.find(
    client,
    others.filter((row) => listed.has(rows.inWorkspace[row] ?? 0)),
  );

  const shifts = new ShiftSums(rows);
  const added: number[] = [];
  const widened: number[] = [];
  for (let row = 0; row < rows.length; row += 1) {
    giveWay();
    const first = rows.first[row] ?? 0;
    const last = rows.last[row] ?? 0;
    if (!listed.has(row)) {
      added.push(row);
      shifts.add(row, first, last, 1);
      continue;
    }
    const firstBefore = listed.first[row] ?? 0;
    const lastBefore = listed.last[row] ?? 0;
    if (first >= firstBefore && last <= lastBefore) continue;
    shifts.add(row, firstBefore, lastBefore, -1);
    rows.widen(row, firstBefore, lastBefore);
    shifts.add(row, Math.min(first, firstBefore), Math.max(last, lastBefore), 1);
    widened.push(row);
  }
  await copyRows(client, TARGET, added, (out, row) => {
    writeVisitor(out, rows, row);
  });
  for (const piece of piecesOf(widened)) {
    const scopes = piece.map((row) => rows.scopes[rows.scope[row] ?? 0]);
    const values = [
      int4Array(scopes.map((scope) => scope?.workspaceNo ?? 0)),
      int4Array(scopes.map((scope) => scope?.day ?? 0)),
      int2Array(scopes.map((scope) => scope?.kind ?? 0)),
      int4Array(scopes.map((scope) => scope?.scopeNo ?? 0)),
      int8Array(piece.map((row) => rows.visitor(row))),
      int2Array(piece.map((row) => rows.first[row] ?? 0)),
      int2Array(piece.map((row) => rows.last[row] ?? 0)),
    ];
    await client.query({ name: 'widen-visitors', text: WIDEN, values });
  }
  return shifts.end();
}

/** Which of the rows are stored already, with their hours so far. */
class ListedHours {
  readonly first: Int8Array;
  readonly last: Int8Array;

  constructor(private readonly rows: VisitorRows) {
    this.first = new Int8Array(rows.length).fill(-1);
    this.last = new Int8Array(rows.length);
  }

  has(row: number): boolean {
    return (this.first[row] ?? -1) >= 0;
  }

  /** Looks these rows up, which come in their order. */
  async find(client: pg.ClientBase, wanted: readonly number[]): Promise<void> {
    for (const piece of piecesOf(wanted)) await this.findPiece(client, piece);
  }

  private async findPiece(client: pg.ClientBase, wanted: readonly number[]): Promise<void> {
    const { rows } = this;
    const groups: { readonly scope: number; readonly from: number; to: number }[] = [];
    wanted.forEach((row, at) => {
      const scope = rows.scope[row] ?? 0;
      const group = groups.at(-1);
      if (group?.scope === scope) group.to = at + 1;
      else groups.push({ scope, from: at + 1, to: at + 1 });
    });
    const scopes = groups.map(({ scope }) => rows.scopes[scope]);
    const found = await client.query<[scope: number, visitor: string, first: number, last: number]>({
      name: 'find-visitors',
      text: FIND,
      rowMode: 'array',
      values: [
        int4Array(groups.map(({ scope }) => scope)),
        int4Array(scopes.map((scope) => scope?.workspaceNo ?? 0)),
        int4Array(scopes.map((scope) => scope?.day ?? 0)),
        int2Array(scopes.map((scope) => scope?.kind ?? 0)),
        int4Array(scopes.map((scope) => scope?.scopeNo ?? 0)),
        int4Array(groups.map(({ from }) => from)),
        int4Array(groups.map(({ to }) => to)),
        int8Array(wanted.map((row) => rows.visitor(row))),
      ],
    });
    for (const [scope, visitor, first, last] of found.rows) {
      giveWay();
      const row = rows.rowOf(scope, BigInt(visitor));
      this.first[row] = first;
      this.last[row] = last;
    }
  }
}

function writeVisitor(out: BinaryRows, rows: VisitorRows, row: number): void {
  const scope = rows.scopes[rows.scope[row] ?? 0];
  if (scope === undefined) return;
  out.begin(FIELDS);
  out.int4(scope.workspaceNo);
  out.date(scope.day);
  out.int2(scope.kind);
  out.int4(scope.scopeNo);
  out.int8(rows.visitor(row));
  out.int2(rows.first[row] ?? 0);
  out.int2(rows.last[row] ?? 0);
}

/** Changes by scope, day and hour, of rows in their order: one scope after the other. */
class ShiftSums {
  private readonly shifts: VisitorShift[] = [];
  /** Of one scope: changes of the first click's hour, then of the last one's. */
  private readonly sums = new Int32Array(HOURS * 2);
  private scope = -1;

  constructor(private readonly rows: VisitorRows) {}

  add(row: number, first: number, last: number, count: number): void {
    const { sums } = this;
    const scope = this.rows.scope[row] ?? 0;
    if (scope !== this.scope) this.begin(scope);
    sums[first] = (sums[first] ?? 0) + count;
    sums[HOURS + last] = (sums[HOURS + last] ?? 0) + count;
  }

  /** What was added, nothing being added any more. */
  end(): readonly VisitorShift[] {
    this.begin(-1);
    return this.shifts;
  }

  private begin(next: number): void {
    const { sums } = this;
    const scope = this.rows.scopes[this.scope];
    for (let hour = 0; scope !== undefined && hour < HOURS; hour += 1) {
      const first = sums[hour] ?? 0;
      const last = sums[HOURS + hour] ?? 0;
      if (first !== 0 || last !== 0) this.shifts.push({ ...scope, hour, first, last });
    }
    sums.fill(0);
    this.scope = next;
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
 * Opens those of the workspace's days (counted from 1970-01-01) that were folded: fills their visitor lists again from
 * the raw events, so that a late event is compared with everybody who came that day. The caller holds the workspace's
 * lock. A day whose raw events retention has dropped stays folded: nobody can tell any more who came, and a late visitor
 * counts as new.
 */
export async function reopenDays(client: pg.ClientBase, workspaceNo: number, days: readonly number[]): Promise<void> {
  const retained = await retainedFrom(client);
  const folded = await client.query<{ day: string }>(
    `DELETE FROM click_folded_days WHERE workspace_no = $1 AND day - DATE '1970-01-01' = ANY ($2) RETURNING day::text`,
    [workspaceNo, days.filter((day) => day * DAY_MS >= retained)],
  );
  if (folded.rows.length === 0) return;
  // A day of millions of clicks takes minutes. Without them the same clicks would be tried again for ever.
  await client.query(`SET LOCAL statement_timeout = ${REOPEN_TIMEOUT_MS}`);
  for (const { day } of folded.rows) {
    const reopen: TimedQuery = {
      text: REOPEN,
      values: [workspaceNo, day],
      query_timeout: REOPEN_TIMEOUT_MS + 5_000,
    };
    await client.query(reopen);
  }
  await client.query('SET LOCAL statement_timeout TO DEFAULT');
}
