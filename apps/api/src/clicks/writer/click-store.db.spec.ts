import { randomUUID } from 'node:crypto';
import type { ClickEvent } from '@signpost/domain';
import { addLink, addLinks, createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aClickedLink, aVisit, type ClickedLink } from '../event/click-places.fixtures.js';
import { dropBefore, ensureMonths, partitions, readyThrough } from '../pg/click-partitions.js';
import { NEW_HOSTS_PER_DAY } from '../event/click-dictionaries.js';
import { ClickStore } from './click-store.js';
import { foldDays } from '../rollup/click-fold.js';

let database: TestDatabase;
const store = new ClickStore();
/** Number of links that needs several statements, the last one not full. */
const SEVERAL_PIECES = 250;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Place extends ClickedLink {
  readonly campaignId: string;
}

async function aPlace(): Promise<Place> {
  const link = await aClickedLink(database);
  const campaignId = randomUUID();
  await database.query(
    'INSERT INTO campaigns (id, workspace_id, name, utm_campaign) VALUES ($1::uuid, $2, $3, $1::uuid::text)',
    [campaignId, link.workspaceId, 'C'],
  );
  return { ...link, campaignId };
}

const anEvent = (place: Place, change: Partial<ClickEvent> = {}): ClickEvent => ({ ...aVisit(place, 0xaa), ...change });

function save(events: ClickEvent[]): Promise<{ stored: number; dropped: number }> {
  return database.transaction((client) => store.store(client, events));
}

async function counters(linkId: string): Promise<{ used: number; lifetime: number }> {
  const [row] = await database.query<{ used: number; lifetime: number }>(
    'SELECT used_visits::int AS used, lifetime_clicks::int AS lifetime FROM link_counters WHERE link_id = $1',
    [linkId],
  );
  return row ?? { used: -1, lifetime: -1 };
}

/** Number of visitors of each scope and day of a kind, folded or not. */
async function visitors(place: Place, kind: number): Promise<number[]> {
  const rows = await database.query<{ visitors: number }>(
    `SELECT sum(visitors)::int AS visitors
     FROM (SELECT workspace_no, kind, scope_no, day, visitors FROM click_days
           UNION ALL SELECT workspace_no, kind, scope_no, day, first_visitors FROM click_hours) d
     JOIN workspaces w ON w.no = d.workspace_no
     WHERE w.id = $1 AND d.kind = $2 GROUP BY d.scope_no, d.day ORDER BY d.scope_no, d.day`,
    [place.workspaceId, kind],
  );
  return rows.map((row) => row.visitors);
}

/** Number of visitors by the hour of their first and of their last click, for one kind of scope. */
async function visitorHours(place: Place, kind: number): Promise<[number, number, number][]> {
  const rows = await database.query<{ hour: number; first: number; last: number }>(
    `SELECT h.hour, h.first_visitors AS first, h.last_visitors AS last
     FROM click_hours h JOIN workspaces w ON w.no = h.workspace_no
     WHERE w.id = $1 AND h.kind = $2 ORDER BY h.day, h.hour`,
    [place.workspaceId, kind],
  );
  return rows.map(({ hour, first, last }) => [hour, first, last]);
}

