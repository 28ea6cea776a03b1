import { LINK_SORTS, LINK_STATUSES, type LinkSort } from '@signpost/contracts';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinkColumnsRepository } from './link-columns.repository.js';
import { LinkColumnsService } from './link-columns.service.js';
import { Columns, LinkLists, type Answer } from './link-lists.fixtures.js';
import type { LinkListDto } from './links-list.dto.js';

// What is kept in memory against the database, which knows nothing of it.

const ME = '01890000-0000-7000-8000-00000000000a';
const WORKSPACE = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';
const LINKS = 600;

let database: TestDatabase;
let lists: LinkLists;
let campaign = '';

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`INSERT INTO users (id, email) VALUES ($1, 'a@example.test')`, [ME]);
  for (const [id, links] of [
    [WORKSPACE, LINKS],
    [OTHER, 60],
  ] as const) {
    await database.query(`INSERT INTO workspaces (id, slug, name) VALUES ($1, $2, 'W')`, [id, `w-${links}`]);
    await database.query(PEOPLE, [id]);
    await database.query(FILL, [id, links, ME]);
    await database.query(TAGS, [id]);
  }
  await database.query(`UPDATE link_counters SET lifetime_clicks = hashtext(link_id::text) & 63, used_visits = 3`);
  campaign = (await one<{ id: string }>(`SELECT id FROM campaigns WHERE workspace_id = $1 LIMIT 1`, [WORKSPACE])).id;
  await database.query('ANALYZE');
  lists = await LinkLists.of(database);
  await lists.keep(WORKSPACE);
});
afterAll(async () => {
  await lists?.close();
  await database?.drop();
});

const PEOPLE = `
  WITH people AS (
    INSERT INTO users (id, email) SELECT gen_random_uuid(), n || '@' || $1::uuid || '.test' FROM generate_series(0, 12) n
    RETURNING id, email
  ), campaigns AS (
    INSERT INTO campaigns (id, workspace_id, name, utm_campaign)
    SELECT gen_random_uuid(), $1::uuid, 'C ' || n, 'c' || n FROM generate_series(1, 3) n)
  INSERT INTO memberships (workspace_id, user_id, role, is_active) SELECT $1::uuid, id, 'MEMBER', email NOT LIKE '1_@%' FROM people`;

// Every combination of state comes up; n decides, so that a failure can be repeated. Times and titles are shared by some.
const FILL = `
  WITH made AS (
    INSERT INTO links (id, workspace_id, slug, title, notes, destination_url, destination_host, is_enabled, archived_at,
      starts_at, expires_at, maximum_visits, created_by, responsible_user_id, review_at, campaign_id, created_at, deleted_at)
    SELECT gen_random_uuid(), $1, 's' || n, CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN 'Äpfel ' || n % 90 ELSE 'title ' || n END,
      CASE WHEN n % 6 = 0 THEN E'Note\\nof ' || n END, 'https://example.com/' || n % 290, 'example.com',
      n % 5 <> 0, CASE WHEN n % 11 = 0 THEN now() END,
      CASE WHEN n % 3 = 0 THEN now() - interval '9 days' WHEN n % 4 = 1 THEN now() + interval '1 day' END,
      CASE n % 3 WHEN 0 THEN now() - interval '1 day' * (n % 5) WHEN 1 THEN now() + interval '2 days' END,
      CASE WHEN n % 7 < 3 THEN 1 + n % 6 END, CASE WHEN n % 13 > 0 THEN $3::uuid END,
      (SELECT user_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND u.email LIKE n % 20 || '@%'),
      CASE n % 17 WHEN 0 THEN now() - interval '1 hour' WHEN 1 THEN now() + interval '1 hour' END,
      CASE WHEN n % 4 = 3 THEN (SELECT id FROM campaigns WHERE workspace_id = $1 ORDER BY no OFFSET n % 3 LIMIT 1) END,
      now() - n / 3 * interval '1 minute', CASE WHEN n % 50 = 0 THEN now() END
    FROM generate_series(1, $2::int) n
    RETURNING id, slug
  )
  INSERT INTO addresses (workspace_id, slug, kind, link_id)
  SELECT $1, slug, 'slug', id FROM made
  UNION ALL SELECT $1, 'alias-of-' || slug, 'alias', id FROM made WHERE slug LIKE '%7'`;
