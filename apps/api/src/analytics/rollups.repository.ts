import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DAY_MS, dayOf, SCOPE_KIND, sharedRowsOf, type ScopeKind } from '../clicks/index.js';
import type { TimeWindow } from '@signpost/domain';
import { firstRow, rows } from '../platform/database/index.js';

/** What a report counts: the workspace, a campaign as recorded, or some links. */
export interface ReportScope {
  readonly workspaceNo: number;
  readonly kind: ScopeKind;
  /** Numbers of links, or the one number of the campaign, or 0 for the workspace. */
  readonly scopeNos: readonly number[];
}

/** Days of a window on which a workspace had any event, apart from those that are in hours alone. */
export interface FoldedDays {
  /** When each was folded, counted from 1970-01-01; the others are listed in hours and visitors too. */
  readonly folded: ReadonlyMap<number, string>;
  /** `YYYY-MM-DD` of those that a late event has opened again. */
  readonly opened: readonly string[];
}

/** Days counted from 1970-01-01, both inclusive. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** A stored hour, or a stored day, of a scope. */
export interface RollupRow {
  readonly scopeNo: number;
  /** Days from 1970-01-01. */
  readonly day: number;
  /** Null: the whole day. */
  readonly hour: number | null;
  /** Visitors whose first click of the day fell into the hour; of a whole day all. */
  readonly firstVisitors: number;
  /** Visitors whose last click of the day did; of a whole day 0. */
  readonly lastVisitors: number;
  readonly counts: Buffer;
  /** The beginning of the clicks by link. */
  readonly links: Buffer | null;
  readonly linksLength: number;
}

const READ = `
  SELECT scope_no AS "scopeNo", day - DATE '1970-01-01' AS day, NULL::smallint AS hour, visitors AS "firstVisitors",
         0 AS "lastVisitors", counts, substr(links, 1, $6) AS links, coalesce(length(links), 0) AS "linksLength"
  FROM click_days
  WHERE workspace_no = $1 AND kind = $2 AND scope_no = ANY ($3::int[])
    AND day BETWEEN DATE '1970-01-01' + $4::int AND DATE '1970-01-01' + $5::int
  UNION ALL
  SELECT scope_no, day - DATE '1970-01-01', hour, first_visitors, last_visitors, counts, substr(links, 1, $6),
         coalesce(length(links), 0)
  FROM click_hours
  WHERE workspace_no = $1 AND kind = $2 AND scope_no = ANY ($3::int[])
    AND day BETWEEN DATE '1970-01-01' + $4::int AND DATE '1970-01-01' + $5::int`;

// Rows that only shift visitors between hours have no first event: their first_ms lies past the day.
const EARLIEST = `
  SELECT min(first) AS first
  FROM unnest($3::int[]) AS s (no)
  CROSS JOIN LATERAL (
    (SELECT (day - DATE '1970-01-01')::bigint * ${DAY_MS} + first_ms AS first FROM click_days
     WHERE workspace_no = $1 AND kind = $2 AND scope_no = s.no ORDER BY day LIMIT 1)
    UNION ALL
    (SELECT (day - DATE '1970-01-01')::bigint * ${DAY_MS} + first_ms FROM click_hours
     WHERE workspace_no = $1 AND kind = $2 AND scope_no = s.no AND first_ms < ${DAY_MS} ORDER BY day, hour LIMIT 1)
  ) AS e`;

// The days beside the folded ones are few: they are named, so that nobody walks over the folded ones.
const READ_OPEN = `
  SELECT scope_no AS "scopeNo", day - DATE '1970-01-01' AS day, NULL::smallint AS hour, visitors AS "firstVisitors",
         0 AS "lastVisitors", counts, NULL::bytea AS links, 0 AS "linksLength"
  FROM click_days
  WHERE workspace_no = $1 AND kind = ${SCOPE_KIND.link} AND scope_no = ANY ($2::int[]) AND day = ANY ($5::date[])
  UNION ALL
  SELECT scope_no, day - DATE '1970-01-01', hour, first_visitors, last_visitors, counts, NULL, 0
  FROM click_hours
  WHERE workspace_no = $1 AND kind = ${SCOPE_KIND.link} AND scope_no = ANY ($2::int[])
    AND day BETWEEN DATE '1970-01-01' + $3::int AND DATE '1970-01-01' + $4::int`;

// A day without a row of the workspace has none of anybody.
const FOLDED_DAYS = `
  SELECT d.day - DATE '1970-01-01' AS day, d.day::text AS date, f.folded_at::text AS "foldedAt"
  FROM click_days d LEFT JOIN click_folded_days f ON f.workspace_no = d.workspace_no AND f.day = d.day
  WHERE d.workspace_no = $1 AND d.kind = ${SCOPE_KIND.workspace} AND d.scope_no = 0
    AND d.day BETWEEN DATE '1970-01-01' + $2::int AND DATE '1970-01-01' + $3::int`;

const SHARED = `
  SELECT link_no AS "linkNo", day - DATE '1970-01-01' AS day, visitors FROM click_shared_visitors
  WHERE workspace_no = $1 AND link_no = ANY ($2::int[])
    AND day BETWEEN DATE '1970-01-01' + $3::int AND DATE '1970-01-01' + $4::int`;