describe('storing clicks', () => {
  test('counts lifetime clicks and used visits, the latter only where the redirect has not counted them', async () => {
    const place = await aPlace();
    await save([
      anEvent(place),
      anEvent(place, { counted: true }),
      anEvent(place, { outcome: 'bot_request', botClass: 'search' }),
      anEvent(place, { outcome: 'expired_block' }),
    ]);
    expect(await counters(place.linkId)).toEqual({ used: 1, lifetime: 2 });
  });

  test('stores nothing when the transaction fails', async () => {
    const place = await aPlace();
    const failing = database.transaction(async (client) => {
      await store.store(client, [anEvent(place, { referrerHost: 'rolled-back.example' })]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await counters(place.linkId)).toEqual({ used: 0, lifetime: 0 });
    expect(await visitors(place, 0)).toEqual([]);
    await save([anEvent(place, { referrerHost: 'rolled-back.example' })]);
    expect(await counters(place.linkId)).toEqual({ used: 1, lifetime: 1 });
  });

  test('drops the events of erased links and stores the rest of the batch', async () => {
    const place = await aPlace();
    const gone = { ...place, linkId: randomUUID() };
    const elsewhere = { ...place, workspaceId: randomUUID() };
    const result = await save([anEvent(gone), anEvent(place, { campaignId: randomUUID() }), anEvent(elsewhere)]);
    expect(result).toEqual({ stored: 1, dropped: 2 });
  });

  test('stores events of any age without a partition created in advance', async () => {
    const place = await aPlace();
    await save([
      anEvent(place, { at: Date.UTC(2020, 1, 29, 23, 59, 59, 999) }),
      anEvent(place, { at: Date.UTC(2031, 0, 1) }),
    ]);
    const rows = await database.query<{ name: string }>(
      `SELECT e.tableoid::regclass::text AS name FROM click_events e JOIN workspaces w ON w.no = e.workspace_no
       WHERE w.id = $1 ORDER BY e.occurred_at`,
      [place.workspaceId],
    );
    expect(rows.map((row) => row.name)).toEqual(['click_events_2020_02', 'click_events_2031_01']);
  });

  test('counts visitors once a day for a link, a campaign and a workspace', async () => {
    const place = await aPlace();
    const second = { ...place, linkId: await addLink(database, place.workspaceId) };
    const nextDay = Date.UTC(2026, 10, 22);
    const { campaignId } = place;
    await save([anEvent(place, { campaignId }), anEvent(second, { campaignId })]);
    await save([
      anEvent(place),
      anEvent(place, { visitor: 'ffffffffffffffff' }),
      anEvent(place, { at: nextDay }),
      anEvent(place, { visitor: '01', outcome: 'bot_request', botClass: 'ai' }),
    ]);
    expect(await visitors(place, 0)).toEqual([2, 1]);
    expect(await visitors(place, 1)).toEqual([1]);
    expect(await visitors(place, 2)).toEqual([2, 1, 1]);
  });

  test('records the hours of each visitor’s first and last click, in whatever order they come', async () => {
    const place = await aPlace();
    const at = (hour: number): number => Date.UTC(2026, 10, 21, hour);
    await save([anEvent(place, { at: at(9) }), anEvent(place, { at: at(9), visitor: 'bb' })]);
    expect(await visitorHours(place, 2)).toEqual([[9, 2, 2]]);
    await save([anEvent(place, { at: at(14) }), anEvent(place, { at: at(5) }), anEvent(place, { at: at(9) })]);
    expect(await visitorHours(place, 2)).toEqual([
      [5, 1, 0],
      [9, 1, 1],
      [14, 0, 1],
    ]);
    expect(await visitorHours(place, 0)).toEqual(await visitorHours(place, 2));
  });

  test('counts a late visitor of a folded day exactly', async () => {
    const place = await aPlace();
    const now = Date.UTC(2026, 10, 24, 1);
    const day = `day = '2026-11-21' AND workspace_no = (SELECT no FROM workspaces WHERE id = '${place.workspaceId}')`;
    await save([anEvent(place), anEvent(place, { visitor: 'bb' })]);
    await foldDays(database.pool, now - 3_600_000 * 2);
    expect(await visitorHours(place, 0)).toHaveLength(1);
    await foldDays(database.pool, now);
    expect(await database.query(`SELECT 1 FROM click_visitors WHERE ${day}`)).toEqual([]);
    expect(await visitorHours(place, 0)).toEqual([]);
    expect(await visitors(place, 0)).toEqual([2]);

    await save([anEvent(place, { at: Date.UTC(2026, 10, 21, 3) }), anEvent(place, { visitor: 'cc' })]);
    expect(await visitors(place, 0)).toEqual([3]);
    expect(await visitors(place, 2)).toEqual([3]);
    await foldDays(database.pool, now);
    expect(await visitors(place, 2)).toEqual([3]);
  });

  test('stores a limited number of new referrers of a workspace per day; further ones are counted together', async () => {
    const [place, elsewhere] = [await aPlace(), await aPlace()];
    const from = (host: string, at = place): ClickEvent => anEvent(at, { referrerHost: host });
    const hosts = Array.from({ length: NEW_HOSTS_PER_DAY + 20 }, (_, index) => `h${String(index)}.flood.example`);
    await save(hosts.map((host) => from(host)));
    await save([from('one-more.example'), from(hosts[0] ?? ''), from('welcome.example', elsewhere)]);
    const counts = await database.query<{ host: string; events: number }>(
      `SELECT r.host, count(*)::int AS events FROM click_events e JOIN referrer_hosts r ON r.no = e.referrer_no
       WHERE e.workspace_no IN (SELECT no FROM workspaces WHERE id IN ($1, $2)) GROUP BY 1`,
      [place.workspaceId, elsewhere.workspaceId],
    );
    const events = new Map(counts.map((row) => [row.host, row.events]));
    expect(events.size).toBe(NEW_HOSTS_PER_DAY + 2);
    expect(events.get('other')).toBe(21);
    expect(events.get(hosts[0] ?? '')).toBe(2);
    expect(events.get('welcome.example')).toBe(1);
  });

  test('loses nothing when concurrent writers store clicks of the same links', async () => {
    const place = await aPlace();
    const other = await aPlace();
    const batch = (seed: number): ClickEvent[] =>
      Array.from({ length: 40 }, (_, index) =>
        anEvent((index + seed) % 2 === 0 ? place : other, {
          visitor: (index % 10).toString(16),
          referrerHost: `r${String((index * (seed + 1)) % 7)}.example`,
          at: Date.UTC(2027, seed % 3, 3),
        }),
      );
    await Promise.all(Array.from({ length: 12 }, (_, seed) => save(batch(seed))));
    const total = (await counters(place.linkId)).lifetime + (await counters(other.linkId)).lifetime;
    expect(total).toBe(12 * 40);
  });

  test('stores more links and visitors than fit into one statement', async () => {
    const place = await aPlace();
    const linkIds = await addLinks(database, place.workspaceId, Array(SEVERAL_PIECES).fill({}));
    const visitTo = (linkId: string, index: number, hour: number): ClickEvent =>
      anEvent({ ...place, linkId }, { visitor: index.toString(16), at: Date.UTC(2026, 10, 21, hour) });
    await save(linkIds.map((linkId, index) => visitTo(linkId, index, 9)));
    await save(linkIds.flatMap((linkId, index) => [visitTo(linkId, index, 8), visitTo(linkId, index, 10)]));

    const used = await database.query<{ links: number; visits: number; clicks: number }>(
      `SELECT count(*)::int AS links, c.used_visits::int AS visits, c.lifetime_clicks::int AS clicks
       FROM link_counters c WHERE c.link_id = ANY ($1) GROUP BY 2, 3`,
      [linkIds],
    );
    expect(used).toEqual([{ links: SEVERAL_PIECES, visits: 3, clicks: 3 }]);
    expect(await visitors(place, 2)).toEqual(linkIds.map(() => 1));
    expect(await visitorHours(place, 0)).toEqual([
      [8, SEVERAL_PIECES, 0],
      [9, 0, 0],
      [10, 0, SEVERAL_PIECES],
    ]);
    const [spans] = await database.query<{ links: number }>(
      `SELECT count(*)::int AS links FROM click_link_campaigns k JOIN workspaces w ON w.no = k.workspace_no WHERE w.id = $1`,
      [place.workspaceId],
    );
    expect(spans?.links).toBe(SEVERAL_PIECES);
  });

  test('locks the counters of many links in the order of ids, like every other transaction that changes them', async () => {
    const place = await aPlace();
    const linkIds = (await addLinks(database, place.workspaceId, Array(SEVERAL_PIECES).fill({}))).sort();
    const lock = `SELECT FROM link_counters WHERE link_id = ANY ($1) ORDER BY link_id FOR UPDATE`;
    let saving: Promise<unknown> = Promise.resolve();
    await database.transaction(async (client) => {
      await client.query(lock, [linkIds.slice(0, 1)]);
      saving = save(linkIds.map((linkId) => anEvent({ ...place, linkId })));
      await untilSomebodyWaits(database);
      // Another transaction with a lock on one of these would wait for the first one, and this one for it: a deadlock.
      await client.query(lock, [linkIds.slice(1)]);
    });
    await saving;
    expect(await counters(linkIds[0] ?? '')).toEqual({ used: 1, lifetime: 1 });
  });

  test('is deleted with its workspace', async () => {
    const place = await aPlace();
    await save([anEvent(place, { utm: { source: 's', medium: null, campaign: null, term: null, content: null } })]);
    const [workspace] = await database.query<{ no: number }>('SELECT no FROM workspaces WHERE id = $1', [
      place.workspaceId,
    ]);
    await database.query('DELETE FROM workspaces WHERE id = $1', [place.workspaceId]);
    const tables = [
      'click_events',
      'click_hours',
      'click_visitors',
      'click_totals',
      'click_link_campaigns',
      'utm_sets',
    ];
    for (const table of tables) {
      expect(await database.query(`SELECT 1 FROM ${table} WHERE workspace_no = $1`, [workspace?.no]), table).toEqual(
        [],
      );
    }
    expect(await save([anEvent(place)])).toEqual({ stored: 0, dropped: 1 });
  });
});

describe('partitions', () => {
  test('are created in advance, reported, and dropped by retention while roll-ups remain', async () => {
    const client = await database.pool.connect();
    try {
      expect(await ensureMonths(client, Date.UTC(2040, 11, 31), 3)).toBe(3);
      expect(await ensureMonths(client, Date.UTC(2040, 11, 1), 3)).toBe(3);
      expect(await readyThrough(client)).toBe(Date.UTC(2041, 2, 1));
      const place = await aPlace();
      await save([anEvent(place, { at: Date.UTC(2019, 4, 1) })]);
      const before = (await partitions(client)).length;
      expect(await dropBefore(client, Date.UTC(2019, 5, 30))).toBe(1);
      expect((await partitions(client)).length).toBe(before - 1);
      expect(await visitors(place, 0)).toEqual([1]);
      expect(await counters(place.linkId)).toMatchObject({ lifetime: 1 });
    } finally {
      client.release();
    }
  });
});