const TAGS = `
  WITH made AS (
    INSERT INTO tags (id, workspace_id, name) SELECT gen_random_uuid(), $1, 'Tag ' || k FROM generate_series(1, 6) k RETURNING id, name)
  INSERT INTO link_tags (workspace_id, link_id, tag_id)
  SELECT $1, l.id, made.id FROM links l JOIN made ON l.no % (substr(made.name, 5)::int + 1) = 0 WHERE l.workspace_id = $1`;

async function one<Row extends Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row> {
  const [row] = await database.query<Row>(sql, parameters);
  return row ?? expect.fail(`no row: ${sql}`);
}

const now = new Date();
const scope = { workspaceId: WORKSPACE, userId: ME, now };

/** What memory answers, which is what the database answers. */
async function answer(filter: LinkListDto, sort: LinkSort = '-createdAt', limit = 20, offset = 0): Promise<Answer> {
  const cut = [sort, limit, offset] as const;
  const inMemory = await lists.inMemory(scope, filter, cut);
  const inDatabase = await lists.inDatabase(scope, filter, cut);
  expect({ filter, sort, offset, ...inMemory }).toEqual({ filter, sort, offset, ...inDatabase });
  return inDatabase;
}

const FILTERS: LinkListDto[] = [
  {},
  { archived: 'all' },
  { archived: 'true' },
  ...LINK_STATUSES.flatMap((status): LinkListDto[] => [{ status }, { status, archived: 'all' }]),
  { q: 'äp' },
  { q: '7' },
  { q: 'alias-of-s1' },
  { q: '%' },
  { q: 'nothing has this' },
  { q: 'TITLE 1', status: 'active' },
  { tags: ['tag 1'] },
  { tags: ['tag 1', 'TAG 1'] },
  { tags: ['tag 2', 'Tag 1', 'tag 3'] },
  { tags: ['tag 1', 'no such tag'] },
  { createdBy: 'me' },
  { createdBy: OTHER },
  { destination: 'HTTPS://Example.com/33' },
  { destination: 'https://example.com/none' },
  { needsReview: 'true' },
  { needsReview: 'true', archived: 'all', status: 'scheduled' },
  { q: 'e', tags: ['tag 1'], createdBy: 'me', needsReview: 'true', status: 'active' },
  { campaignId: OTHER },
  { q: '', tags: [], campaignId: null },
];

describe('every filter in every order on several pages, in memory as in the database', () => {
  test.each(FILTERS)('%j', async (filter) => {
    for (const sort of LINK_SORTS) {
      const { total } = await answer(filter, sort);
      for (const offset of [20, total - 7, total, total + 10]) {
        if (offset >= 0) await answer(filter, sort, 20, offset);
      }
    }
  });

  test('a campaign', async () => {
    for (const campaignId of [campaign, campaign.toUpperCase()]) {
      expect((await answer({ campaignId }, 'title', 100)).total).toBeGreaterThan(20);
    }
  });

  test('the trash is not kept', async () => {
    expect(await lists.inMemory(scope, { trashed: 'true' }, ['-createdAt', 20, 0])).toBeNull();
  });
});

/** Every list that a change may show in. */
async function allAgree(): Promise<void> {
  for (const sort of LINK_SORTS) await answer({ archived: 'all' }, sort, 2 * LINKS);
  for (const filter of [
    { q: 'changed' },
    { status: 'active' },
    { status: 'limit_reached' },
    { tags: ['tag 1'] },
    { needsReview: 'true' },
    { createdBy: 'me' },
    { campaignId: campaign },
    { destination: 'https://example.com/changed' },
  ] as LinkListDto[]) {
    await answer(filter, '-createdAt', 2 * LINKS);
  }
  const counted = await lists.columns.countByTag(WORKSPACE, (linksOf, tx) => countTags(tx, linksOf));
  expect(counted?.length).toBeGreaterThan(0);
  for (const { counted: inMemory, links } of counted ?? []) expect(inMemory).toBe(links);
}