// Events that a campaign's links of now have without it, and events that it has of other links. Both halves walk the few
// links of the campaign, or what was ever recorded with it.
const STRAYS = `
  WITH spans AS (
    SELECT k.first_day, k.last_day FROM click_link_campaigns k
    WHERE k.workspace_no = $1 AND k.campaign_no = $2 AND NOT EXISTS (
      SELECT 1 FROM links l
      WHERE l.no = k.link_no AND l.workspace_id = $3 AND l.campaign_id = $4 AND l.deleted_at IS NULL)
    UNION
    SELECT k.first_day, k.last_day FROM links l JOIN click_link_campaigns k ON k.workspace_no = $1 AND k.link_no = l.no
    WHERE l.workspace_id = $3 AND l.campaign_id = $4 AND l.deleted_at IS NULL AND k.campaign_no <> $2
  )
  SELECT lower(days) - DATE '1970-01-01' AS first, upper(days) - 1 - DATE '1970-01-01' AS last
  FROM (SELECT unnest(range_agg(daterange(first_day, last_day, '[]'))) AS days FROM spans) d
  ORDER BY first`;

// The list of a day is complete while the day is not folded.
const OPEN_VISITORS = `
  SELECT day - DATE '1970-01-01' AS day, count(*)::int AS visitors
  FROM (
    SELECT DISTINCT day, visitor FROM click_visitors
    WHERE workspace_no = $1 AND kind = ${SCOPE_KIND.link} AND scope_no = ANY ($2::int[])
      AND day BETWEEN DATE '1970-01-01' + $3::int AND DATE '1970-01-01' + $4::int
      AND (day > DATE '1970-01-01' + $3::int OR last_hour >= $5)
      AND (day < DATE '1970-01-01' + $4::int OR first_hour < $6)
  ) v GROUP BY day`;

/** Reads what the click store maintains for reports. */
@Injectable()
export class RollupsRepository {
  /** Hours and days of a scope that a window touches. `linkBytes`: how much of the clicks by link to fetch. */
  read(db: EntityManager, scope: ReportScope, window: TimeWindow, linkBytes: number): Promise<RollupRow[]> {
    return rows<RollupRow>(db, READ, [
      scope.workspaceNo,
      scope.kind,
      scope.scopeNos,
      dayOf(window.from),
      dayOf(window.to - 1),
      linkBytes,
    ]);
  }

  /** The first event ever counted, in Unix milliseconds. */
  async earliest(db: EntityManager, scope: ReportScope): Promise<number | null> {
    const row = await firstRow<{ first: string | null }>(db, EARLIEST, [scope.workspaceNo, scope.kind, scope.scopeNos]);
    return row?.first == null ? null : Number(row.first);
  }

  /** Lifetime clicks of a campaign as recorded (by its number) or of the workspace (0). */
  async lifetimeClicks(db: EntityManager, workspaceNo: number, kind: ScopeKind, scopeNo: number): Promise<number> {
    const row = await firstRow<{ clicks: string }>(
      db,
      'SELECT clicks FROM click_totals WHERE workspace_no = $1 AND kind = $2 AND scope_no = $3',
      [workspaceNo, kind, scopeNo],
    );
    return Number(row?.clicks ?? 0);
  }

  /** Hours of links, and those of their days that a late event has opened again. */
  readOpen(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
    days: FoldedDays,
  ): Promise<RollupRow[]> {
    const [first, last] = [dayOf(window.from), dayOf(window.to - 1)];
    return rows<RollupRow>(db, READ_OPEN, [workspaceNo, linkNos, first, last, days.opened]);
  }

  async foldedDays(db: EntityManager, workspaceNo: number, window: TimeWindow): Promise<FoldedDays> {
    const found = await rows<{ day: number; date: string; foldedAt: string | null }>(db, FOLDED_DAYS, [
      workspaceNo,
      dayOf(window.from),
      dayOf(window.to - 1),
    ]);
    return {
      folded: new Map(found.flatMap(({ day, foldedAt }) => (foldedAt === null ? [] : [[day, foldedAt]]))),
      opened: found.filter(({ foldedAt }) => foldedAt === null).map(({ date }) => date),
    };
  }

  /** Days on which the links that are in a campaign now may have other events than the campaign was recorded with. */
  strayDays(
    db: EntityManager,
    workspace: { id: string; no: number },
    campaign: { id: string; no: number },
  ): Promise<DaySpan[]> {
    return rows(db, STRAYS, [workspace.no, campaign.no, workspace.id, campaign.id]);
  }

  /** Visitors whom the links share with older ones, by day; see {@link countedTwice}. */
  sharedVisitors(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
  ): Promise<{ linkNo: number; day: number; visitors: Buffer }[]> {
    return rows(db, SHARED, [workspaceNo, sharedRowsOf(linkNos), dayOf(window.from), dayOf(window.to - 1)]);
  }

  /** Distinct visitors of the links together, on the days of a window that are listed, as far as the window covers them. */
  openVisitors(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
  ): Promise<{ day: number; visitors: number }[]> {
    const from = dayOf(window.from);
    const to = dayOf(window.to - 1);
    const hour = (at: number, day: number): number => (at - day * DAY_MS) / (DAY_MS / 24);
    return rows(db, OPEN_VISITORS, [workspaceNo, linkNos, from, to, hour(window.from, from), hour(window.to, to)]);
  }
}
