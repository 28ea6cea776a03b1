import { linkStatus } from '@signpost/domain';
import { LINK_SORTS, LINK_STATUSES } from '@signpost/contracts';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinkLists } from './link-lists.fixtures.js';
import { selectLinks } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import { findStatement } from '../crud/links.repository.js';

const USER = '01890000-0000-7000-8000-00000000000a';
const SMALL = '01890000-0000-7000-8000-000000000001';
const LARGE = '01890000-0000-7000-8000-000000000002';
const LINKS = 8_000;

let database: TestDatabase;
let lists: LinkLists;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`INSERT INTO users (id, email) VALUES ($1, 'a@example.test')`, [USER]);
  for (const [id, links] of [
    [SMALL, 100],
    [LARGE, LINKS],
  ] as const) {
    await database.query(`INSERT INTO workspaces (id, slug, name) VALUES ($1, $2, 'W')`, [id, `w-${links}`]);
    await database.query(
      `INSERT INTO tags (id, workspace_id, name) SELECT gen_random_uuid(), $1, 'tag ' || n FROM generate_series(1, 20) n`,
      [id],
    );
    await database.query(FILL, [id, links, USER]);
    await database.query(TAG, [id]);
  }
  await database.query('UPDATE link_counters SET used_visits = lifetime_clicks % 7, lifetime_clicks = 0');
  await database.query('VACUUM ANALYZE');
  lists = await LinkLists.of(database);
});
afterAll(async () => {
  await lists?.close();
  await database?.drop();
});

// Every combination of states occurs; derived from n, so that a failure is reproducible.
const FILL = `
  WITH made AS (
    INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host, is_enabled, archived_at, quarantined_at,
      starts_at,
      expires_at, maximum_visits, created_by, created_at, deleted_at)
    SELECT gen_random_uuid(), $1, 's' || n, 'Title ' || n, 'https://example.com/' || md5(n::text), 'example.com',
      n % 5 <> 0, CASE WHEN n % 11 = 0 THEN now() END, CASE WHEN n % 13 = 0 THEN now() END,
      CASE WHEN n % 3 = 0 THEN now() - interval '9 days' WHEN n % 4 = 1 THEN now() + interval '1 day' END,
      CASE n % 3 WHEN 0 THEN now() - interval '1 day' WHEN 1 THEN now() + interval '2 days' END,
      CASE WHEN n % 7 < 3 THEN 1 + n % 6 END, $3, now() - n * interval '1 minute',
      CASE WHEN n % 50 = 0 THEN now() END
    FROM generate_series(1, $2::int) n
    RETURNING id, slug
  ), counted AS (
    INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM made)
  SELECT count(*) FROM made`;
const TAG = `
  WITH counted AS (
    UPDATE link_counters c SET lifetime_clicks = l.no FROM links l WHERE l.id = c.link_id AND l.workspace_id = $1)
  INSERT INTO link_tags (workspace_id, link_id, tag_id)
  SELECT $1, l.id, t.id FROM links l JOIN (SELECT id, row_number() OVER (ORDER BY id) AS k FROM tags WHERE workspace_id = $1) t
    ON (l.no + t.k) % 20 = 0
  WHERE l.workspace_id = $1`;

const now = new Date();
const select = (filter: LinkListDto, workspaceId = LARGE) =>
  selectLinks({ workspaceId, userId: USER, now, shortOrigin: 'https://short.example' }, filter);