/** Of each tag the live links as memory and as the database counts them. */
async function countTags(
  tx: EntityManager,
  linksOf: (tagId: string) => number,
): Promise<{ counted: number; links: number }[]> {
  const tags = await tx.query<{ id: string; links: number }[]>(
    `SELECT t.id, (
       SELECT count(*)::int FROM link_tags lt JOIN links l ON l.id = lt.link_id
       WHERE lt.tag_id = t.id AND l.deleted_at IS NULL) AS links
     FROM tags t WHERE t.workspace_id = $1`,
    [WORKSPACE],
  );
  return tags.map(({ id, links }) => ({ counted: linksOf(id), links }));
}

const SOME = `(SELECT id FROM links WHERE workspace_id = '${WORKSPACE}' AND slug = ANY ('{s1,s8,s21,s299}'))`;

describe('whatever changes is in the next answer', () => {
  test.each([
    ['a title', `UPDATE links SET title = 'changed' WHERE id IN ${SOME}`],
    ['a title that is gone', `UPDATE links SET title = NULL WHERE id IN ${SOME}`],
    ['notes', `UPDATE links SET notes = 'changed' WHERE id IN ${SOME}`],
    ['a destination', `UPDATE links SET destination_url = 'https://example.com/changed' WHERE id IN ${SOME}`],
    ['the archive', `UPDATE links SET archived_at = now() WHERE id IN ${SOME}`],
    ['the trash', `UPDATE links SET deleted_at = now() WHERE id IN ${SOME}`],
    [
      'tags and clicks of what lies there',
      `INSERT INTO link_tags (workspace_id, link_id, tag_id) SELECT l.workspace_id, l.id, t.id FROM links l JOIN tags t ON t.workspace_id = l.workspace_id AND t.name = 'Tag 1' WHERE l.id IN ${SOME} ON CONFLICT DO NOTHING;
       UPDATE link_counters SET lifetime_clicks = lifetime_clicks + 40, used_visits = 40 WHERE link_id IN ${SOME}`,
    ],
    ['back from it', `UPDATE links SET deleted_at = NULL, archived_at = NULL WHERE id IN ${SOME}`],
    ['a pause', `UPDATE links SET is_enabled = NOT is_enabled WHERE id IN ${SOME}`],
    ['times', `UPDATE links SET starts_at = now(), expires_at = now() + interval '3 days' WHERE id IN ${SOME}`],
    ['no times', `UPDATE links SET starts_at = NULL, expires_at = NULL WHERE id IN ${SOME}`],
    ['when it was made', `UPDATE links SET created_at = created_at - interval '1 day' WHERE id IN ${SOME}`],
    ['a cap', `UPDATE links SET maximum_visits = 9 WHERE id IN ${SOME}`],
    ['a cap that is reached', `UPDATE link_counters SET used_visits = 9 WHERE link_id IN ${SOME}`],
    ['no cap', `UPDATE links SET maximum_visits = NULL WHERE id IN ${SOME}`],
    ['nobody responsible', `UPDATE links SET responsible_user_id = NULL WHERE id IN ${SOME}`],
    ['a review', `UPDATE links SET review_at = now() - interval '1 day' WHERE id IN ${SOME}`],
    [
      'a campaign',
      `UPDATE links SET campaign_id = (SELECT id FROM campaigns WHERE workspace_id = '${WORKSPACE}' LIMIT 1) WHERE id IN ${SOME}`,
    ],
    [
      'an alias',
      `INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, 'changed-' || no, 'alias', id FROM links WHERE id IN ${SOME}`,
    ],
    ['an alias that is gone', `DELETE FROM addresses WHERE slug LIKE 'changed-%'`],
    [
      'a tag',
      `INSERT INTO link_tags (workspace_id, link_id, tag_id) SELECT l.workspace_id, l.id, t.id FROM links l JOIN tags t ON t.workspace_id = l.workspace_id AND t.name = 'Tag 1' WHERE l.id IN ${SOME} ON CONFLICT DO NOTHING`,
    ],
    ['a tag less', `DELETE FROM link_tags WHERE link_id IN ${SOME}`],
    ['members', `UPDATE memberships SET is_active = NOT is_active WHERE workspace_id = '${WORKSPACE}'`],
    ['who made it', `UPDATE links SET created_by = NULL WHERE id IN ${SOME}`],
    ['links that are erased', `DELETE FROM links WHERE id IN ${SOME}`],
    ['a tag that is deleted', `DELETE FROM tags WHERE workspace_id = '${WORKSPACE}' AND name = 'Tag 1'`],
    ['a tag of another name', `UPDATE tags SET name = 'tag 1' WHERE workspace_id = '${WORKSPACE}' AND name = 'Tag 2'`],
    ['an account that is removed', `DELETE FROM users WHERE email LIKE '3@%'`],
  ])('%s', async (_, change) => {
    await answer({});
    await database.query(change);
    await allAgree();
  });

  test('new links, in the places of those that went', async () => {
    await database.query(
      `WITH made AS (
         INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host, created_by, created_at)
         SELECT gen_random_uuid(), $1, 'new-' || n, 'changed ' || n, 'https://example.com/changed', 'example.com', $2,
           now() - n * interval '1 hour' FROM generate_series(1, 9) n RETURNING id, slug)
       INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM made`,
      [WORKSPACE, ME],
    );
    await allAgree();
    expect((await answer({ destination: 'https://example.com/changed' })).total).toBe(9);
  });
});

