import type pg from 'pg';
import type { DayRollup, PackedDay } from './day-rollup.js';
import { scopeDayKey, type ScopeDay, type ScopeKind } from './scope.js';
import { VarintWriter } from './varint.js';

interface StoredDay {
  workspaceNo: number;
  kind: ScopeKind;
  scopeNo: number;
  day: number;
  firstMs: number;
  counts: Buffer;
  links: Buffer | null;
}

const FIND = `
  SELECT d.workspace_no AS "workspaceNo", d.kind, d.scope_no AS "scopeNo", d.day - DATE '1970-01-01' AS day,
         d.first_ms AS "firstMs", d.counts, d.links
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[]) AS t (workspace_no, kind, scope_no, day)
  JOIN click_days d ON d.workspace_no = t.workspace_no AND d.kind = t.kind AND d.scope_no = t.scope_no
    AND d.day = DATE '1970-01-01' + t.day`;

const SAVE = `
  INSERT INTO click_days (workspace_no, kind, scope_no, day, visitors, first_ms, counts, links)
  SELECT workspace_no, kind, scope_no, DATE '1970-01-01' + day, visitors, first_ms, counts, links
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bytea[], $8::bytea[])
    AS t (workspace_no, kind, scope_no, day, visitors, first_ms, counts, links)
  ON CONFLICT (workspace_no, kind, scope_no, day) DO UPDATE SET
    visitors = click_days.visitors + EXCLUDED.visitors,
    first_ms = EXCLUDED.first_ms,
    counts = EXCLUDED.counts,
    links = EXCLUDED.links`;

/**
 * Adds roll-ups to the stored days. The caller holds the lock of every workspace concerned: between reading and writing
 * a day nobody else may write it.
 * @param newVisitors by scopeDayKey.
 */
export async function addToDays(
  client: pg.ClientBase,
  rollups: readonly DayRollup[],
  newVisitors: ReadonlyMap<string, number>,
): Promise<void> {
  const byKey = new Map(rollups.map((rollup) => [scopeDayKey(rollup.scope), rollup]));
  const stored = await client.query<StoredDay>(FIND, scopeColumns(rollups));
  for (const row of stored.rows) byKey.get(scopeDayKey(row))?.merge(row);
  await saveDays(client, rollups, newVisitors);
}

/** Writes roll-ups as they are, in place of the stored days' counts. */
async function saveDays(
  client: pg.ClientBase,
  rollups: readonly DayRollup[],
  newVisitors: ReadonlyMap<string, number>,
): Promise<void> {
  const writer = new VarintWriter();
  const packed: PackedDay[] = rollups.map((rollup) => rollup.pack(writer));
  await client.query(SAVE, [
    ...scopeColumns(rollups),
    rollups.map(({ scope }) => newVisitors.get(scopeDayKey(scope)) ?? 0),
    packed.map((day) => day.firstMs),
    packed.map((day) => day.counts),
    packed.map((day) => day.links),
  ]);
}

function scopeColumns(rollups: readonly { scope: ScopeDay }[]): number[][] {
  return [
    rollups.map(({ scope }) => scope.workspaceNo),
    rollups.map(({ scope }) => scope.kind),
    rollups.map(({ scope }) => scope.scopeNo),
    rollups.map(({ scope }) => scope.day),
  ];
}
