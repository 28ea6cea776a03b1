import type pg from 'pg';
import { giveWay } from '../writer/core-turns.js';
import { piecesOf } from '../writer/pieces.js';
import { byteaArray, int2Array, int4Array } from '../pg/sql-array.js';
import type { Rollup, StoredRollup } from './rollup.js';
import { ByScopeHour, type ScopeHour } from './scope.js';
import { VarintWriter } from '../event/varint.js';

/** Change of the visitors whose first and last click of the day fell into an hour. */
export interface VisitorShift extends ScopeHour {
  readonly first: number;
  readonly last: number;
}

/** Bytes up to which a list of clicks by link is written anew with every batch. */
const WRITTEN_ANEW_BYTES = 8_192;
/** A longer one is written anew once what is to be added to it would be more than this part of it. */
const RECENT_PART = 4;
/** What an entry of such a list takes, about. */
const ENTRY_BYTES = 5;

// Equality, said as a row: only the primary key can serve it. Column by column, a planner that knows nothing of today
// takes the index by day as gladly, and reads the whole day for every scope of the batch.
//
// A busy hour of a workspace knows a million links. That list is left alone until what is to be added to it is a part of
// it that is worth writing it anew.
const FIND = `
  SELECT t.place, h.first_ms AS "firstMs", h.counts, CASE WHEN NOT k.keeps THEN h.links END AS links,
         h.recent_links AS "recentLinks", k.keeps AS "keepsLinks"
  FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::smallint[], $6::int[], $7::int[])
    AS t (workspace_no, kind, scope_no, day, hour, clicked_links, place)
  JOIN click_hours h
    ON (h.workspace_no, h.kind, h.scope_no, h.day, h.hour)
      >= (t.workspace_no, t.kind, t.scope_no, DATE '1970-01-01' + t.day, t.hour)
    AND (h.workspace_no, h.kind, h.scope_no, h.day, h.hour)
      <= (t.workspace_no, t.kind, t.scope_no, DATE '1970-01-01' + t.day, t.hour)
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

/** What is stored of a scope's hour. */
export interface StoredHour extends StoredRollup {
  /** Whether `links` stay as they are, were not read, and are added to by `recentLinks`. */
  readonly keepsLinks: boolean;
}

/** A roll-up together with what is stored of its hour; without `links` those that are stored stay. */
export interface MergedHour {
  readonly scope: ScopeHour;
  readonly packed: StoredRollup;
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

/** What is stored of the roll-ups' hours, by their places. */
export async function findHours(
  client: pg.ClientBase,
  rollups: readonly Rollup<ScopeHour>[],
): Promise<ReadonlyMap<number, StoredHour>> {
  const stored = new Map<number, StoredHour>();
  let place = 0;
  for (const piece of piecesOf(rollups)) {
    const clickedLinks = int4Array(piece.map((rollup) => rollup.clickedLinks));
    const places = int4Array(piece.map(() => place++));
    const values = [...columns(piece.map(({ scope }) => scope)), clickedLinks, places];
    const found = await client.query<StoredHour & { place: number }>({ name: 'find-hours', text: FIND, values });
    for (const row of found.rows) stored.set(row.place, row);
  }
  return stored;
}

/**
 * Adds what is stored to the roll-ups, with turns for others in between: the database may be busy meanwhile.
 * @param stored by the place of the roll-up.
 */
export async function mergeHours(
  rollups: readonly Rollup<ScopeHour>[],
  stored: ReadonlyMap<number, StoredHour>,
): Promise<readonly MergedHour[]> {
  const writer = new VarintWriter();
  const merged: MergedHour[] = [];
  for (let at = 0; at < rollups.length; at += TURN_ROLLUPS) {
    for (const rollup of rollups.slice(at, at + TURN_ROLLUPS)) {
      merged.push({ scope: rollup.scope, packed: mergeStored(rollup, stored.get(merged.length), writer) });
      giveWay();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return merged;
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

/** Writes merged hours, and shifts of visitors there or elsewhere. */
export async function saveHours(
  client: pg.ClientBase,
  merged: readonly MergedHour[],
  shifts: readonly VisitorShift[],
): Promise<void> {
  const shiftOf = new ByScopeHour<VisitorShift>();
  for (const shift of shifts) shiftOf.set(shift, shift);
  for (const piece of piecesOf(merged)) {
    const own = piece.map(({ scope }) => {
      const shift = shiftOf.get(scope);
      shiftOf.delete(scope);
      return shift;
    });
    const values = [
      ...columns(piece.map(({ scope }) => scope)),
      int4Array(own.map((shift) => shift?.first ?? 0)),
      int4Array(own.map((shift) => shift?.last ?? 0)),
      int4Array(piece.map(({ packed }) => packed.firstMs)),
      byteaArray(piece.map(({ packed }) => packed.counts)),
      byteaArray(piece.map(({ packed }) => packed.links)),
      byteaArray(piece.map(({ packed }) => packed.recentLinks)),
    ];
    await client.query({ name: 'save-hours', text: SAVE, values });
  }
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