test('titles stand where the database puts them, however many of them change at once', async () => {
  // Nothing, one letter in both sizes, what sorts first and last, and several of each.
  const titles = `ARRAY[NULL, 'a', 'A', 'ä', '', ' ', '!', 'zz', 'ZZ', '字', '🦊', 'title 1', 'title 10']`;
  for (let round = 0; round < 40; round += 1) {
    await database.query(
      `UPDATE links SET title = (${titles})[1 + (hashint4(no + $2::int) & 2147483647) % 13]
       WHERE workspace_id = $1 AND (hashint4(no * 7 + $2::int) & 2147483647) % $3::int = 0`,
      [WORKSPACE, round, [1, 2, 9, 90, 600][round % 5]],
    );
    // What is missing from the order is not always put into it at once.
    if (round % 3 === 0) await answer({});
    else await answer({ archived: 'all' }, 'title', 2 * LINKS);
  }
});

test('a transaction that was under way is seen when it has ended, and not before', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE links SET title = 'under way' WHERE workspace_id = $1 AND slug = 's40'`, [WORKSPACE]);
    expect((await answer({ q: 'under way' })).total).toBe(0);
    // Later ones are seen meanwhile, before and behind it.
    await database.query(`UPDATE links SET title = 'afterwards' WHERE workspace_id = $1 AND slug = 's41'`, [WORKSPACE]);
    expect((await answer({ q: 'afterwards' })).total).toBe(1);
    await client.query('COMMIT');
    expect((await answer({ q: 'under way' })).total).toBe(1);
  } finally {
    client.release();
  }
});

test('what is rolled back was never there', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE links SET title = 'never' WHERE workspace_id = $1`, [WORKSPACE]);
    await answer({});
    await client.query('ROLLBACK');
    expect((await answer({ q: 'never' })).total).toBe(0);
  } finally {
    client.release();
  }
});

