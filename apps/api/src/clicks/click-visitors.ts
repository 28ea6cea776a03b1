import type pg from 'pg';
import { copyRows, type BinaryRows } from './binary-copy.js';
import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from './click-codes.js';
import type { VisitorShift } from './click-hours.js';
import { retainedFrom } from './click-partitions.js';
import { compareScopes, DAY_MS, dayOf, hourOf, HOURS, SCOPE_KIND, scopeNumber, scopesOf, type Scope } from './scope.js';
import { int2Array, int4Array, int8Array } from './sql-array.js';

/** Hours of the first and the last click of a visitor on one day. */
interface VisitorHours {
  first: number;
  last: number;
}

/** Who clicked in one scope on one UTC day, counted from 1970-01-01. */
interface VisitorDay {
  readonly scope: Scope;
  readonly day: number;
  /** Hours of the first and the last click as one number, see {@link packHours}: a batch has tens of thousands. */
  readonly visitors: Map<bigint, number>;
}

/** Where the visitors of a link on one day are noted. */
interface Noted {
  readonly day: number;
  readonly campaignNo: number;
  readonly days: readonly VisitorDay[];
}

/** The visitors of a batch's clicks, each once per scope and day. */
export class BatchVisitors {
  private readonly days = new Map<number, Map<number, VisitorDay>>();
  /** By link: events of one mostly have the same day and campaign as the one before. */
  private readonly latest = new Map<number, Noted>();

  add(event: CodedEvent): void {
    if (trafficClass(event) !== TRAFFIC_CLASS.click) return;
    const day = dayOf(event.at);
    const hour = hourOf(event.at);
    const { linkNo, campaignNo } = event;
    let noted = this.latest.get(linkNo);
    if (noted === undefined || noted.day !== day || noted.campaignNo !== campaignNo) {
      noted = { day, campaignNo, days: scopesOf(event).map((scope) => this.dayOfScope(scope, day)) };
      this.latest.set(linkNo, noted);
    }
    for (const { visitors } of noted.days) {
      const known = visitors.get(event.visitor);
      const first = known === undefined ? hour : Math.min(firstHour(known), hour);
      const last = known === undefined ? hour : Math.max(lastHour(known), hour);
      const hours = packHours(first, last);
      if (hours !== known) visitors.set(event.visitor, hours);
    }
  }

  /** A row for each visitor of each scope and day, in the order of the primary key: neighbours share its pages. */
  rows(): { workspaces: VisitorRow[]; others: VisitorRow[] } {
    const workspaces: VisitorRow[] = [];
    const others: VisitorRow[] = [];
    const all = [...this.days.values()].flatMap((scopes) => [...scopes.values()]);
    for (const of of all.sort((a, b) => a.day - b.day || compareScopes(a.scope, b.scope))) {
      const rows = of.scope.kind === SCOPE_KIND.workspace ? workspaces : others;
      for (const visitor of BigInt64Array.from(of.visitors.keys()).sort()) {
        const hours = of.visitors.get(visitor);
        if (hours !== undefined) rows.push({ of, visitor, first: firstHour(hours), last: lastHour(hours) });
      }
    }
    return { workspaces, others };
  }

  private dayOfScope(scope: Scope, day: number): VisitorDay {
    let scopes = this.days.get(day);
    if (scopes === undefined) this.days.set(day, (scopes = new Map<number, VisitorDay>()));
    const key = scopeNumber(scope);
    let found = scopes.get(key);
    if (found === undefined) scopes.set(key, (found = { scope, day, visitors: new Map() }));
    return found;
  }
}

function packHours(first: number, last: number): number {
  return first * HOURS + last;
}

function firstHour(hours: number): number {
  return Math.floor(hours / HOURS);
}

function lastHour(hours: number): number {
  return hours % HOURS;
}

function widen(known: VisitorHours, first: number, last: number): void {
  known.first = Math.min(known.first, first);
  known.last = Math.max(known.last, last);
}

interface VisitorRow extends VisitorHours {
  readonly of: VisitorDay;
  readonly visitor: bigint;
}

const KEYS = `unnest($1::int[], $2::int[], $3::smallint[], $4::int[], $5::bigint[]`;
const SAME = `v.workspace_no = t.workspace_no AND v.day = DATE '1970-01-01' + t.day AND v.kind = t.kind
    AND v.scope_no = t.scope_no AND v.visitor = t.visitor`;

const FIND = `
  SELECT t.position::int - 1 AS index, v.first_hour AS first, v.last_hour AS last
  FROM ${KEYS}) WITH ORDINALITY AS t (workspace_no, day, kind, scope_no, visitor, position)
  JOIN click_visitors v ON ${SAME}`;

const WIDEN = `
  UPDATE click_visitors v SET first_hour = t.first, last_hour = t.last
  FROM ${KEYS}, $6::smallint[], $7::smallint[]) AS t (workspace_no, day, kind, scope_no, visitor, first, last)
  WHERE ${SAME}`;

