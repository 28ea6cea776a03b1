import type pg from 'pg';
import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from './click-codes.js';
import type { VisitorShift } from './click-hours.js';
import { numberArray } from './sql-array.js';
import { dayOf, hourOf, SCOPE_KIND, scopesOf } from './scope.js';

/** Former hours of a visitor who is new. */
const NO_HOUR = -1;

// One visit to the index for a new visitor, which most are. In the order of the index: neighbours share its pages.
// What the hours were before comes back through columns of its own, because RETURNING knows only the new row.
const ADD = `
  WITH put AS (
    INSERT INTO click_visitors AS v (workspace_no, day, kind, scope_no, visitor, first_hour, last_hour)
    SELECT workspace_no, DATE '1970-01-01' + day, kind, scope_no, visitor, first, last
    FROM (
      SELECT * FROM unnest($1::int[], $2::int[], $3::smallint[], $4::int[], $5::bigint[], $6::smallint[], $7::smallint[])
        AS t (workspace_no, day, kind, scope_no, visitor, first, last)
      ORDER BY 1, 2, 3, 4, 5
    ) t
    ON CONFLICT (workspace_no, day, kind, scope_no, visitor) DO UPDATE SET
      first_hour = least(v.first_hour, EXCLUDED.first_hour),
      last_hour = greatest(v.last_hour, EXCLUDED.last_hour),
      former_first_hour = v.first_hour,
      former_last_hour = v.last_hour
    WHERE EXCLUDED.first_hour < v.first_hour OR EXCLUDED.last_hour > v.last_hour
    RETURNING workspace_no, day, kind, scope_no, first_hour, last_hour, former_first_hour, former_last_hour
  ), changes AS (
    SELECT workspace_no, day, kind, scope_no, first_hour, last_hour, former_first_hour, former_last_hour, count(*) AS visitors
    FROM put GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  )
  SELECT workspace_no AS "workspaceNo", day - DATE '1970-01-01' AS day, kind, scope_no AS "scopeNo", s.hour,
         sum(s.first * visitors)::int AS first, sum(s.last * visitors)::int AS last
  FROM changes CROSS JOIN LATERAL (VALUES
    (first_hour, 1, 0), (former_first_hour, -1, 0), (last_hour, 0, 1), (former_last_hour, 0, -1)
  ) AS s (hour, first, last)
  WHERE s.hour <> ${NO_HOUR}
  GROUP BY workspace_no, day, kind, scope_no, s.hour
  HAVING sum(s.first * visitors) <> 0 OR sum(s.last * visitors) <> 0`;

/**
 * Puts the visitors of the events' clicks into their days' sets.
 * @returns what that changes in each hour.
 */
export async function addVisitors(client: pg.ClientBase, events: Iterable<CodedEvent>): Promise<VisitorShift[]> {
  const columns = visitorColumns(events);
  if (columns[0].length === 0) return [];
  return (await client.query<VisitorShift>(ADD, columns.map(numberArray))).rows;
}

type VisitorColumns = [number[], number[], number[], number[], bigint[], number[], number[]];

/** Each visitor of a scope and day once, with the hours of the first and the last click. */
function visitorColumns(events: Iterable<CodedEvent>): VisitorColumns {
  const positions = new Map<string, number>();
  const columns: VisitorColumns = [[], [], [], [], [], [], []];
  const [workspaces, days, kinds, scopeNos, visitors, firsts, lasts] = columns;
  for (const event of events) {
    if (trafficClass(event) !== TRAFFIC_CLASS.click) continue;
    const day = dayOf(event.at);
    const hour = hourOf(event.at);
    for (const { workspaceNo, kind, scopeNo } of scopesOf(event)) {
      const key = `${workspaceNo}/${day}/${kind}/${scopeNo}/${event.visitor}`;
      const position = positions.get(key);
      if (position === undefined) {
        positions.set(key, visitors.length);
        workspaces.push(workspaceNo);
        days.push(day);
        kinds.push(kind);
        scopeNos.push(scopeNo);
        visitors.push(event.visitor);
        firsts.push(hour);
        lasts.push(hour);
      } else {
        firsts[position] = Math.min(firsts[position] ?? hour, hour);
        lasts[position] = Math.max(lasts[position] ?? hour, hour);
      }
    }
  }
  return columns;
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
 * Opens those of the workspace's days (counted from 1970-01-01) that were folded: fills their visitor sets again from
 * the raw events, so that a late event is compared with everybody who came that day. The caller holds the workspace's
 * lock. Where retention has dropped the raw events the sets stay empty, and a late visitor counts as new.
 */
export async function reopenDays(client: pg.ClientBase, workspaceNo: number, days: readonly number[]): Promise<void> {
  const folded = await client.query<{ day: string }>(
    `DELETE FROM click_folded_days WHERE workspace_no = $1 AND day - DATE '1970-01-01' = ANY ($2) RETURNING day::text`,
    [workspaceNo, days],
  );
  for (const { day } of folded.rows) await client.query(REOPEN, [workspaceNo, day]);
}