test('each answer is of one moment, whoever writes beside it: its items are those that were counted', async () => {
  // Ten links, of which one half or the other carries the mark at any moment.
  const halves = [`no % 2 = 0`, `no % 2 = 1`];
  await database.query(
    `WITH made AS (
       INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host)
       SELECT gen_random_uuid(), $1, 'half-' || n, 'half', 'https://example.com/', 'example.com' FROM generate_series(1, 10) n
       RETURNING id, slug)
     INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM made`,
    [WORKSPACE],
  );
  const mark = (half = ''): Promise<unknown> =>
    database.query(
      `UPDATE links SET title = CASE WHEN ${half} THEN 'marked' ELSE 'half' END WHERE workspace_id = $1 AND slug LIKE 'half-%'`,
      [WORKSPACE],
    );
  await mark(halves[0]);
  let isOver = false;
  const writer = (async () => {
    for (let n = 0; n < 60; n += 1) await mark(halves[n % 2]);
    isOver = true;
  })();
  const readers = Array.from({ length: 4 }, async () => {
    let answers = 0;
    while (!isOver || answers < 20) {
      const found = await lists.inMemory(scope, { q: 'marked' }, ['title', 100, 0]);
      expect(found?.total).toBe(5);
      expect(found?.ids).toHaveLength(5);
      answers += 1;
    }
  });
  await Promise.all([writer, ...readers]);
  await allAgree();
});

test('a link that lies in the trash for a moment while everything is read has its tags and clicks', async () => {
  const trash = (deleted: string): Promise<unknown> =>
    database.query(`UPDATE links SET deleted_at = ${deleted} WHERE workspace_id = $1 AND slug = 's30'`, [WORKSPACE]);
  class Between extends LinkColumnsRepository {
    override async page(
      ...asked: Parameters<LinkColumnsRepository['page']>
    ): ReturnType<LinkColumnsRepository['page']> {
      const read = await super.page(...asked);
      await trash('now()');
      return read;
    }
    override async clicks(
      ...asked: Parameters<LinkColumnsRepository['clicks']>
    ): ReturnType<LinkColumnsRepository['clicks']> {
      const read = await super.clicks(...asked);
      await trash('NULL');
      return read;
    }
  }
  await database.query(
    `UPDATE link_counters SET lifetime_clicks = 1000 WHERE link_id = (SELECT id FROM links WHERE workspace_id = $1 AND slug = 's30')`,
    [WORKSPACE],
  );
  await trash('NULL');
  const service = new Columns(lists.source, new Between());
  try {
    await service.read(WORKSPACE, 1);
    const counted = await service.countByTag(WORKSPACE, (linksOf, tx) => countTags(tx, linksOf));
    expect(counted?.some(({ links }) => links > 0)).toBe(true);
    for (const { counted: inMemory, links } of counted ?? []) expect(inMemory).toBe(links);
    const cut = ['-clicks', 2 * LINKS, 0] as const;
    for (const filter of [{ tags: ['tag 1'] }, { archived: 'all' }] as LinkListDto[]) {
      expect(await service.ids(scope, filter, cut)).toEqual(await lists.inDatabase(scope, filter, cut));
    }
  } finally {
    service.onModuleDestroy();
  }
});

