import { randomFrom, type ClickEvent } from '@signpost/domain';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDays } from './click-fold.js';
import { ClickFixtures, randomEvent } from './click-history.fixtures.js';
import { dropBefore } from '../pg/click-partitions.js';
import { rebuildWorkspace } from './click-rebuild.js';

const DAY = 86_400_000;
/** The day after a leap day. */
const NOW = Date.UTC(2028, 2, 1, 13, 37, 11, 500);

let database: TestDatabase;
let fixtures: ClickFixtures;

beforeAll(async () => {
  database = await createTestDatabase();
  fixtures = new ClickFixtures(database);
});
afterAll(() => database.drop());

const KEPT = {
  click_hours: 'kind, scope_no, day, hour',
  click_days: 'kind, scope_no, day',
  click_visitors: 'day, kind, scope_no, visitor',
  click_folded_days: 'day',
  click_link_campaigns: 'link_no, campaign_no',
  click_totals: 'kind, scope_no',
};

/** All data of a workspace that reports read, as text. */
async function contents(workspaceId: string): Promise<Record<string, unknown>> {
  const read = async (table: string, order: string): Promise<unknown[]> =>
    database.query(
      `SELECT to_jsonb(t) - 'folded_at' AS row FROM ${table} t WHERE workspace_no = (SELECT no FROM workspaces WHERE id = $1) ORDER BY ${order}`,
      [workspaceId],
    );
  const tables = await Promise.all(
    Object.entries(KEPT).map(async ([table, order]) => [table, await read(table, order)] as const),
  );
  const lifetime = await database.query(
    'SELECT link_id, lifetime_clicks FROM link_counters WHERE workspace_id = $1 ORDER BY link_id',
    [workspaceId],
  );
  return { ...Object.fromEntries(tables), lifetime };
}

async function rebuild(workspaceId: string): Promise<void> {
  const [workspace] = await database.query<{ no: number }>('SELECT no FROM workspaces WHERE id = $1', [workspaceId]);
  const client = await database.pool.connect();
  try {
    await rebuildWorkspace(client, workspace?.no ?? 0, NOW);
  } finally {
    client.release();
  }
}

/** Batches of events of all ages, across month ends and a leap day, of links that change campaigns or are deleted. */
async function randomHistory(seed: number): Promise<string> {
  const random = randomFrom(seed);
  const int = (below: number): number => Math.floor(random() * below);
  const workspaceId = await fixtures.workspace();
  const campaigns = [null, await fixtures.campaign(workspaceId), await fixtures.campaign(workspaceId)];
  const links = [];
  for (let index = 0; index < 8; index += 1) links.push(await fixtures.link(workspaceId));
  const batches = 10 + int(25);
  for (let batch = 0; batch < batches; batch += 1) {
    const events: ClickEvent[] = [];
    const late = random() < 0.4;
    for (let index = int(60); index >= 0; index -= 1) {
      const age = late ? random() * 40 * DAY : random() * 3 * DAY;
      events.push(
        randomEvent(random, {
          workspaceId,
          linkId: links[int(links.length)] ?? '',
          campaignId: campaigns[int(3)] ?? null,
          at: Math.floor(NOW - age),
        }),
      );
    }
    await fixtures.save(events);
    if (random() < 0.2) await foldDays(database.pool, NOW);
    if (random() < 0.1) {
      await database.query('UPDATE links SET deleted_at = now() WHERE id = $1', [links[int(links.length)]]);
    }
  }
  return workspaceId;
}

test.each([11, 12, 13, 14, 15, 16])('rebuilt data equals incrementally maintained data: history %i', async (seed) => {
  const workspaceId = await randomHistory(seed);
  await foldDays(database.pool, NOW);
  const maintained = await contents(workspaceId);
  expect(maintained['click_days']).not.toEqual([]);
  expect(maintained['click_hours']).not.toEqual([]);
  await rebuild(workspaceId);
  expect(await contents(workspaceId)).toEqual(maintained);
});

test('rebuilding repairs damaged data', async () => {
  const workspaceId = await randomHistory(21);
  await foldDays(database.pool, NOW);
  const right = await contents(workspaceId);
  const broken = 'workspace_no = (SELECT no FROM workspaces WHERE id = $1)';
  await database.query(`UPDATE click_days SET counts = '', visitors = 999 WHERE ${broken}`, [workspaceId]);
  await database.query(`DELETE FROM click_hours WHERE ${broken}`, [workspaceId]);
  await database.query('UPDATE link_counters SET lifetime_clicks = 7 WHERE workspace_id = $1', [workspaceId]);
  await rebuild(workspaceId);
  expect(await contents(workspaceId)).toEqual(right);
});

test('counts of dropped raw events are retained, even after late events and a rebuild', async () => {
  const workspaceId = await randomHistory(31);
  await foldDays(database.pool, NOW);
  const client = await database.pool.connect();
  try {
    await dropBefore(client, Date.UTC(2028, 1, 1));
  } finally {
    client.release();
  }
  const before = await contents(workspaceId);
  await rebuild(workspaceId);
  expect(await contents(workspaceId)).toEqual(before);

  const linkId = await fixtures.link(workspaceId);
  const event = randomEvent(randomFrom(1), { workspaceId, linkId, campaignId: null, at: Date.UTC(2028, 0, 25) });
  await fixtures.save([{ ...event, outcome: 'redirect_success', botClass: null }]);
  await rebuild(workspaceId);
  const [link] = await database.query<{ clicks: number }>(
    'SELECT lifetime_clicks::int AS clicks FROM link_counters WHERE link_id = $1',
    [linkId],
  );
  expect(link?.clicks).toBe(1);
  const partitions = await database.query(`SELECT to_regclass('click_events_2028_01')::text AS name`);
  expect(partitions).toEqual([{ name: null }]);
});
