import type pg from 'pg';
import type { Rollup } from '../rollup/rollup.js';
import { SCOPE_KIND } from '../rollup/scope.js';
import { int4Array, uuidArray } from '../pg/sql-array.js';

/** Adds the clicks of roll-ups to the lifetime clicks of their workspaces and campaigns. */
export async function addTotals(client: pg.ClientBase, rollups: readonly Rollup[]): Promise<void> {
  const groups = rollups.filter(({ scope, clicks }) => scope.kind !== SCOPE_KIND.link && clicks > 0);
  if (groups.length === 0) return;
  await client.query(
    `INSERT INTO click_totals (workspace_no, kind, scope_no, clicks)
     SELECT workspace_no, kind, scope_no, sum(clicks)
     FROM unnest($1::int[], $2::smallint[], $3::int[], $4::int[]) AS t (workspace_no, kind, scope_no, clicks)
     GROUP BY 1, 2, 3
     ON CONFLICT (workspace_no, kind, scope_no) DO UPDATE SET clicks = click_totals.clicks + EXCLUDED.clicks`,
    [
      groups.map(({ scope }) => scope.workspaceNo),
      groups.map(({ scope }) => scope.kind),
      groups.map(({ scope }) => scope.scopeNo),
      groups.map(({ clicks }) => clicks),
    ],
  );
}

/** Clicks by link number, summed over all hours or days of the roll-ups. */
export function clicksByLink(rollups: readonly Rollup[]): Map<number, number> {
  const clicks = new Map<number, number>();
  for (const { scope, clicks: count } of rollups) {
    if (scope.kind === SCOPE_KIND.link && count > 0)
      clicks.set(scope.scopeNo, (clicks.get(scope.scopeNo) ?? 0) + count);
  }
  return clicks;
}

const FIND_IDS = 'SELECT id, no FROM links WHERE no = ANY ($1::int[])';

// Rows are locked in the order in which they are found, which is the order of the given ids as long as the planner looks them
// up one by one; while a batch is stored, it has no other plan to choose.
const ADD = `
  UPDATE link_counters c
  SET lifetime_clicks = c.lifetime_clicks + t.clicks, used_visits = c.used_visits + t.visits
  FROM unnest($1::uuid[], $2::int[], $3::int[]) AS t (link_id, clicks, visits)
  WHERE c.link_id = t.link_id`;

/**
 * Adds to the lifetime clicks and used visits of links, by link number. Call it last in a transaction: visits of capped links
 * wait for the rows that it locks.
 */
export async function addCounters(
  client: pg.ClientBase,
  clicks: ReadonlyMap<number, number>,
  visits: ReadonlyMap<number, number>,
): Promise<void> {
  const found = await client.query<{ id: string; no: number }>(FIND_IDS, [int4Array([...clicks.keys()])]);
  // Every transaction that locks several of these rows does so in the order of ids, to avoid deadlocks.
  const links = found.rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (links.length === 0) return;
  const values = [
    uuidArray(links.map(({ id }) => id)),
    int4Array(links.map(({ no }) => clicks.get(no) ?? 0)),
    int4Array(links.map(({ no }) => visits.get(no) ?? 0)),
  ];
  await client.query(ADD, values);
}
