import { decodedText, randomFrom } from '@signpost/domain';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildWorkspace } from '../clicks/index.js';
import { findWorkspace, seedClicks, seedLinks } from './index.js';

const NOW = Date.UTC(2026, 10, 21, 15, 4, 5);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function rollups(): Promise<unknown> {
  return {
    days: await database.query('SELECT t::text FROM click_days t ORDER BY kind, scope_no, day'),
    hours: await database.query('SELECT t::text FROM click_hours t ORDER BY kind, scope_no, day, hour'),
    totals: await database.query('SELECT t::text FROM click_totals t ORDER BY kind, scope_no'),
    counters: await database.query('SELECT link_id, lifetime_clicks FROM link_counters ORDER BY link_id'),
  };
}

test('an empty instance gets an account, and exactly the events asked for, rolled up as if they had happened', async () => {
  const client = await database.pool.connect();
  try {
    const workspace = await findWorkspace(client, null);
    expect(workspace.signIn?.email).toBe('demo@example.com');
    const progress: number[] = [];
    // The second run adds to days that the first one has filled.
    for (const [seed, events] of [
      [1, 3000],
      [2, 500],
    ] as const) {
      const plan = { now: NOW, days: 12, random: randomFrom(seed) };
      const links = await seedLinks(client, workspace, { ...plan, count: 40 });
      await seedClicks(client, { ...plan, workspaceNo: workspace.no, events, links }, (stored) =>
        progress.push(stored),
      );
    }
    expect(progress.filter((stored) => stored === 3000 || stored === 500)).toHaveLength(2);
    expect(
      await database.query('SELECT count(*)::int AS n, max(occurred_at) <= $1 AS past FROM click_events', [
        new Date(NOW),
      ]),
    ).toEqual([{ n: 3500, past: true }]);
    const links = await database.query<{ url: string; text: string | null }>(
      'SELECT destination_url AS url, destination_text AS text FROM links',
    );
    expect(links.filter(({ url, text }) => decodedText(url) !== url || text !== '')).toEqual([]);
    expect((await findWorkspace(client, 'demo')).signIn).toBeNull();
    const seeded = await rollups();
    await rebuildWorkspace(client, workspace.no, NOW);
    expect(await rollups()).toEqual(seeded);
  } finally {
    client.release();
  }
});

test('an unknown workspace is rejected with its name', async () => {
  const client = await database.pool.connect();
  try {
    await expect(findWorkspace(client, 'nowhere')).rejects.toThrow('There is no workspace nowhere.');
  } finally {
    client.release();
  }
});
