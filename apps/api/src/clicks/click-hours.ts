import type pg from 'pg';
import { giveWay } from './core-turns.js';
import { piecesOf } from './pieces.js';
import { byteaArray, int2Array, int4Array } from './sql-array.js';
import type { PackedRollup, Rollup } from './rollup.js';
import { scopeHourKey, type ScopeHour } from './scope.js';
import { VarintWriter } from './varint.js';

/** Change of the visitors whose first and last click of the day fell into an hour. */
export interface VisitorShift extends ScopeHour {
  readonly first: number;
  readonly last: number;
}

// Equality, said as a row: only the primary key can serve it. Column by column, a planner that knows nothing of today
// takes the index by day as gladly, and reads the whole day for every scope of the batch.
const FIND = `
  SELECT h.workspace_no AS "workspaceNo", h.kind, h.scope_no AS "scopeNo", h.day - DATE '1970-01-01' AS day, h.hour,
         h.first_ms AS "firstMs", h.counts, h.links
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::smallint[]) AS t (workspace_no, kind, scope_no, day, hour)
  JOIN click_hours h
    ON (h.workspace_no, h.kind, h.scope_no, h.day, h.hour)
      >= (t.workspace_no, t.kind, t.scope_no, DATE '1970-01-01' + t.day, t.hour)
    AND (h.workspace_no, h.kind, h.scope_no, h.day, h.hour)
      <= (t.workspace_no, t.kind, t.scope_no, DATE '1970-01-01' + t.day, t.hour)`;

const SAVE = `
  INSERT INTO click_hours (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors, first_ms, counts, links)
  SELECT workspace_no, kind, scope_no, DATE '1970-01-01' + day, hour, first_visitors, last_visitors, first_ms, counts, links
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::smallint[], $6::int[], $7::int[], $8::int[], $9::bytea[],
    $10::bytea[])
    AS t (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors, first_ms, counts, links)
  ON CONFLICT (workspace_no, kind, scope_no, day, hour) DO UPDATE SET
    first_visitors = click_hours.first_visitors + EXCLUDED.first_visitors,
    last_visitors = click_hours.last_visitors + EXCLUDED.last_visitors,
    first_ms = EXCLUDED.first_ms,
    counts = EXCLUDED.counts,
    links = EXCLUDED.links`;

// A visitor's first or last click can move away from an hour that the batch itself does not touch, and whose row may
// have been folded.
const SHIFT = `
  INSERT INTO click_hours (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors, first_ms, counts)
  SELECT workspace_no, kind, scope_no, DATE '1970-01-01' + day, hour, first_visitors, last_visitors, 86400000, ''::bytea
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::smallint[], $6::int[], $7::int[])
    AS t (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors)
  ON CONFLICT (workspace_no, kind, scope_no, day, hour) DO UPDATE SET
    first_visitors = click_hours.first_visitors + EXCLUDED.first_visitors,
    last_visitors = click_hours.last_visitors + EXCLUDED.last_visitors`;

/** A roll-up together with what is stored of its hour. */
export interface MergedHour {
  readonly scope: ScopeHour;
  readonly packed: PackedRollup;
}

/** Roll-ups that are merged before others get a turn: about two milliseconds. */
const TURN_ROLLUPS = 200;

/**
 * Adds roll-ups and shifts of visitors to the stored hours. The caller holds the lock of every workspace concerned:
 * between reading and writing an hour nobody else may write it.
 */
export async function addToHours(
  client: pg.ClientBase,
  rollups: readonly Rollup<ScopeHour>[],
  shifts: readonly VisitorShift[],
): Promise<void> {
  await saveHours(client, await mergeHours(rollups, await findHours(client, rollups)), shifts);
}

/** What is stored of the roll-ups' hours. */
export async function findHours(
  client: pg.ClientBase,
  rollups: readonly Rollup<ScopeHour>[],
): Promise<readonly (ScopeHour & PackedRollup)[]> {
  const stored: (ScopeHour & PackedRollup)[] = [];
  for (const piece of piecesOf(rollups)) {
    const values = columns(piece.map(({ scope }) => scope));
    const found = await client.query<ScopeHour & PackedRollup>({ name: 'find-hours', text: FIND, values });
    for (const row of found.rows) stored.push(row);
  }
  return stored;
}

/** Adds what is stored to the roll-ups, with turns for others in between: the database may be busy meanwhile. */
export async function mergeHours(
  rollups: readonly Rollup<ScopeHour>[],
  stored: readonly (ScopeHour & PackedRollup)[],
): Promise<readonly MergedHour[]> {
  const byKey = new Map(stored.map((row) => [scopeHourKey(row), row]));
  const writer = new VarintWriter();
  const merged: MergedHour[] = [];
  for (let at = 0; at < rollups.length; at += TURN_ROLLUPS) {
    for (const rollup of rollups.slice(at, at + TURN_ROLLUPS)) {
      const before = byKey.get(scopeHourKey(rollup.scope));
      if (before !== undefined) rollup.merge(before);
      merged.push({ scope: rollup.scope, packed: rollup.pack(writer) });
      giveWay();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return merged;
}

/** Writes merged hours, and shifts of visitors there or elsewhere. */
export async function saveHours(
  client: pg.ClientBase,
  merged: readonly MergedHour[],
  shifts: readonly VisitorShift[],
): Promise<void> {
  const shiftOf = new Map(shifts.map((shift) => [scopeHourKey(shift), shift]));
  for (const piece of piecesOf(merged)) {
    const own = piece.map(({ scope }) => {
      const key = scopeHourKey(scope);
      const shift = shiftOf.get(key);
      shiftOf.delete(key);
      return shift;
    });
    const values = [
      ...columns(piece.map(({ scope }) => scope)),
      int4Array(own.map((shift) => shift?.first ?? 0)),
      int4Array(own.map((shift) => shift?.last ?? 0)),
      int4Array(piece.map(({ packed }) => packed.firstMs)),
      byteaArray(piece.map(({ packed }) => packed.counts)),
      byteaArray(piece.map(({ packed }) => packed.links)),
    ];
    await client.query({ name: 'save-hours', text: SAVE, values });
  }
  const elsewhere = [...shiftOf.values()];
  if (elsewhere.length === 0) return;
  await client.query(SHIFT, [
    ...columns(elsewhere),
    int4Array(elsewhere.map((shift) => shift.first)),
    int4Array(elsewhere.map((shift) => shift.last)),
  ]);
}

function columns(scopes: readonly ScopeHour[]): Buffer[] {
  return [
    int4Array(scopes.map((scope) => scope.workspaceNo)),
    int2Array(scopes.map((scope) => scope.kind)),
    int4Array(scopes.map((scope) => scope.scopeNo)),
    int4Array(scopes.map((scope) => scope.day)),
    int2Array(scopes.map((scope) => scope.hour)),
  ];
}
