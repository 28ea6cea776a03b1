import type pg from 'pg';
import { trafficClass, TRAFFIC_CLASS, type CodedEvent } from './click-codes.js';
import { dayOf, SCOPE_KIND, scopeDayKey, scopesOf, type ScopeKind } from './scope.js';

/** Advisory lock between storing visitors (shared) and folding days (exclusive): "fold" in ASCII. */
const FOLD_LOCK = 0x666f6c64;

const ADD = `
  WITH added AS (
    INSERT INTO click_visitors (day, workspace_no, kind, scope_no, visitor)
    SELECT DATE '1970-01-01' + day, workspace_no, kind, scope_no, visitor
    FROM unnest($1::int[], $2::int[], $3::smallint[], $4::int[], $5::bigint[])
      AS t (day, workspace_no, kind, scope_no, visitor)
    ON CONFLICT DO NOTHING
    RETURNING day, workspace_no, kind, scope_no
  )
  SELECT day - DATE '1970-01-01' AS day, workspace_no AS "workspaceNo", kind, scope_no AS "scopeNo",
         count(*)::int AS visitors
  FROM added GROUP BY 1, 2, 3, 4`;

/** Keeps days from being folded until the transaction ends. */
export async function holdFolding(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [FOLD_LOCK]);
}

/**
 * Puts the visitors of the events' clicks into their days' sets.
 * @returns how many of them were new, by scopeDayKey.
 */
export async function addVisitors(client: pg.ClientBase, events: readonly CodedEvent[]): Promise<Map<string, number>> {
  const seen = new Set<string>();
  const columns: [number[], number[], number[], number[], bigint[]] = [[], [], [], [], []];
  for (const event of events) {
    if (trafficClass(event) !== TRAFFIC_CLASS.click) continue;
    const day = dayOf(event.at);
    const { workspaceNo, visitor } = event;
    for (const { kind, scopeNo } of scopesOf(event)) {
      const key = `${workspaceNo}/${kind}/${scopeNo}/${day}/${visitor}`;
      if (seen.has(key)) continue;
      seen.add(key);
      columns[0].push(day);
      columns[1].push(workspaceNo);
      columns[2].push(kind);
      columns[3].push(scopeNo);
      columns[4].push(visitor);
    }
  }
  if (seen.size === 0) return new Map();
  const added = await client.query<{
    day: number;
    workspaceNo: number;
    kind: ScopeKind;
    scopeNo: number;
    visitors: number;
  }>(ADD, columns);
  return new Map(added.rows.map((row) => [scopeDayKey(row), row.visitors]));
}

/**
 * Opens those of the days (counted from 1970-01-01) that were folded: fills their visitor sets again from the raw
 * events, so that a late event is compared with everybody who came that day. Where retention has dropped the raw events
 * the sets stay empty, and a late visitor counts as new.
 */
export async function reopenDays(client: pg.ClientBase, days: readonly number[]): Promise<void> {
  const folded = await client.query<{ day: string }>(
    `SELECT day::text FROM click_folded_days WHERE day - DATE '1970-01-01' = ANY ($1) ORDER BY day FOR UPDATE`,
    [days],
  );
  for (const { day } of folded.rows) {
    await client.query(
      `INSERT INTO click_visitors (day, workspace_no, kind, scope_no, visitor)
       SELECT DISTINCT $1::date, e.workspace_no, s.kind, s.scope_no, e.visitor
       FROM click_events e
       CROSS JOIN LATERAL (VALUES (${SCOPE_KIND.workspace}::smallint, 0), (${SCOPE_KIND.link}::smallint, e.link_no),
         (${SCOPE_KIND.campaign}::smallint, nullif(e.campaign_no, 0))) AS s (kind, scope_no)
       WHERE e.occurred_at >= $1::date::timestamp AT TIME ZONE 'UTC'
         AND e.occurred_at < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'
         AND e.outcome = 0 AND e.bot_class = 0 AND s.scope_no IS NOT NULL
       ON CONFLICT DO NOTHING`,
      [day],
    );
    await client.query('DELETE FROM click_folded_days WHERE day = $1', [day]);
  }
}

/**
 * Folds every open day before `before` (Unix milliseconds) whose visitors are still listed: keeps each link's set packed
 * beside its count, and empties the list. Counts do not change; a late event opens its day again.
 * @returns the number of days folded.
 */
export async function foldDays(pool: pg.Pool, before: number): Promise<number> {
  const open = await pool.query<{ day: string }>(
    `WITH RECURSIVE days AS (
       (SELECT day FROM click_visitors ORDER BY day LIMIT 1)
       UNION ALL
       SELECT (SELECT v.day FROM click_visitors v WHERE v.day > days.day ORDER BY v.day LIMIT 1) FROM days WHERE day IS NOT NULL
     )
     SELECT day::text FROM days WHERE day - DATE '1970-01-01' < $1`,
    [dayOf(before)],
  );
  for (const { day } of open.rows) await foldDay(pool, day);
  return open.rows.length;
}

async function foldDay(pool: pg.Pool, day: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [FOLD_LOCK]);
    await client.query(
      `UPDATE click_days d SET visitor_set = s.visitors
       FROM (
         SELECT workspace_no, scope_no, string_agg(int8send(visitor), ''::bytea ORDER BY visitor) AS visitors
         FROM click_visitors WHERE day = $1 AND kind = ${SCOPE_KIND.link} GROUP BY workspace_no, scope_no
       ) s
       WHERE d.workspace_no = s.workspace_no AND d.kind = ${SCOPE_KIND.link} AND d.scope_no = s.scope_no AND d.day = $1`,
      [day],
    );
    await client.query('DELETE FROM click_visitors WHERE day = $1', [day]);
    await client.query(
      'INSERT INTO click_folded_days (day) VALUES ($1) ON CONFLICT (day) DO UPDATE SET folded_at = DEFAULT',
      [day],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
