import type { ClickEvent } from '@signpost/domain';
import type pg from 'pg';

/**
 * Stores a batch of events and moves the counters, within the transaction that is open on `client`. Events of links
 * that are gone for good are left out.
 */
export class ClickStore {
  async store(client: pg.ClientBase, events: readonly ClickEvent[]): Promise<void> {
    const visits = new Map<string, { used: number; clicks: number }>();
    for (const event of events) {
      if (event.outcome !== 'redirect_success') continue;
      const visit = visits.get(event.linkId) ?? { used: 0, clicks: 0 };
      visit.clicks += 1;
      if (!event.counted) visit.used += 1;
      visits.set(event.linkId, visit);
    }
    if (visits.size === 0) return;
    // One order of locks for everyone, so that two writers never wait for each other in a ring.
    const links = [...visits].sort(([a], [b]) => (a < b ? -1 : 1));
    await client.query(COUNT_VISITS, [
      links.map(([id]) => id),
      links.map(([, visit]) => visit.used),
      links.map(([, visit]) => visit.clicks),
    ]);
  }
}

const COUNT_VISITS = `
  UPDATE link_counters SET used_visits = used_visits + added.used, lifetime_clicks = lifetime_clicks + added.clicks
  FROM unnest($1::uuid[], $2::int[], $3::int[]) AS added (link_id, used, clicks)
  WHERE link_counters.link_id = added.link_id`;