describe('when memory does not know', () => {
  const cut = ['-createdAt', 20, 0] as const;

  test('a workspace of few links is not worth it', async () => {
    const service = new LinkColumnsService(lists.source, new LinkColumnsRepository());
    await service.read(OTHER, 59);
    expect(service.size).toBe(0);
    service.onModuleDestroy();
  });

  test('one that has become small is the database’s again: its clicks may not be noted any more', async () => {
    const { count } = await one<{ count: number }>(
      'SELECT count(*)::int AS count FROM links WHERE workspace_id = $1 AND deleted_at IS NULL',
      [OTHER],
    );
    class Least extends Columns {
      protected override readonly leastLinks: number = count;
    }
    const service = new Least(lists.source, new LinkColumnsRepository());
    const other = { ...scope, workspaceId: OTHER };
    try {
      await service.read(OTHER, count);
      expect(await service.ids(other, {}, cut)).not.toBeNull();
      await database.query(`UPDATE links SET deleted_at = now() WHERE workspace_id = $1 AND slug = 's1'`, [OTHER]);
      expect(await service.ids(other, {}, cut)).toBeNull();
      // Who was told a number that is no longer true keeps nothing either.
      await service.read(OTHER, count);
      expect(service.size).toBe(0);
    } finally {
      service.onModuleDestroy();
    }
  });

  test('of more links than there is room for, those that were asked for last stay', async () => {
    class Narrow extends Columns {
      protected override readonly mostLinks: number = LINKS + 20;
    }
    const service = new Narrow(lists.source, new LinkColumnsRepository());
    const keeps = async (workspaceId: string): Promise<boolean> =>
      (await service.ids({ ...scope, workspaceId }, {}, cut)) !== null;
    try {
      await service.read(WORKSPACE, LINKS + 21);
      expect(await keeps(WORKSPACE)).toBe(false);
      for (const id of [OTHER, WORKSPACE]) await service.read(id, 60);
      expect([await keeps(OTHER), await keeps(WORKSPACE)]).toEqual([false, true]);
      await service.read(OTHER, 60);
      expect([await keeps(OTHER), await keeps(WORKSPACE)]).toEqual([true, false]);
    } finally {
      service.onModuleDestroy();
    }
  });

  test('after more changes than are looked up in passing, or of another server, everything is read again', async () => {
    class Moved extends LinkColumnsRepository {
      server: string | null = null;
      more: readonly number[] = [];
      override async news(
        ...asked: Parameters<LinkColumnsRepository['news']>
      ): ReturnType<LinkColumnsRepository['news']> {
        const { moment, changed, ...news } = await super.news(...asked);
        const { server } = this;
        return {
          ...news,
          changed: [...changed, ...this.more],
          moment: server === null ? moment : { ...moment, server },
        };
      }
    }
    const repository = new Moved();
    const service = new Columns(lists.source, repository);
    const answers = async (): Promise<boolean> => (await service.ids(scope, {}, cut)) !== null;
    try {
      for (const change of [
        () => (repository.server = 'another one'),
        () => (repository.more = Array.from({ length: 2_501 }, (_, n) => -n - 1)),
      ]) {
        await service.read(WORKSPACE, 1);
        expect(await answers()).toBe(true);
        change();
        expect(await answers()).toBe(false);
        expect(service.size).toBe(0);
        [repository.server, repository.more] = [null, []];
      }
      repository.more = Array.from({ length: 2_500 }, (_, n) => -n - 1);
      await service.read(WORKSPACE, 1);
      expect(await answers()).toBe(true);
    } finally {
      service.onModuleDestroy();
    }
  });
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test('a list of a large workspace reads its page, what changed, and no link beside', async () => {
  const nodes: Plan[] = [];
  const explaining = (tx: EntityManager): EntityManager =>
    ({
      query: async (sql: string, parameters: unknown[]) => {
        const [row] = await tx.query<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          parameters,
        );
        nodes.push(...nodesOf(row?.['QUERY PLAN'][0]?.Plan as Plan));
        return tx.query(sql, parameters);
      },
    }) as unknown as EntityManager;
  const source = {
    manager: lists.source.manager,
    transaction: (level: 'REPEATABLE READ', work: (tx: EntityManager) => Promise<unknown>) =>
      lists.source.transaction(level, (tx) => work(explaining(tx))),
  } as unknown as DataSource;
  const service = new Columns(source, new LinkColumnsRepository());
  try {
    await service.read(WORKSPACE, 1);
    for (const filter of FILTERS) {
      for (const sort of LINK_SORTS) {
        await database.query(`UPDATE links SET is_enabled = NOT is_enabled WHERE workspace_id = $1 AND slug = 's50'`, [
          WORKSPACE,
        ]);
        nodes.length = 0;
        await service.ids(scope, filter, [sort, 20, 0]);
        expect(nodes.length).toBeGreaterThan(0);
        expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'links')).toEqual(
          [],
        );
        expect(Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThanOrEqual(50);
      }
    }
  } finally {
    service.onModuleDestroy();
  }
});
