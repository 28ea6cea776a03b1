import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClickedLink, aLink, aVisit } from '../event/click-places.fixtures.js';
import { rebuildWorkspace } from './click-rebuild.js';
import { ClickStore } from '../writer/click-store.js';

let database: TestDatabase;
const store = new ClickStore();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Links whose clicks changed, as whoever keeps a workspace for lists is told, one statement after the other. */
async function noted(workspaceId: string): Promise<string[][]> {
  const found = await database.query<{ ids: string[] }>(
    `SELECT ARRAY(SELECT id::text FROM links WHERE no = ANY (link_nos) ORDER BY id) AS ids
     FROM link_changes WHERE workspace_id = $1 AND part = 'clicks' ORDER BY changed_at`,
    [workspaceId],
  );
  return found.map(({ ids }) => ids);
}

/** Makes a workspace count so many more links than it has. */
const enlarge = (workspaceId: string, links: number): Promise<unknown> =>
  database.query('INSERT INTO link_counts (workspace_id, live, shown) VALUES ($1, $2, $2)', [workspaceId, links]);

async function inTransaction(work: (client: Parameters<ClickStore['store']>[0]) => Promise<unknown>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

test('clicks are noted for those who keep large workspaces, in the transaction that stores them', async () => {
  const link = await aClickedLink(database);
  const other = await aLink(database, link.workspaceId);
  const visits = [aVisit(link), aVisit({ ...link, linkId: other }, 2)];
  await enlarge(link.workspaceId, 2_497);
  await inTransaction((client) => store.store(client, visits));
  expect(await noted(link.workspaceId)).toEqual([]);

  await enlarge(link.workspaceId, 1);
  await inTransaction(async (client) => {
    await store.store(client, visits);
    expect(await noted(link.workspaceId)).toEqual([]);
  });
  expect(await noted(link.workspaceId)).toEqual([[link.linkId, other].toSorted()]);
});

test('so is what a rebuild puts right', async () => {
  const link = await aClickedLink(database);
  await aLink(database, link.workspaceId);
  await inTransaction((client) => store.store(client, [aVisit(link)]));
  await database.query('UPDATE link_counters SET lifetime_clicks = 9 WHERE link_id = $1', [link.linkId]);
  const [workspace] = await database.query<{ no: number }>('SELECT no FROM workspaces WHERE id = $1', [
    link.workspaceId,
  ]);
  const client = await database.pool.connect();
  try {
    await rebuildWorkspace(client, workspace?.no ?? 0, Date.now());
  } finally {
    client.release();
  }
  expect(await noted(link.workspaceId)).toEqual([[link.linkId]]);
  expect(
    await database.query('SELECT lifetime_clicks::int AS clicks FROM link_counters WHERE link_id = $1', [link.linkId]),
  ).toEqual([{ clicks: 1 }]);
});
