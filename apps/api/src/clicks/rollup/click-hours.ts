import type pg from 'pg';
import { byteaArray, int2Array, int4Array } from '../pg/sql-array.js';
import type { Rollup, StoredRollup } from './rollup.js';
import { ByScopeHour, type ScopeHour } from './scope.js';
import { VarintWriter } from '../event/varint.js';

/** Change in the number of visitors whose first and last click of the day were in an hour. */
export interface VisitorShift extends ScopeHour {
  readonly first: number;
  readonly last: number;
}

/** Size up to which a list of clicks by link is rewritten with every batch. */
const WRITTEN_ANEW_BYTES = 8_192;
/** A longer list is rewritten once its additions would be more than this fraction (1/n) of it. */
const RECENT_PART = 4;
/** Approximate bytes of an entry of such a list. */
const ENTRY_BYTES = 5;

// A busy hour of a workspace may list a million links. Such a list is not rewritten until its additions are a considerable part
// of it; until then they are stored in `recent_links`.
const FIND = `
  SELECT t.place, h.first_ms AS "firstMs", h.counts, CASE WHEN NOT k.keeps THEN h.links END AS links,
         h.recent_links AS "recentLinks", k.keeps AS "keepsLinks"
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::smallint[], $6::int[], $7::int[])
    AS t (workspace_no, kind, scope_no, day, hour, clicked_links, place)
  JOIN click_hours h ON h.workspace_no = t.workspace_no AND h.kind = t.kind AND h.scope_no = t.scope_no
    AND h.day = DATE '1970-01-01' + t.day AND h.hour = t.hour
  CROSS JOIN LATERAL (
    SELECT coalesce(length(h.links) > ${WRITTEN_ANEW_BYTES} AND length(h.links) > ${RECENT_PART} *
      (coalesce(length(h.recent_links), 0) + ${ENTRY_BYTES} * t.clicked_links), false) AS keeps) k`;

const SAVE = `
  INSERT INTO click_hours
    (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors, first_ms, counts, links, recent_links)
  SELECT workspace_no, kind, scope_no, DATE '1970-01-01' + day, hour, first_visitors, last_visitors, first_ms, counts, links,
         recent_links
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::smallint[], $6::int[], $7::int[], $8::int[], $9::bytea[],
    $10::bytea[], $11::bytea[])
    AS t (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors, first_ms, counts, links, recent_links)
  ON CONFLICT (workspace_no, kind, scope_no, day, hour) DO UPDATE SET
    first_visitors = click_hours.first_visitors + EXCLUDED.first_visitors,
    last_visitors = click_hours.last_visitors + EXCLUDED.last_visitors,
    first_ms = EXCLUDED.first_ms,
    counts = EXCLUDED.counts,
    links = coalesce(EXCLUDED.links, click_hours.links),
    recent_links = EXCLUDED.recent_links`;

// A visitor's first or last click can move away from an hour that the batch itself does not touch, and whose row may already have
// been folded, so the row is inserted if necessary.
const SHIFT = `
  INSERT INTO click_hours (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors, first_ms, counts)
  SELECT workspace_no, kind, scope_no, DATE '1970-01-01' + day, hour, first_visitors, last_visitors, 86400000, ''::bytea
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::smallint[], $6::int[], $7::int[])
    AS t (workspace_no, kind, scope_no, day, hour, first_visitors, last_visitors)
  ON CONFLICT (workspace_no, kind, scope_no, day, hour) DO UPDATE SET
    first_visitors = click_hours.first_visitors + EXCLUDED.first_visitors,
    last_visitors = click_hours.last_visitors + EXCLUDED.last_visitors`;

/** The stored data of a scope's hour. */
export interface StoredHour extends StoredRollup {
  /** Whether `links` were not read and stay unchanged, so that additions go to `recentLinks`. */
  readonly keepsLinks: boolean;
}

/** A roll-up merged with the stored data of its hour; without `links` the stored ones stay. */
interface MergedHour {
  readonly scope: ScopeHour;
  readonly packed: StoredRollup;
}

/**
 * Adds roll-ups and visitor shifts to the stored hours. The caller holds the lock of every workspace concerned, because no
 * other transaction may write an hour between the read and the write here.
 */
export async function addToHours(
  client: pg.ClientBase,
  rollups: readonly Rollup<ScopeHour>[],
  shifts: readonly VisitorShift[],
): Promise<void> {
  const stored = await findHours(client, rollups);
  const writer = new VarintWriter();
  const merged = rollups.map((rollup, place) => ({
    scope: rollup.scope,
    packed: mergeStored(rollup, stored.get(place), writer),
  }));
  await saveHours(client, merged, shifts);
}

/** The stored data of the roll-ups' hours, by index in `rollups`. */
async function findHours(
  client: pg.ClientBase,
  rollups: readonly Rollup<ScopeHour>[],
): Promise<ReadonlyMap<number, StoredHour>> {
  const found = await client.query<StoredHour & { place: number }>(FIND, [
    ...columns(rollups.map(({ scope }) => scope)),
    int4Array(rollups.map((rollup) => rollup.clickedLinks)),
    int4Array(rollups.map((_, place) => place)),
  ]);
  return new Map(found.rows.map((row) => [row.place, row]));
}

function mergeStored(rollup: Rollup<ScopeHour>, before: StoredHour | undefined, writer: VarintWriter): StoredRollup {
  if (before?.keepsLinks === true) {
    rollup.merge({ ...before, links: before.recentLinks, recentLinks: null });
    const packed = rollup.pack(writer);
    return { ...packed, links: null, recentLinks: packed.links };
  }
  if (before !== undefined) rollup.merge(before);
  return { ...rollup.pack(writer), recentLinks: null };
}

/** Writes merged hours, and visitor shifts in these or other hours. */
async function saveHours(
  client: pg.ClientBase,
  merged: readonly MergedHour[],
  shifts: readonly VisitorShift[],
): Promise<void> {
  const shiftOf = new ByScopeHour<VisitorShift>();
  for (const shift of shifts) shiftOf.set(shift, shift);
  const own = merged.map(({ scope }) => {
    const shift = shiftOf.get(scope);
    shiftOf.delete(scope);
    return shift;
  });
  await client.query(SAVE, [
    ...columns(merged.map(({ scope }) => scope)),
    int4Array(own.map((shift) => shift?.first ?? 0)),
    int4Array(own.map((shift) => shift?.last ?? 0)),
    int4Array(merged.map(({ packed }) => packed.firstMs)),
    byteaArray(merged.map(({ packed }) => packed.counts)),
    byteaArray(merged.map(({ packed }) => packed.links)),
    byteaArray(merged.map(({ packed }) => packed.recentLinks)),
  ]);
  const elsewhere = shiftOf.all;
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
