import { randomFrom, type ClickEvent } from '@signpost/domain';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldDays } from './click-fold.js';
import { ClickFixtures, randomEvent } from './click-history.fixtures.js';
import { dropBefore } from '../pg/click-partitions.js';
import { rebuildWorkspace } from './click-rebuild.js';
import { eachLinkClicks } from './link-clicks.js';
import { SCOPE_KIND } from './scope.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2028, 2, 1, 13, 37, 11, 500);
/** Enough links for a list that is not rewritten with every batch. */
const LINKS = 3_000;

let database: TestDatabase;
let fixtures: ClickFixtures;

beforeAll(async () => {
  database = await createTestDatabase();
  fixtures = new ClickFixtures(database);
});
afterAll(() => database.drop());

/** A workspace with many links; each is clicked as often as its index modulo seven, plus once. */
async function aBusyHour(): Promise<{
  workspaceId: string;
  links: string[];
  click: (links: string[]) => Promise<void>;
}> {
  const workspaceId = await fixtures.workspace();
  const campaignId = await fixtures.campaign(workspaceId);
  const links = await fixtures.links(workspaceId, LINKS);
  const random = randomFrom(7);
  const click = async (clicked: string[]): Promise<void> => {
    const event = (linkId: string): ClickEvent => ({
      ...randomEvent(random, { workspaceId, linkId, campaignId, at: NOW }),
      outcome: 'redirect_success',
      botClass: null,
    });
    await fixtures.save(clicked.map(event));
  };
  await click(links.flatMap((link, index) => Array.from({ length: 1 + (index % 7) }, () => link)));
  return { workspaceId, links, click };
}

interface StoredLists {
  /** Physical location (TOAST) of the long list in PostgreSQL, which changes when it is rewritten. */
  readonly place: string;
  readonly links: Buffer;
  readonly recent: Buffer | null;
}

/** The stored hours of a workspace (first) and of its campaign. */
function listsOf(workspaceId: string): Promise<StoredLists[]> {
  return database.query<StoredLists>(
    `SELECT pg_column_toast_chunk_id(links)::text AS place, links, recent_links AS recent
     FROM click_hours WHERE workspace_no = (SELECT no FROM workspaces WHERE id = $1) AND kind < ${SCOPE_KIND.link}
     ORDER BY kind`,
    [workspaceId],
  );
}

function clicksOf(...lists: (Uint8Array | null)[]): Map<number, number> {
  const clicks = new Map<number, number>();
  for (const list of lists) {
    if (list !== null) eachLinkClicks(list, (link, count) => clicks.set(link, (clicks.get(link) ?? 0) + count));
  }
  return clicks;
}

/** Clicks by link number, counted from the raw events. */
async function countedClicks(workspaceId: string): Promise<Map<number, number>> {
  const counted = await database.query<{ no: number; clicks: number }>(
    `SELECT link_no AS no, count(*)::int AS clicks FROM click_events
     WHERE workspace_no = (SELECT no FROM workspaces WHERE id = $1) GROUP BY 1`,
    [workspaceId],
  );
  return new Map(counted.map(({ no, clicks }) => [no, clicks]));
}

test('a long list of clicks by link is not rewritten while little is to be added to it', async () => {
  const { workspaceId, links, click } = await aBusyHour();
  const before = await listsOf(workspaceId);
  expect(before).toHaveLength(2);
  expect(before.map(({ recent }) => recent)).toEqual([null, null]);
  for (const first of [0, 5]) await click(links.slice(first, first + 10));
  const after = await listsOf(workspaceId);
  const counted = await countedClicks(workspaceId);
  for (const [index, { place, links: long, recent }] of after.entries()) {
    expect(place).toBe(before[index]?.place);
    expect(clicksOf(recent).size).toBe(15);
    expect(clicksOf(long, recent)).toEqual(counted);
  }
});

test('it is rewritten with all additions once these are a quarter of its size', async () => {
  const { workspaceId, links, click } = await aBusyHour();
  const [before] = await listsOf(workspaceId);
  await click(links.slice(0, LINKS / 10));
  const [between] = await listsOf(workspaceId);
  expect(between?.place).toBe(before?.place);
  await click(links.slice(LINKS / 10, LINKS / 2));
  const counted = await countedClicks(workspaceId);
  for (const { place, links: long, recent } of await listsOf(workspaceId)) {
    expect(place).not.toBe(before?.place);
    expect(recent).toBeNull();
    expect(clicksOf(long)).toEqual(counted);
  }
});

test('additions not yet merged are part of recomputed lifetime clicks, and of the folded day', async () => {
  const { workspaceId, links, click } = await aBusyHour();
  await click(links.slice(0, 10));
  expect((await listsOf(workspaceId)).every(({ recent }) => recent !== null)).toBe(true);
  const counted = await countedClicks(workspaceId);
  const lifetime = (): Promise<unknown> =>
    database.query('SELECT link_id, lifetime_clicks FROM link_counters WHERE workspace_id = $1 ORDER BY 1', [
      workspaceId,
    ]);
  const before = await lifetime();
  const [workspace] = await database.query<{ no: number }>('SELECT no FROM workspaces WHERE id = $1', [workspaceId]);
  const client = await database.pool.connect();
  try {
    // Without raw events the hour is not recomputed.
    await dropBefore(client, Date.UTC(2028, 3, 1));
    await rebuildWorkspace(client, workspace?.no ?? 0, NOW);
  } finally {
    client.release();
  }
  expect(await lifetime()).toEqual(before);
  await foldDays(database.pool, NOW + 3 * DAY);
  const days = await database.query<{ links: Buffer }>(
    `SELECT links FROM click_days WHERE workspace_no = $1 AND kind < ${SCOPE_KIND.link}`,
    [workspace?.no],
  );
  expect(days.map((day) => clicksOf(day.links))).toEqual([counted, counted]);
});

test('a workspace whose day cannot be folded does not keep others from being folded, and is reported', async () => {
  const later = NOW + 60 * DAY;
  const workspaces = [await fixtures.workspace(), await fixtures.workspace()];
  for (const workspaceId of workspaces) {
    const [linkId = ''] = await fixtures.links(workspaceId, 1);
    await fixtures.save([
      {
        ...randomEvent(randomFrom(3), { workspaceId, linkId, campaignId: null, at: later }),
        outcome: 'redirect_success',
        botClass: null,
      },
    ]);
  }
  const numbers = await database.query<{ no: number }>('SELECT no FROM workspaces WHERE id = ANY ($1) ORDER BY no', [
    workspaces,
  ]);
  const [busy, other] = numbers.map(({ no }) => no);
  // Folding fails for the first workspace.
  await database.query(`
    CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'never'; END $$;
    CREATE TRIGGER never BEFORE DELETE ON click_hours FOR EACH ROW
      WHEN (OLD.workspace_no = ${busy}) EXECUTE FUNCTION never()`);
  await expect(foldDays(database.pool, later + 4 * DAY)).rejects.toMatchObject({ errors: [{ message: 'never' }] });
  await database.query('DROP TRIGGER never ON click_hours');
  const left = await database.query<{ no: number }>(
    'SELECT DISTINCT workspace_no AS no FROM click_hours WHERE workspace_no = ANY ($1)',
    [[busy, other]],
  );
  expect(left).toEqual([{ no: busy }]);
  expect(await foldDays(database.pool, later + 4 * DAY)).toBe(1);
});
