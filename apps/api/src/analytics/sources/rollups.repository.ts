import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { dayOf, SCOPE_KIND, type ScopeKind } from '../../clicks/index.js';
import { DAY_MS, type TimeWindow } from '@signpost/domain';
import { firstRow, rows } from '../../platform/database/index.js';

/** The scopes of a report: the workspace, a campaign as recorded, or some links. */
export interface ReportScope {
  readonly workspaceNo: number;
  readonly kind: ScopeKind;
  /** Numbers of links, or the one number of the campaign, or 0 for the workspace. */
  readonly scopeNos: readonly number[];
}

/** Days counted from 1970-01-01, both inclusive. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** A stored hour or day of a scope. Clicks not yet merged into an hour's links are returned as another row of that hour. */
export interface RollupRow {
  readonly scopeNo: number;
  /** Days from 1970-01-01. */
  readonly day: number;
  /** Null: the whole day. */
  readonly hour: number | null;
  /** Visitors whose first click of the day was in the hour; for a whole day all visitors. */
  readonly firstVisitors: number;
  /** Visitors whose last click of the day was in the hour; for a whole day 0. */
  readonly lastVisitors: number;
  readonly counts: Buffer;
  /** The beginning of the list of clicks by link. */
  readonly links: Buffer | null;
  readonly linksLength: number;
}

// Links have no list of clicks by link, so their rows, which can be thousands, are not read a second time for it.
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
    AND day BETWEEN DATE '1970-01-01' + $4::int AND DATE '1970-01-01' + $5::int
  UNION ALL
  SELECT scope_no, day - DATE '1970-01-01', hour, 0, 0, ''::bytea, substr(recent_links, 1, $6), length(recent_links)
  FROM click_hours
  WHERE workspace_no = $1 AND kind = $2 AND $2 <> ${SCOPE_KIND.link} AND scope_no = ANY ($3::int[])
    AND day BETWEEN DATE '1970-01-01' + $4::int AND DATE '1970-01-01' + $5::int AND recent_links IS NOT NULL`;

// Rows that only shift visitors between hours have no first event; their first_ms is after the end of the day.
const EARLIEST = `
  SELECT min(first) AS first
  FROM unnest($3::int[]) AS s (no)
  CROSS JOIN LATERAL (
    (SELECT (day - DATE '1970-01-01')::bigint * ${DAY_MS} + first_ms AS first FROM click_days
     WHERE workspace_no = $1 AND kind = $2 AND scope_no = s.no AND day >= $4::date ORDER BY day LIMIT 1)
    UNION ALL
    (SELECT (day - DATE '1970-01-01')::bigint * ${DAY_MS} + first_ms FROM click_hours
     WHERE workspace_no = $1 AND kind = $2 AND scope_no = s.no AND day >= $4::date AND first_ms < ${DAY_MS}
     ORDER BY day, hour LIMIT 1)
  ) AS e`;

// Days with events of a campaign's current links outside the campaign, and with events of other links in it. Both parts only read
// the few links of the campaign, or the links ever recorded with it.
const MOVED = `
  WITH spans AS (
    SELECT k.first_day, k.last_day FROM click_link_campaigns k
    WHERE k.workspace_no = $1 AND k.campaign_no = $2 AND k.campaign_no <> 0 AND NOT EXISTS (
      SELECT 1 FROM links l
      WHERE l.no = k.link_no AND l.workspace_id = $3 AND l.campaign_id = $4 AND l.deleted_at IS NULL)
    UNION
    SELECT k.first_day, k.last_day FROM links l JOIN click_link_campaigns k ON k.workspace_no = $1 AND k.link_no = l.no
    WHERE l.workspace_id = $3 AND l.campaign_id = $4 AND l.deleted_at IS NULL AND k.campaign_no <> $2
  )
  SELECT lower(days) - DATE '1970-01-01' AS first, upper(days) - 1 - DATE '1970-01-01' AS last
  FROM (SELECT unnest(range_agg(daterange(first_day, last_day, '[]'))) AS days FROM spans) d
  ORDER BY first`;

const ELSEWHERE = `
  SELECT EXISTS (
    SELECT FROM click_link_campaigns
    WHERE workspace_no = $1 AND link_no = ANY ($2::int[]) AND campaign_no <> ALL ($3::int[])
      AND first_day <= DATE '1970-01-01' + $5::int AND last_day >= DATE '1970-01-01' + $4::int) AS "isElsewhere"`;

const FOLDED = `
  SELECT EXISTS (
    SELECT FROM click_days
    WHERE workspace_no = $1 AND kind = $2 AND scope_no = ANY ($3::int[])
      AND day = ANY (SELECT DATE '1970-01-01' + unnest($4::int[]))) AS "areFolded"`;

/** Reads the roll-ups that the click store maintains for reports. */
@Injectable()
export class RollupsRepository {
  /** Hours and days of a scope that overlap a window. `linkBytes`: number of bytes to read of each list of clicks by link. */
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

  /** Whether events of the scope on any of the days (counted from 1970-01-01) are stored by the whole day. */
  async areAnyFolded(db: EntityManager, scope: ReportScope, days: readonly number[]): Promise<boolean> {
    if (days.length === 0) return false;
    const parameters = [scope.workspaceNo, scope.kind, scope.scopeNos, days];
    return (await firstRow<{ areFolded: boolean }>(db, FOLDED, parameters))?.areFolded === true;
  }

  /**
   * Time of the first event ever counted, in Unix milliseconds; null without any.
   * @param since a UTC day (`YYYY-MM-DD`): only events on or after it.
   */
  async earliest(db: EntityManager, scope: ReportScope, since = '-infinity'): Promise<number | null> {
    const parameters = [scope.workspaceNo, scope.kind, scope.scopeNos, since];
    const row = await firstRow<{ first: string | null }>(db, EARLIEST, parameters);
    return row?.first == null ? null : Number(row.first);
  }

  /** The UTC day (`YYYY-MM-DD`) before which retention has dropped the events; null if it has dropped none. */
  async droppedBefore(db: EntityManager): Promise<string | null> {
    const row = await firstRow<{ day: string }>(db, 'SELECT dropped_before::text AS day FROM click_retention');
    return row?.day ?? null;
  }

  /** The links that were ever recorded with a campaign. */
  async linksOfCampaign(db: EntityManager, workspaceNo: number, campaignNo: number): Promise<number[]> {
    const sql = `SELECT link_no AS no FROM click_link_campaigns
      WHERE workspace_no = $1 AND campaign_no = $2 AND campaign_no <> 0`;
    return (await rows<{ no: number }>(db, sql, [workspaceNo, campaignNo])).map(({ no }) => no);
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

  /** Whether all clicks of the links in a window were recorded with the campaign; false if that is not certain. */
  async areAlone(
    db: EntityManager,
    campaign: ReportScope,
    linkNos: readonly number[],
    window: TimeWindow,
  ): Promise<boolean> {
    if (linkNos.length === 0) return true;
    const days = [dayOf(window.from), dayOf(window.to - 1)];
    const row = await firstRow<{ isElsewhere: boolean }>(db, ELSEWHERE, [
      campaign.workspaceNo,
      linkNos,
      campaign.scopeNos,
      ...days,
    ]);
    return row?.isElsewhere === false;
  }

  /** Days on which the events of a campaign's current links may differ from those recorded with the campaign. */
  movedDays(
    db: EntityManager,
    workspace: { id: string; no: number },
    campaign: { id: string; no: number },
  ): Promise<DaySpan[]> {
    return rows(db, MOVED, [workspace.no, campaign.no, workspace.id, campaign.id]);
  }
}
