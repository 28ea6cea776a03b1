import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [ONE, OTHER] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of [ONE, OTHER]) {
    await database.query(`INSERT INTO workspaces (id, slug, name) VALUES ($1, $2, 'W')`, [id, `w-${id.slice(-1)}`]);
  }
});
afterAll(() => database?.drop());

const make = (workspaceId: string, from: number, to: number): Promise<unknown> =>
  database.query(
    `WITH made AS (
       INSERT INTO links (id, workspace_id, slug, destination_url, destination_host, archived_at)
       SELECT gen_random_uuid(), $1, 's' || n, 'https://example.com/', 'example.com', CASE WHEN n % 7 = 0 THEN now() END
       FROM generate_series($2::int, $3) n RETURNING id, slug)
     INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM made`,
    [workspaceId, from, to],
  );

/** Workspaces whose stored sums differ from the actual counts. */
const wrong = (): Promise<unknown[]> =>
  database.query(`
    SELECT w.id, counted.live, counted.shown, summed.live AS "live kept", summed.shown AS "shown kept" FROM workspaces w,
      LATERAL (SELECT count(*) AS live, count(*) FILTER (WHERE archived_at IS NULL) AS shown
               FROM links WHERE workspace_id = w.id AND deleted_at IS NULL) counted,
      LATERAL (SELECT coalesce(sum(live), 0) AS live, coalesce(sum(shown), 0) AS shown
               FROM link_counts WHERE workspace_id = w.id) summed
    WHERE counted <> summed`);

const rowsKept = async (): Promise<number> =>
  (await database.query<{ n: number }>('SELECT count(*)::int AS n FROM link_counts'))[0]?.n ?? NaN;

test('the number of links follows every change of them', async () => {
  await make(ONE, 1, 50);
  await make(OTHER, 1, 9);
  const first = `slug IN ('s1', 's2', 's7')`;
  for (const change of [
    `UPDATE links SET archived_at = now() WHERE ${first}`,
    `UPDATE links SET title = 'Nothing else' WHERE ${first}`,
    `UPDATE links SET deleted_at = now() WHERE ${first}`,
    `UPDATE links SET archived_at = NULL WHERE ${first}`,
    `UPDATE links SET deleted_at = NULL, archived_at = now() WHERE slug = 's1'`,
    `UPDATE links SET archived_at = CASE WHEN archived_at IS NULL THEN now() END`,
    `UPDATE links SET deleted_at = now() WHERE slug = 's14'`,
    `DELETE FROM links WHERE ${first} OR slug = 's14'`,
    `DELETE FROM links WHERE workspace_id = '${OTHER}'`,
  ]) {
    await database.query(change);
    expect(await wrong()).toEqual([]);
  }
});

test('concurrent writers: every change is counted once, and the number of rows stays small', async () => {
  await Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      await make(n % 4 === 0 ? OTHER : ONE, 1_000 + 3 * n, 1_002 + 3 * n);
      await database.query(`UPDATE links SET deleted_at = now() WHERE slug = $1`, [`s${1_000 + 3 * n}`]);
    }),
  );
  expect(await wrong()).toEqual([]);
  expect(await rowsKept()).toBeLessThan(300);
});

/** Makes enough changes for their rows to be aggregated. */
const often = (slug: string): string => `
  DO $$ BEGIN
    FOR n IN 1..151 LOOP
      UPDATE links SET archived_at = CASE WHEN archived_at IS NULL THEN now() END WHERE slug = '${slug}';
    END LOOP;
  END $$`;

test('an open aggregation blocks no writer, and rolling it back changes no count', async () => {
  const [slow, other] = [await database.pool.connect(), await database.pool.connect()];
  try {
    // More rows than the aggregation leaves alone: the open transaction holds them, and the other one still sees them.
    await database.query(`
      WITH gone AS (DELETE FROM link_counts WHERE workspace_id = '${ONE}' RETURNING live, shown)
      INSERT INTO link_counts SELECT '${ONE}', sum(live), sum(shown) FROM gone`);
    await database.query(`INSERT INTO link_counts SELECT '${ONE}', 0, 0 FROM generate_series(1, 99)`);
    expect(await rowsKept()).toBeGreaterThanOrEqual(100);
    await slow.query('BEGIN');
    await slow.query(often('s1004'));
    await other.query(`SET lock_timeout = '1s'`);
    await other.query(often('s1005'));
    expect(await wrong()).toEqual([]);
    await slow.query('ROLLBACK');
    expect(await wrong()).toEqual([]);
    await other.query(often('s1008'));
  } finally {
    slow.release(true);
    other.release(true);
  }
  expect(await wrong()).toEqual([]);
});

test('deleting a workspace deletes its counts', async () => {
  expect(await rowsKept()).toBeGreaterThan(0);
  await database.query('DELETE FROM workspaces');
  expect(await rowsKept()).toBe(0);
});
