import { linkStatus } from '@signpost/domain';
import { LINK_SORTS, LINK_STATUSES } from '@signpost/contracts';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderOf, selectLinks, type Choice } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import {
  foundStatement,
  missesStatement,
  pageStatement,
  setStatement,
  type PageCut,
  type PageStatement,
  type Source,
} from './link-pages.js';
import { lookUp, wayTo } from './links-list.service.js';

const USER = '01890000-0000-7000-8000-00000000000a';
const SMALL = '01890000-0000-7000-8000-000000000001';
const LARGE = '01890000-0000-7000-8000-000000000002';
/** For what does not depend on how many there are, and is asked a thousand times. */
const MIDDLE = '01890000-0000-7000-8000-000000000003';
const LINKS = 8_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`INSERT INTO users (id, email) VALUES ($1, 'a@example.test')`, [USER]);
  for (const [id, links] of [
    [SMALL, 100],
    [MIDDLE, 3_000],
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
});
afterAll(() => database?.drop());

// Every combination of state comes up; n decides, so that a failure can be repeated.
const FILL = `
  WITH made AS (
    INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host, is_enabled, archived_at, starts_at,
      expires_at, maximum_visits, created_by, created_at, deleted_at)
    SELECT gen_random_uuid(), $1, 's' || n, 'Title ' || n, 'https://example.com/' || md5(n::text), 'example.com',
      n % 5 <> 0, CASE WHEN n % 11 = 0 THEN now() END,
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
const select = (filter: LinkListDto, workspaceId = LARGE) => selectLinks({ workspaceId, userId: USER, now }, filter);

describe('states', () => {
  test('the database derives the same ones as the rule, row by row and as a set', async () => {
    const rows = await database.query<{
      id: string;
      is_enabled: boolean;
      starts_at: Date | null;
      expires_at: Date | null;
      maximum_visits: number | null;
      used_visits: string;
    }>(
      `SELECT l.id, is_enabled, starts_at, expires_at, l.maximum_visits, used_visits
       FROM links l JOIN link_counters c ON c.link_id = l.id
       WHERE l.workspace_id = $1 AND deleted_at IS NULL AND archived_at IS NULL`,
      [LARGE],
    );
    const expected = new Map<string, string>(
      rows.map((row) => [
        row.id,
        linkStatus(
          {
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

const tx = { query: (sql: string, values?: unknown[]) => database.query(sql, values) } as unknown as EntityManager;

async function answerOf({ sql, parameters, isReversed }: PageStatement): Promise<{ ids: string[]; total: number }> {
  const [row] = await database.query<{ ids: string[]; total: number }>(sql, parameters);
  const { ids = [], total = 0 } = row ?? {};
  return { ids: isReversed ? ids.toReversed() : ids, total };
}

const sourcesOf = ({ table, pairs, tag }: Choice): readonly Source[] => [
  'links',
  table,
  ...(pairs === null ? [] : ['pairs' as const]),
  ...(tag === null ? [] : ['tag' as const]),
];

/** Every way that there is to a page of a selection. */
function waysTo(filter: LinkListDto, cut: PageCut): PageStatement[] {
  const selection = select(filter, MIDDLE);
  const { choice } = selection;
  const ways = [pageStatement(selection, cut), setStatement(selection, cut)];
  if (choice === null || choice.conditions === '') return ways;
  ways.push(missesStatement(selection, choice, cut));
  for (const source of sourcesOf(choice)) {
    ways.push(pageStatement(selection, cut, source), setStatement(selection, cut, source));
    for (const isFromEnd of [false, true]) ways.push(foundStatement(selection, choice, cut, source, isFromEnd));
  }
  return ways;
}

describe('every way to a page answers the same', () => {
  test.each([
    { status: 'active' },
    { q: '12' },
    { q: '12', status: 'active' },
    { q: 'e', status: 'limit_reached' },
    { q: 'e', status: 'active', archived: 'all' },
    { q: 'title 1', archived: 'true' },
    { q: 't', tags: ['tag 1'], createdBy: 'me' },
    { q: '1', needsReview: 'true', status: 'active', archived: 'all' },
    { tags: ['tag 1'] },
    { tags: ['tag 1'], archived: 'all' },
    { archived: 'all' },
    { needsReview: 'true', status: 'scheduled' },
    { trashed: 'true' },
  ] as LinkListDto[])('%j', async (filter) => {
    for (const sort of LINK_SORTS) {
      const first = await answerOf(pageStatement(select(filter, MIDDLE), [sort, 100, 0]));
      expect(first.total).toBeGreaterThan(50);
      // The second page, the last one, and one behind it.
      for (const offset of [20, first.total - 7, first.total + 10]) {
        const cut = [sort, 20, offset] as const;
        const answers = await Promise.all(
          [...waysTo(filter, cut), await wayTo(select(filter, MIDDLE), cut, tx)].map(answerOf),
        );
        expect(answers[0]?.ids).toHaveLength(Math.max(0, Math.min(20, first.total - offset)));
        for (const answer of answers) expect(answer).toEqual(answers[0]);
      }
    }
  });

  test('tags by their ids, the rarest first, mean the same as by their names', async () => {
    await database.query(
      `INSERT INTO link_tags (workspace_id, link_id, tag_id)
       SELECT $1, l.id, t.id FROM links l, tags t WHERE l.workspace_id = $1 AND t.workspace_id = $1 AND l.no % 1000 < 3
       ON CONFLICT DO NOTHING`,
      [LARGE],
    );
    const names = Array.from({ length: 20 }, (_, n) => `Tag ${n + 1}`);
    for (const tags of [
      names,
      names.slice(5, 8),
      names.slice(0, 2),
      ['tag 3'],
      ['tag 3', 'TAG 3'],
      ['tag 3', 'none'],
      ['none'],
    ]) {
      const known = await lookUp(LARGE, { tags }, tx);
      const scope = { workspaceId: LARGE, userId: USER, now };
      const cut = ['-createdAt', 100, 0] as const;
      const [byNames, byIds] = [selectLinks(scope, { tags }), selectLinks(scope, { tags }, known)];
      const expected = await answerOf(pageStatement(byNames, cut));
      expect(expected.total > 0).toBe(!tags.includes('none'));
      for (const statement of [pageStatement(byIds, cut), await wayTo(byIds, cut, tx)]) {
        expect(await answerOf(statement)).toEqual(expected);
      }
    }
  });
});

test('links of nobody who is still there need a review, whether members are looked up before or beside', async () => {
  await database.query(
    `WITH people AS (
       INSERT INTO users (id, email) SELECT gen_random_uuid(), n || '@example.test' FROM generate_series(0, 12) n RETURNING id, email
     ), members AS (
       INSERT INTO memberships (workspace_id, user_id, role, is_active)
       SELECT $1, id, 'MEMBER', email NOT LIKE '1_@%' FROM people RETURNING user_id)
     UPDATE links l SET responsible_user_id = p.id FROM people p WHERE l.workspace_id = $1 AND p.email = l.no % 20 || '@example.test'`,
    [SMALL],
  );
  const shown = await database.query<{ id: string; no: string }>(
    `SELECT id, no FROM links WHERE workspace_id = $1 AND deleted_at IS NULL AND archived_at IS NULL ORDER BY created_at, id`,
    [SMALL],
  );
  // Members 0 to 9 are there, 10 to 12 were, and the rest of the links have nobody.
  const expected = shown.filter(({ no }) => Number(no) % 20 > 9).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(30);
  const query: LinkListDto = { needsReview: 'true', sort: 'createdAt' };
  const scope = { workspaceId: SMALL, userId: USER, now };
  for (const known of [{}, await lookUp(SMALL, query, tx)]) {
    const answer = await answerOf(await wayTo(selectLinks(scope, query, known), ['createdAt', 100, 0], tx));
    expect(answer).toEqual({ ids: expected, total: expected.length });
  }
});

test('a walk looks into a hash: anything else would take hours', async () => {
  const selection = select({ status: 'active', q: '12' });
  const choice = selection.choice ?? expect.fail('a list that is not the trash');
  for (const sort of LINK_SORTS) {
    const cut = [sort, 100, 900] as const;
    for (const [statement, membership] of [
      [foundStatement(selection, choice, cut, 'links', false), 'IS TRUE'],
      [foundStatement(selection, choice, cut, 'link_facts', true), 'IS TRUE'],
      [foundStatement(selection, choice, cut, 'pairs', true), 'IS TRUE'],
      [missesStatement(selection, choice, cut), 'IS NOT TRUE'],
    ] as const) {
      const [row] = await database.query(`EXPLAIN (FORMAT JSON) ${statement.sql}`, statement.parameters);
      expect(JSON.stringify(row)).toMatch(new RegExp(`hashed SubPlan \\d+\\)\\.col1\\)\\) ${membership}`));
    }
  }
});

test('the copies that lists read follow every change of a link', async () => {
  const copied = `id, workspace_id, created_at, deleted_at, archived_at, is_enabled, maximum_visits, starts_at, expires_at,
    review_at, responsible_user_id, created_by, campaign_id`;
  const differing = `
    (SELECT ${copied}, search_bytes(search_text) AS bytes FROM links EXCEPT SELECT ${copied}, search_bytes FROM link_facts)
    UNION ALL
    (SELECT ${copied}, search_bytes FROM link_facts EXCEPT SELECT ${copied}, search_bytes(search_text) FROM links)`;
  const differingCounters = `
    SELECT l.id FROM links l LEFT JOIN link_counters c ON c.link_id = l.id
    WHERE c.is_shown IS DISTINCT FROM (l.archived_at IS NULL AND l.deleted_at IS NULL)
      OR c.is_at_cap <> COALESCE(c.used_visits >= l.maximum_visits, false)`;
  const [link] = await database.query<{ id: string }>(
    'SELECT id FROM links WHERE workspace_id = $1 ORDER BY no LIMIT 1',
    [SMALL],
  );
  const id = link?.id ?? '';
  for (const change of [
    `UPDATE links SET title = 'Another' WHERE id = $1`,
    `UPDATE links SET archived_at = now() WHERE id = $1`,
    `UPDATE links SET deleted_at = now(), notes = 'gone' WHERE id = $1`,
    `UPDATE links SET archived_at = NULL, deleted_at = NULL WHERE id = $1`,
    `INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, 'copied-alias', 'alias', id FROM links WHERE id = $1`,
    `UPDATE links SET maximum_visits = 3 WHERE id = $1`,
    `UPDATE link_counters SET used_visits = 3 WHERE link_id = $1`,
    `UPDATE addresses SET kind = 'revoked' WHERE slug = 'copied-alias' AND link_id = $1`,
    `UPDATE links SET maximum_visits = NULL WHERE id = $1`,
    `UPDATE links SET is_enabled = NOT is_enabled WHERE id = $1`,
    `UPDATE links SET starts_at = now() - interval '2 days', expires_at = now() + interval '9 days' WHERE id = $1`,
    `UPDATE links SET created_at = created_at - interval '1 day' WHERE id = $1`,
    `UPDATE links SET review_at = now(), responsible_user_id = created_by WHERE id = $1`,
    `WITH made AS (INSERT INTO campaigns (id, workspace_id, name, utm_campaign)
       SELECT id, workspace_id, 'C', 'c' FROM links WHERE id = $1 RETURNING id)
     UPDATE links SET campaign_id = made.id FROM made WHERE links.id = $1`,
    `WITH moved AS (UPDATE addresses SET slug = 'copied-slug' WHERE link_id = $1 AND kind = 'slug')
     UPDATE links SET slug = 'copied-slug', destination_url = 'https://example.org/', created_by = NULL WHERE id = $1`,
  ]) {
    await database.query(change, [id]);
    expect(await database.query(differing)).toEqual([]);
    expect(await database.query(differingCounters)).toEqual([]);
    const [text] = await database.query<{ has: boolean }>(
      `SELECT search_bytes LIKE search_bytes('%copied-alias%') AS has FROM link_facts WHERE id = $1`,
      [id],
    );
    expect(text?.has).toBe(/copied-alias', 'alias'|maximum_visits = 3|used_visits = 3/.test(change));
  }
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

/** What the database did for the first page of a list, step by step. */
async function stepsOf(query: LinkListDto, workspaceId = LARGE): Promise<Plan[]> {
  const known = await lookUp(workspaceId, query, tx);
  const selection = selectLinks({ workspaceId, userId: USER, now }, query, known);
  const { sql, parameters } = await wayTo(selection, [query.sort ?? '-createdAt', 20, 0], tx);
  const [row] = await database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    parameters,
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
    ['search for two letters', { q: 'c4' }],
    ['a destination', { destination: 'https://example.com/c4ca4238a0b923820dcc509a6f75849b' }],
    ['a campaign', { campaignId: USER }],
    ['created by me', { createdBy: 'me' }],
    ['archived', { archived: 'true' }],
    ['the trash', { trashed: 'true' }],
    ...LINK_STATUSES.map((status): [string, LinkListDto] => [status, { status }]),
  ];

  test.each(COMMON)('%s: no sequential scan over links', async (_, query) => {
    const nodes = await stepsOf(query);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'links')).toEqual([]);
  });

  test.each([
    ['created by me', { createdBy: 'me' }],
    ['needs a review', { needsReview: 'true' }],
    ['both', { createdBy: 'me', needsReview: 'true' }],
  ] as [string, LinkListDto][])('%s: counted from an index alone', async (_, query) => {
    const nodes = await stepsOf(query);
    expect(nodes.map((node) => node['Relation Name'])).not.toContain('link_facts');
    const counted = nodes.filter((node) => node['Index Name'] === 'links_shown_idx');
    expect(counted.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
  });

  test.each([...LINK_SORTS.map((sort): LinkListDto => ({ sort })), { archived: 'all' }] as LinkListDto[])(
    '%j: the number of all is kept, not counted',
    async (query) => {
      const nodes = await stepsOf(query);
      expect(Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThanOrEqual(200);
    },
  );

  test('two letters that some links have: an index leads to them', async () => {
    const nodes = await stepsOf({ q: 'c4' });
    expect(nodes.map((node) => node['Index Name'])).toContain('link_facts_pairs_idx');
    expect(Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThan(LINKS / 3);
  });

  test('a tag that many links have: neither links nor their facts are read', async () => {
    await database.query(
      `WITH made AS (INSERT INTO tags (id, workspace_id, name) VALUES (gen_random_uuid(), $1, 'frequent') RETURNING id)
       INSERT INTO link_tags (workspace_id, link_id, tag_id)
       SELECT $1, l.id, made.id FROM links l, made WHERE l.workspace_id = $1 AND l.no % 3 = 0`,
      [LARGE],
    );
    await database.query('VACUUM ANALYZE link_tags');
    for (const query of [{ tags: ['frequent'] }, { tags: ['frequent'], archived: 'all' }] as LinkListDto[]) {
      const nodes = await stepsOf(query);
      const read = nodes.flatMap(({ 'Relation Name': table, 'Node Type': type }) =>
        ['links', 'link_facts'].includes(table ?? '') ? [type] : [],
      );
      expect(new Set(read)).toEqual(new Set(['Index Only Scan']));
      const listed = nodes.filter((node) => node['Index Name'] === 'links_list_idx');
      expect(listed.map((node) => node['Actual Rows'])).toEqual([20]);
    }
  });

  test.each(COMMON.filter(([, query]) => query.q === undefined))(
    '%s: a small workspace does not pay for a large one',
    async (_, query) => {
      const nodes = await stepsOf(query, SMALL);
      const most = Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));
      expect(most).toBeLessThanOrEqual(200);
    },
  );
});

test('every order is total: a workspace in which all is equal has pages that do not overlap', async () => {
  await database.query(
    `UPDATE links SET created_at = now(), title = NULL, expires_at = NULL, starts_at = NULL WHERE workspace_id = $1`,
    [SMALL],
  );
  await database.query(`UPDATE link_counters SET lifetime_clicks = 1 WHERE workspace_id = $1`, [SMALL]);
  for (const sort of ['-createdAt', 'createdAt', '-clicks', 'clicks', 'title', 'expiresAt'] as const) {
    const seen: string[] = [];
    for (let page = 0; page < 12; page += 1) {
      const { sql, parameters } = pageStatement(select({ archived: 'all' }, SMALL), [sort, 9, page * 9]);
      const [row] = await database.query<{ ids: string[]; total: number }>(sql, parameters);
      seen.push(...(row?.ids ?? []));
      expect(row?.total).toBe(98);
    }
    expect(new Set(seen).size).toBe(98);
    expect(orderOf(sort).by).toMatch(/id/);
  }
});
