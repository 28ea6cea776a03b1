import { Injectable } from '@nestjs/common';
import { DAY_MS, type TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { dayOf, HOURS, SCOPE_KIND } from '../clicks/index.js';
import { firstRow, rows } from '../platform/database/index.js';

/** Hours of a day, and the day as a whole. */
export const SLOTS = HOURS + 1;
/** Place of a whole day among its {@link SLOTS}. */
export const WHOLE_DAY = HOURS;

/** What a workspace has of the days that a window touches; days are counted from 1970-01-01. */
export interface StoredSlots {
  /** By folded day: changes whenever the day does. */
  readonly days: ReadonlyMap<number, string>;
  /** By slot (day × {@link SLOTS} + hour), of days that were never folded: changes whenever an event of the hour is stored. */
  readonly hours: ReadonlyMap<number, string>;
  /** Days that a late event has opened again, or that are being folded: whole days and hours beside each other. */
  readonly opened: readonly number[];
  /** Days of which there are hours beside what is folded: opened ones, and those that stay folded whatever comes late. */
  readonly mixed: readonly number[];
}

/** Some days or hours of a link, packed one after the other; see {@link eachPart}. */
export interface LinkParts {
  readonly linkNo: number;
  readonly parts: Buffer | null;
}

/** Calls `visit` for each part that {@link JointRepository} has packed. */
export function eachPart(parts: Buffer, visit: (slot: number, visitors: number, bytes: Buffer) => void): void {
  for (let at = 0; at < parts.length;) {
    const start = at + 12;
    const end = start + parts.readInt32BE(at + 8);
    visit(parts.readInt32BE(at), parts.readInt32BE(at + 4), parts.subarray(start, end));
    at = end;
  }
}

// All parts of a link in one value: a row of the answer for each of them costs several times as much as what it holds.
const pack = (slot: string, visitors: string, bytes: string): string =>
  `string_agg(int4send((day - DATE '1970-01-01') * ${SLOTS} + ${slot}) || int4send(${visitors}) || int4send(length(${bytes})) || ${bytes}, ''::bytea)`;
const packedDays = pack(String(WHOLE_DAY), 'visitors', 'counts');
const packedHours = pack('hour', 'first_visitors', 'counts');
const ofLink = `workspace_no = $1 AND kind = ${SCOPE_KIND.link} AND scope_no = l.no`;

// A subquery for each link walks the primary key; a join would sort. Links come by unnest, not ANY: a planner compares each
// of thousands of elements with its statistics.
const LINK_DAYS = `
  SELECT l.no AS "linkNo", (
    SELECT ${packedDays} FROM click_days
    WHERE ${ofLink} AND day BETWEEN DATE '1970-01-01' + $3::int AND DATE '1970-01-01' + $4::int) AS parts
  FROM unnest($2::int[]) AS l (no)`;

const LINK_HOURS = `
  SELECT l.no AS "linkNo", (
    SELECT ${packedHours} FROM click_hours
    WHERE ${ofLink}
      AND (day, hour) >= (DATE '1970-01-01' + $3::int, $4::smallint)
      AND (day, hour) <= (DATE '1970-01-01' + $5::int, $6::smallint)) AS parts
  FROM unnest($2::int[]) AS l (no)`;

const MIXED = `
  SELECT l.no AS "linkNo", (
    SELECT ${packedDays} FROM click_days WHERE ${ofLink} AND day = ANY ($3::date[])) AS parts
  FROM unnest($2::int[]) AS l (no)
  UNION ALL
  SELECT l.no, (SELECT ${packedHours} FROM click_hours WHERE ${ofLink} AND day = ANY ($4::date[]))
  FROM unnest($2::int[]) AS l (no)`;

const SHARED = `
  SELECT l.no AS "linkNo", (
    SELECT ${pack(String(WHOLE_DAY), '0', 'visitors')} FROM click_shared_visitors
    WHERE workspace_no = $1 AND link_no = l.no
      AND day BETWEEN DATE '1970-01-01' + $3::int AND DATE '1970-01-01' + $4::int) AS parts
  FROM unnest($2::int[]) AS l (no)`;

// A day or hour without a row of the workspace has none of anybody: it is folded first, and last on a day that stays folded.
// Every transaction that stores events of an hour writes the workspace's row of it: xmin, the transaction that wrote a row
// last, is its version.
const SLOTS_OF = `
  SELECT d.day - DATE '1970-01-01' AS day, NULL::smallint AS hour, f.folded_at::text AS version
  FROM click_days d LEFT JOIN click_folded_days f ON f.workspace_no = d.workspace_no AND f.day = d.day
  WHERE d.workspace_no = $1 AND d.kind = ${SCOPE_KIND.workspace} AND d.scope_no = 0
    AND d.day BETWEEN DATE '1970-01-01' + $2::int AND DATE '1970-01-01' + $3::int
  UNION ALL
  SELECT h.day - DATE '1970-01-01', h.hour, h.xmin::text
  FROM click_hours h
  WHERE h.workspace_no = $1 AND h.kind = ${SCOPE_KIND.workspace} AND h.scope_no = 0
    AND h.day BETWEEN DATE '1970-01-01' + $2::int AND DATE '1970-01-01' + $3::int`;

// The list of a day is complete while the day is not folded.
const OPEN_VISITORS = `
  SELECT count(*)::int AS visitors
  FROM (
    SELECT DISTINCT v.visitor FROM unnest($2::int[]) AS l (no)
    JOIN click_visitors v ON v.workspace_no = $1 AND v.day = DATE '1970-01-01' + $3::int
      AND v.kind = ${SCOPE_KIND.link} AND v.scope_no = l.no AND v.last_hour >= $4 AND v.first_hour < $5
  ) t`;

// Whatever was stored of a day up to this one changes it; null while one of them is not folded.
const FOLDED_UP_TO = `
  SELECT CASE WHEN EXISTS (
      SELECT FROM click_hours
      WHERE workspace_no = $1 AND kind = ${SCOPE_KIND.workspace} AND scope_no = 0 AND day <= DATE '1970-01-01' + $2::int)
    THEN NULL ELSE (
      SELECT md5(string_agg(day::text || ' ' || folded_at::text, ',' ORDER BY day)) FROM click_folded_days
      WHERE workspace_no = $1 AND day <= DATE '1970-01-01' + $2::int) END AS version`;

/** Reads what is stored of many links at once, to be counted as one. */
@Injectable()
export class JointRepository {
  async slots(db: EntityManager, workspaceNo: number, window: TimeWindow): Promise<StoredSlots> {
    const found = await rows<{ day: number; hour: number | null; version: string | null }>(db, SLOTS_OF, [
      workspaceNo,
      dayOf(window.from),
      dayOf(window.to - 1),
    ]);
    const days = new Map<number, string>();
    const opened: number[] = [];
    for (const { day, hour, version } of found) {
      if (hour !== null) continue;
      if (version === null) opened.push(day);
      else days.set(day, version);
    }
    const hours = new Map<number, string>();
    const mixed = new Set(opened);
    for (const { day, hour, version } of found) {
      if (hour === null || version === null || mixed.has(day)) continue;
      if (days.has(day)) mixed.add(day);
      else hours.set(day * SLOTS + hour, version);
    }
    return { days, hours, opened, mixed: [...mixed] };
  }

  /** Whole days of links, from one day to another, both inclusive. */
  days(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    first: number,
    last: number,
  ): Promise<LinkParts[]> {
    return rows(db, LINK_DAYS, [workspaceNo, linkNos, first, last]);
  }

  /** Hours of links, from one slot to another, both inclusive. */
  hours(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    first: number,
    last: number,
  ): Promise<LinkParts[]> {
    const ends = [first, last].flatMap((slot) => [Math.floor(slot / SLOTS), slot % SLOTS]);
    return rows(db, LINK_HOURS, [workspaceNo, linkNos, ...ends]);
  }

  /** Whole days of those that are opened, hours of those that are mixed. */
  mixed(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    { opened, mixed }: Pick<StoredSlots, 'opened' | 'mixed'>,
  ): Promise<LinkParts[]> {
    const dates = (days: readonly number[]): string[] =>
      days.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
    return rows(db, MIXED, [workspaceNo, linkNos, dates(opened), dates(mixed)]);
  }

  /** Visitors whom the links share with older ones; see `countedTwice`. */
  sharedVisitors(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    first: number,
    last: number,
  ): Promise<LinkParts[]> {
    return rows(db, SHARED, [workspaceNo, linkNos, first, last]);
  }

  /** Distinct visitors of the links together, of a day that is not folded, as far as the window covers it. */
  async openVisitors(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    day: number,
    hours: OpenHours,
  ): Promise<number> {
    const row = await firstRow<{ visitors: number }>(db, OPEN_VISITORS, [
      workspaceNo,
      linkNos,
      day,
      hours.from,
      hours.to,
    ]);
    return row?.visitors ?? 0;
  }

  /** Version of everything that is stored up to a day; null while that is not all folded. */
  async foldedUpTo(db: EntityManager, workspaceNo: number, day: number): Promise<string | null> {
    return (await firstRow<{ version: string | null }>(db, FOLDED_UP_TO, [workspaceNo, day]))?.version ?? null;
  }
}

/** Hours of a day, `to` exclusive. */
export interface OpenHours {
  readonly from: number;
  readonly to: number;
}

/** The hours of a day that a window covers. Windows begin and end on the hour. */
export function hoursOf(day: number, window: TimeWindow): OpenHours {
  const hour = (at: number): number => (at - day * DAY_MS) / (DAY_MS / HOURS);
  return { from: Math.max(0, hour(window.from)), to: Math.min(HOURS, hour(window.to)) };
}