const TARGET = 'click_visitors (workspace_no, day, kind, scope_no, visitor, first_hour, last_hour)';
const FIELDS = 7;

/**
 * Puts visitors into their days' lists. The caller holds the workspaces' locks: between looking a visitor up and adding
 * one nobody else may. Most visitors are new, and copying a row costs less than half of an upsert.
 * @param meanwhile called once while the database is busy.
 * @returns what that changes in each hour.
 */
export async function addVisitors(
  client: pg.ClientBase,
  batch: BatchVisitors,
  meanwhile: () => void = () => undefined,
): Promise<VisitorShift[]> {
  const { workspaces, others } = batch.rows();
  const finding = findListed(client, workspaces);
  // The next turn of the loop: the statement has to be on its way first.
  await new Promise((resolve) => setImmediate(resolve));
  meanwhile();
  const listed = await finding;
  // Who is new to a workspace is new to its links and campaigns.
  const back = new Map<number, Map<number, Set<bigint>>>();
  for (const { of, visitor } of listed.keys()) {
    const days = back.get(of.scope.workspaceNo) ?? new Map<number, Set<bigint>>();
    back.set(of.scope.workspaceNo, days.set(of.day, (days.get(of.day) ?? new Set()).add(visitor)));
  }
  const known = others.filter(({ of, visitor }) => back.get(of.scope.workspaceNo)?.get(of.day)?.has(visitor) === true);
  for (const [row, hours] of await findListed(client, known)) listed.set(row, hours);

  const shifts = new ShiftSums();
  const added: VisitorRow[] = [];
  const widened: VisitorRow[] = [];
  for (const row of [...workspaces, ...others]) {
    const before = listed.get(row);
    if (before === undefined) {
      added.push(row);
    } else {
      if (row.first >= before.first && row.last <= before.last) continue;
      shifts.add(row.of, before, -1);
      widen(row, before.first, before.last);
      widened.push(row);
    }
    shifts.add(row.of, row, 1);
  }
  await copyRows(client, TARGET, added, writeVisitor);
  if (widened.length > 0) {
    await client.query(WIDEN, [
      ...keyColumns(widened),
      int2Array(widened.map(({ first }) => first)),
      int2Array(widened.map(({ last }) => last)),
    ]);
  }
  return shifts.all;
}

/** Which of the visitors are listed already, with their hours so far. */
async function findListed(client: pg.ClientBase, rows: readonly VisitorRow[]): Promise<Map<VisitorRow, VisitorHours>> {
  const listed = new Map<VisitorRow, VisitorHours>();
  if (rows.length === 0) return listed;
  const found = await client.query<VisitorHours & { index: number }>(FIND, keyColumns(rows));
  for (const { index, first, last } of found.rows) {
    const row = rows[index];
    if (row !== undefined) listed.set(row, { first, last });
  }
  return listed;
}

function writeVisitor(out: BinaryRows, { of: { scope, day }, visitor, first, last }: VisitorRow): void {
  out.begin(FIELDS);
  out.int4(scope.workspaceNo);
  out.date(day);
  out.int2(scope.kind);
  out.int4(scope.scopeNo);
  out.int8(visitor);
  out.int2(first);
  out.int2(last);
}

function keyColumns(rows: readonly VisitorRow[]): Buffer[] {
  return [
    int4Array(rows.map(({ of }) => of.scope.workspaceNo)),
    int4Array(rows.map(({ of }) => of.day)),
    int2Array(rows.map(({ of }) => of.scope.kind)),
    int4Array(rows.map(({ of }) => of.scope.scopeNo)),
    int8Array(rows.map(({ visitor }) => visitor)),
  ];
}

/** Changes by scope, day and hour. */
class ShiftSums {
  private readonly sums = new Map<VisitorDay, { first: Int32Array; last: Int32Array }>();

  add(of: VisitorDay, { first, last }: VisitorHours, count: number): void {
    let sum = this.sums.get(of);
    if (sum === undefined) {
      this.sums.set(of, (sum = { first: new Int32Array(HOURS), last: new Int32Array(HOURS) }));
    }
    sum.first[first] = (sum.first[first] ?? 0) + count;
    sum.last[last] = (sum.last[last] ?? 0) + count;
  }

  get all(): VisitorShift[] {
    const shifts: VisitorShift[] = [];
    for (const [{ scope, day }, sum] of this.sums) {
      for (let hour = 0; hour < HOURS; hour += 1) {
        const first = sum.first[hour] ?? 0;
        const last = sum.last[hour] ?? 0;
        if (first !== 0 || last !== 0) shifts.push({ ...scope, day, hour, first, last });
      }
    }
    return shifts;
  }
}

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
  for (const { day } of folded.rows) await client.query(REOPEN, [workspaceNo, day]);
}
