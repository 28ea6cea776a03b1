import { DAY_MS } from '@signpost/domain';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/transaction.js';
import { BatchVisitors } from '../visitors/batch-visitors.js';
import { TRAFFIC_CLASS, type CodedEvent } from '../event/click-codes.js';
import { packedTotals } from './click-counts.js';
import { addToHours } from './click-hours.js';
import { addVisitors } from '../visitors/click-visitors.js';
import { firstOpenDay } from './click-fold.js';
import { rollUpDay, writeFoldedDay } from './folded-day.js';
import { addLinkCampaignsOf } from './link-campaigns.js';
import { eachLinkClicks } from './link-clicks.js';
import { lockRollups } from './rollup-lock.js';
import { HourRollups } from './rollup.js';
import { SCOPE_KIND, type ScopeKind } from './scope.js';

/** Called after each day. */
export type RebuildProgress = (done: number, total: number) => void;

// Days whose raw events retention has dropped cannot be rebuilt and are not touched.
const DAYS = `
  SELECT DISTINCT day::text FROM (
    SELECT (occurred_at AT TIME ZONE 'UTC')::date AS day FROM click_events WHERE workspace_no = $1
    UNION ALL SELECT day FROM click_days WHERE workspace_no = $1
    UNION ALL SELECT day FROM click_hours WHERE workspace_no = $1
  ) d
  WHERE to_regclass('click_events_' || to_char(day, 'YYYY_MM')) IS NOT NULL
  ORDER BY 1`;

const EVENTS = `
  SELECT (extract(epoch FROM occurred_at) * 1000)::float8 AS at, workspace_no AS "workspaceNo", link_no AS "linkNo",
         campaign_no AS "campaignNo", utm_no AS "utmNo", referrer_no AS "referrerNo", country, outcome, device, browser, os,
         bot_class AS bot, visitor::text AS visitor
  FROM click_events
  WHERE workspace_no = $1 AND occurred_at >= $2::date::timestamp AT TIME ZONE 'UTC'
    AND occurred_at < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/**
 * Recomputes everything that reports read of a workspace from its raw events, one day per transaction, and its lifetime
 * clicks from the result. Writers of the workspace wait for one day at a time; reports stay correct meanwhile.
 * @param now Unix milliseconds.
 */
export async function rebuildWorkspace(
  client: pg.ClientBase,
  workspaceNo: number,
  now: number,
  progress: RebuildProgress = () => undefined,
): Promise<void> {
  const days = (await client.query<{ day: string }>(DAYS, [workspaceNo])).rows;
  for (const [index, { day }] of days.entries()) {
    await locked(client, workspaceNo, () => rebuildDay(client, workspaceNo, day, now));
    progress(index + 1, days.length);
  }
  await locked(client, workspaceNo, () => rebuildLifetime(client, workspaceNo));
}

const DAY_TABLES = ['click_hours', 'click_days', 'click_visitors', 'click_folded_days'];

/** Recomputes a day (`YYYY-MM-DD`), in a transaction that holds the workspace's lock. */
export async function rebuildDay(client: pg.ClientBase, workspaceNo: number, day: string, now: number): Promise<void> {
  for (const table of DAY_TABLES) {
    await client.query(`DELETE FROM ${table} WHERE workspace_no = $1 AND day = $2`, [workspaceNo, day]);
  }
  const found = await client.query<Omit<CodedEvent, 'visitor'> & { visitor: string }>(EVENTS, [workspaceNo, day]);
  const events: CodedEvent[] = found.rows.map((row) => ({ ...row, visitor: BigInt(row.visitor) }));
  // Spans are only ever widened, so that those of dropped months remain.
  await addLinkCampaignsOf(client, events);
  if (Date.parse(day) / DAY_MS < firstOpenDay(now)) {
    await writeFoldedDay(client, workspaceNo, day, rollUpDay(events));
  } else {
    const visitors = new BatchVisitors();
    const rollups = new HourRollups();
    for (const event of events) {
      visitors.add(event);
      rollups.add(event);
    }
    await addToHours(client, rollups.all, await addVisitors(client, visitors));
  }
}

interface GroupRow {
  readonly kind: ScopeKind;
  readonly scopeNo: number;
  readonly counts: Buffer;
  readonly links: Buffer | null;
}

/** Recomputes the lifetime clicks of the workspace, its campaigns and its links from the roll-ups, which outlive the raw events. */
async function rebuildLifetime(client: pg.ClientBase, workspaceNo: number): Promise<void> {
  const groups = new Map<string, { kind: ScopeKind; scopeNo: number; clicks: number }>();
  const links = new Map<number, number>();
  const rows = await client.query<GroupRow>(
    `SELECT kind, scope_no AS "scopeNo", counts, links FROM click_days WHERE workspace_no = $1 AND kind < $2
     UNION ALL SELECT kind, scope_no, counts, links FROM click_hours WHERE workspace_no = $1 AND kind < $2
     UNION ALL SELECT kind, scope_no, ''::bytea, recent_links FROM click_hours WHERE workspace_no = $1 AND kind < $2`,
    [workspaceNo, SCOPE_KIND.link],
  );
  for (const { kind, scopeNo, counts, links: byLink } of rows.rows) {
    const key = `${kind}/${scopeNo}`;
    const group = groups.get(key) ?? { kind, scopeNo, clicks: 0 };
    group.clicks += packedTotals(counts)[TRAFFIC_CLASS.click] ?? 0;
    groups.set(key, group);
    if (kind === SCOPE_KIND.workspace && byLink !== null) {
      eachLinkClicks(byLink, (linkNo, clicks) => links.set(linkNo, (links.get(linkNo) ?? 0) + clicks));
    }
  }
  const totals = [...groups.values()].filter(({ clicks }) => clicks > 0);
  await client.query('DELETE FROM click_totals WHERE workspace_no = $1', [workspaceNo]);
  await client.query(
    `INSERT INTO click_totals (workspace_no, kind, scope_no, clicks)
     SELECT $1, * FROM unnest($2::smallint[], $3::int[], $4::bigint[])`,
    [
      workspaceNo,
      totals.map(({ kind }) => kind),
      totals.map(({ scopeNo }) => scopeNo),
      totals.map(({ clicks }) => clicks),
    ],
  );
  await client.query(
    `WITH locked AS MATERIALIZED (
       SELECT c.link_id, coalesce(t.clicks, 0) AS clicks
       FROM workspaces w JOIN links l ON l.workspace_id = w.id JOIN link_counters c ON c.link_id = l.id
       LEFT JOIN unnest($2::int[], $3::bigint[]) AS t (no, clicks) ON t.no = l.no
       WHERE w.no = $1 AND c.lifetime_clicks <> coalesce(t.clicks, 0)
       ORDER BY c.link_id FOR UPDATE OF c
     )
     UPDATE link_counters c SET lifetime_clicks = locked.clicks FROM locked WHERE c.link_id = locked.link_id`,
    [workspaceNo, [...links.keys()], [...links.values()]],
  );
}

function locked(client: pg.ClientBase, workspaceNo: number, work: () => Promise<void>): Promise<void> {
  return inTransaction(client, async () => {
    await lockRollups(client, [workspaceNo]);
    await work();
  });
}