describe('states', () => {
  test('the database derives the same states as linkStatus, row by row and as a set', async () => {
    const rows = await database.query<{
      id: string;
      is_enabled: boolean;
      is_quarantined: boolean;
      starts_at: Date | null;
      expires_at: Date | null;
      maximum_visits: number | null;
      used_visits: string;
    }>(
      `SELECT l.id, is_enabled, quarantined_at IS NOT NULL AS is_quarantined, starts_at, expires_at, l.maximum_visits, used_visits
       FROM links l JOIN link_counters c ON c.link_id = l.id
       WHERE l.workspace_id = $1 AND deleted_at IS NULL AND archived_at IS NULL`,
      [LARGE],
    );
    const expected = new Map<string, string>(
      rows.map((row) => [
        row.id,
        linkStatus(
          {
            isQuarantined: row.is_quarantined,
            isEnabled: row.is_enabled,
            startsAt: row.starts_at?.getTime() ?? null,
            expiresAt: row.expires_at?.getTime() ?? null,
            maximumVisits: row.maximum_visits,
            usedVisits: Number(row.used_visits),
          },
          now.getTime(),
        ),
      ]),
    );
    for (const status of LINK_STATUSES) {
      const { prelude, where, whereAll, parameters } = select({ status });
      const wanted = [...expected]
        .filter(([, state]) => state === status)
        .map(([id]) => id)
        .sort();
      expect(wanted.length).toBeGreaterThan(50);
      for (const sql of [
        `SELECT id FROM links l WHERE ${where}`,
        `${prelude} SELECT id FROM links l WHERE ${whereAll}`,
      ]) {
        const found = await database.query<{ id: string }>(sql, [...parameters]);
        expect(found.map(({ id }) => id).sort()).toEqual(wanted);
      }
    }
  });
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The query plan of the first page of a list, node by node. */
async function stepsOf(query: LinkListDto, workspaceId = LARGE): Promise<Plan[]> {
  const selection = select(query, workspaceId);
  const [row] = await database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${findStatement(selection, query.sort ?? '-createdAt')}`,
    [...selection.parameters, 20, 0],
  );
  return nodesOf(row?.['QUERY PLAN'][0]?.Plan as Plan);
}

describe('plans', () => {
  const COMMON: [string, LinkListDto][] = [
    ['first page', {}],
    ['oldest first', { sort: 'createdAt' }],
    ['most clicks', { sort: '-clicks' }],
    ['by title', { sort: 'title' }],
    ['by expiry', { sort: 'expiresAt' }],
    ['search', { q: 'title 1234' }],
    ['a destination', { destination: 'https://example.com/c4ca4238a0b923820dcc509a6f75849b' }],
    ['a campaign', { campaignId: USER }],
    ['created by me', { createdBy: 'me' }],
    ['archived', { archived: 'true' }],
    ['the trash', { trashed: 'true' }],
    ...LINK_STATUSES.map((status): [string, LinkListDto] => [status, { status }]),
  ];

  // Clicks are not indexed: every click would have to update the index.
  const indexed = LINK_SORTS.filter((sort) => !sort.includes('clicks'));
  test.each([...indexed.map((sort): LinkListDto => ({ sort })), { archived: 'all' }] as LinkListDto[])(
    '%j: the number of all is kept, not counted',
    async (query) => {
      const nodes = await stepsOf(query);
      expect(Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThanOrEqual(200);
    },
  );

  test.each<LinkListDto>([
    { minClicks: 0 },
    { maxClicks: 3, sort: '-clicks' },
    { status: 'limit_reached', sort: 'clicks' },
    { minClicks: 0, status: 'active', sort: 'title' },
    { q: 'it', status: 'active' },
  ])('%j: expensive to find, so that page and count share one scan of links', async (query) => {
    const nodes = await stepsOf(query);
    const reads = nodes.filter((node) => node['Relation Name'] === 'links' && node['Actual Loops'] > 0);
    expect(reads).toHaveLength(1);
    expect(nodes.filter((node) => node['Node Type'] === 'CTE Scan').length).toBeGreaterThanOrEqual(2);
  });

  // The other states have small indexes of their own.
  test.each(['active', 'scheduled', 'expired'] as const)(
    '%s: the state is read from an index alone',
    async (status) => {
      const nodes = await stepsOf({ status });
      const reads = nodes.filter((node) => node['Relation Name'] === 'links' && node['Actual Loops'] > 0);
      expect(reads.map((node) => node['Node Type'])).toEqual(['Index Only Scan', 'Index Only Scan']);
    },
  );

  test.each(COMMON.filter(([, query]) => query.q === undefined))(
    '%s: a small workspace does not pay for a large one',
    async (_, query) => {
      const nodes = await stepsOf(query, SMALL);
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'links')).toEqual([]);
      const most = Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));
      expect(most).toBeLessThanOrEqual(200);
    },
  );
});

test('every order is total: pages do not overlap even if all links have equal values', async () => {
  await database.query(
    `UPDATE links SET created_at = now(), title = NULL, expires_at = NULL, starts_at = NULL WHERE workspace_id = $1`,
    [SMALL],
  );
  await database.query(`UPDATE link_counters SET lifetime_clicks = 1 WHERE workspace_id = $1`, [SMALL]);
  for (const sort of ['-createdAt', 'createdAt', '-clicks', 'clicks', 'title', 'expiresAt'] as const) {
    const seen: string[] = [];
    for (let page = 0; page < 12; page += 1) {
      const scope = { workspaceId: SMALL, userId: USER, now, shortOrigin: 'https://short.example' };
      const { ids, total } = await lists.find(scope, { archived: 'all' }, [sort, 9, page * 9]);
      seen.push(...ids);
      expect(total).toBe(98);
    }
    expect(new Set(seen).size).toBe(98);
  }
});
