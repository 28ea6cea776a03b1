import type { ClickEvent } from '@signpost/domain';
import type pg from 'pg';
import { codesOf, type CodedEvent } from './click-codes.js';
import { addToHours } from './click-hours.js';
import { findScopes, linkKey, referrerNumbers, utmKey, utmNumbers, type ClickScopes } from './click-dictionaries.js';
import { ensurePartitions, monthOf } from './click-partitions.js';
import { copyEvents } from './click-rows.js';
import { addVisitors, reopenDays } from './click-visitors.js';
import { lockRollups } from './rollup-lock.js';
import { rollUpHours, type Rollup } from './rollup.js';
import { dayOf, SCOPE_KIND } from './scope.js';

/** What became of a batch. */
export interface StoredClicks {
  readonly stored: number;
  /** Events of links or workspaces that no longer exist: nothing is left that could count them. */
  readonly dropped: number;
}

/** Stores batches of click events with everything that reports read of them. */
export class ClickStore {
  /**
   * Stores the events, and with them roll-ups, visitor sets, lifetime clicks and, for events that are not `counted`,
   * used visits: all of it or nothing, in the caller's transaction (READ COMMITTED). Call it once per transaction, as
   * the last thing before the commit: several writers take their locks in the order of this method.
   *
   * Events may come in any order and be of any age. Those of a deleted link are stored; those of an erased link or
   * workspace are dropped; a campaign that no longer exists is forgotten.
   */
  async store(client: pg.ClientBase, events: readonly ClickEvent[]): Promise<StoredClicks> {
    if (events.length === 0) return { stored: 0, dropped: 0 };
    await ensurePartitions(
      client,
      events.map((event) => monthOf(event.at)),
    );
    const scopes = await findScopes(client, events);
    const known = events.filter((event) => scopes.links.has(linkKey(event)));
    const coded = await this.encode(client, known, scopes);
    await lockRollups(
      client,
      coded.map((event) => event.workspaceNo),
    );
    // Before the raw rows go in: they would find their own visitors there.
    for (const [workspaceNo, days] of daysByWorkspace(coded)) await reopenDays(client, workspaceNo, days);
    await copyEvents(client, coded);

    // The batch is far smaller than the tables it meets: look up each key, never read a table to join it.
    await client.query('SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off');
    const shifts = await addVisitors(client, coded);
    const rollups = rollUpHours(coded);
    const lifetime = clicksByLink(rollups);
    await this.addTotals(client, rollups);
    await addToHours(client, rollups, shifts);
    // Last, because visits of capped links wait for these rows.
    await this.addCounters(client, known, scopes, lifetime);
    return { stored: known.length, dropped: events.length - known.length };
  }

  private async encode(
    client: pg.ClientBase,
    events: readonly ClickEvent[],
    scopes: ClickScopes,
  ): Promise<CodedEvent[]> {
    const utms = new Map<string, { workspaceNo: number; utm: ClickEvent['utm'] }>();
    const partial = events.map((event) => {
      const link = scopes.links.get(linkKey(event)) ?? { no: 0, workspaceNo: 0 };
      const key = utmKey(link.workspaceNo, event.utm);
      if (key !== null) utms.set(key, { workspaceNo: link.workspaceNo, utm: event.utm });
      return { event, link, key };
    });
    const referrers = await referrerNumbers(
      client,
      events.map((event) => event.referrerHost),
    );
    const utmSets = await utmNumbers(client, utms);
    return partial.map(({ event, link, key }) => ({
      ...codesOf(event),
      workspaceNo: link.workspaceNo,
      linkNo: link.no,
      campaignNo: event.campaignId === null ? 0 : (scopes.campaigns.get(event.campaignId) ?? 0),
      utmNo: key === null ? 0 : (utmSets.get(key) ?? 0),
      referrerNo: referrers.get(event.referrerHost) ?? 0,
    }));
  }

  /** Lifetime clicks of workspaces and campaigns. */
  private async addTotals(client: pg.ClientBase, rollups: readonly Rollup[]): Promise<void> {
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

  /** Lifetime clicks and used visits of links. */
  private async addCounters(
    client: pg.ClientBase,
    events: readonly ClickEvent[],
    scopes: ClickScopes,
    lifetime: ReadonlyMap<number, number>,
  ): Promise<void> {
    const changes = new Map<string, { clicks: number; visits: number }>();
    for (const event of events) {
      const isClick = event.outcome === 'redirect_success' && event.botClass === null;
      if (!isClick || changes.has(event.linkId)) continue;
      changes.set(event.linkId, { clicks: lifetime.get(scopes.links.get(linkKey(event))?.no ?? 0) ?? 0, visits: 0 });
    }
    for (const event of events) {
      const change = changes.get(event.linkId);
      const isClick = event.outcome === 'redirect_success' && event.botClass === null;
      if (change !== undefined && isClick && !event.counted) change.visits += 1;
    }
    if (changes.size === 0) return;
    const ids = [...changes.keys()].sort();
    await client.query(
      `WITH locked AS MATERIALIZED (
         SELECT link_id FROM link_counters WHERE link_id = ANY ($1) ORDER BY link_id FOR UPDATE
       )
       UPDATE link_counters c SET lifetime_clicks = c.lifetime_clicks + t.clicks, used_visits = c.used_visits + t.visits
       FROM locked JOIN unnest($1::uuid[], $2::int[], $3::int[]) AS t (link_id, clicks, visits) USING (link_id)
       WHERE c.link_id = locked.link_id`,
      [ids, ids.map((id) => changes.get(id)?.clicks ?? 0), ids.map((id) => changes.get(id)?.visits ?? 0)],
    );
  }
}

/** Clicks by link number, over all hours of the batch. */
function clicksByLink(rollups: readonly Rollup[]): Map<number, number> {
  const clicks = new Map<number, number>();
  for (const rollup of rollups) {
    if (rollup.scope.kind !== SCOPE_KIND.link) continue;
    clicks.set(rollup.scope.scopeNo, (clicks.get(rollup.scope.scopeNo) ?? 0) + rollup.clicks);
  }
  return clicks;
}

function daysByWorkspace(events: readonly CodedEvent[]): Map<number, number[]> {
  const days = new Map<number, Set<number>>();
  for (const { workspaceNo, at } of events) {
    const known = days.get(workspaceNo);
    if (known === undefined) days.set(workspaceNo, new Set([dayOf(at)]));
    else known.add(dayOf(at));
  }
  return new Map([...days].map(([workspaceNo, known]) => [workspaceNo, [...known]]));
}
