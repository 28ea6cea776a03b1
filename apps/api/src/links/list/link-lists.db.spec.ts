import { LINK_SORTS, LINK_STATUSES, type LinkSort, type LinkStatus } from '@signpost/contracts';
import { linkStatus } from '@signpost/domain';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LinkLists } from './link-lists.fixtures.js';
import type { LinkListDto } from './links-list.dto.js';

// Every filter in every order, compared with an oracle that scans all links without SQL.

const ME = '01890000-0000-7000-8000-00000000000a';
const WORKSPACE = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';
const LINKS = 600;

interface Fact extends Record<string, unknown> {
  readonly id: string;
  readonly trashed: boolean;
  readonly archived: boolean;
  readonly isQuarantined: boolean;
  isEnabled: boolean;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
  readonly maximumVisits: number | null;
  readonly usedVisits: number;
  readonly lifetimeClicks: number;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly responsible: string | null;
  readonly campaignId: string | null;
  readonly needsReview: boolean;
  readonly title: string | null;
  readonly destinationUrl: string;
  readonly parts: string[];
  readonly tags: string[];
}

let database: TestDatabase;
let lists: LinkLists;
let facts: Fact[];
const now = new Date();

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
  await database.query('ANALYZE');
  facts = await database.query<Fact>(FACTS, [WORKSPACE, now]);
  lists = await LinkLists.of(database);
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

// Every combination of states occurs; derived from n, so that a failure is reproducible. Several links share times and
// titles.
const FILL = `
  WITH made AS (
    INSERT INTO links (id, workspace_id, slug, title, notes, destination_url, destination_host, is_enabled, archived_at,
      quarantined_at, quarantined_by, starts_at, expires_at, maximum_visits, created_by, responsible_user_id, review_at, campaign_id, created_at, deleted_at)
    SELECT gen_random_uuid(), $1, 's' || n, CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN 'Äpfel ' || n % 90 ELSE 'title ' || n END,
      CASE WHEN n % 6 = 0 THEN E'Note\\nof ' || n END, 'https://example.com/' || n % 290, 'example.com',
      n % 5 <> 0, CASE WHEN n % 11 = 0 THEN now() END,
      CASE WHEN n % 19 = 0 THEN now() END, CASE WHEN n % 19 = 0 THEN 'operator' END,
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

const FACTS = `
  SELECT l.id, l.deleted_at IS NOT NULL AS trashed, l.archived_at IS NOT NULL AS archived, l.is_enabled AS "isEnabled",
    l.quarantined_at IS NOT NULL AS "isQuarantined",
    (extract(epoch FROM l.starts_at) * 1000)::float AS "startsAt", (extract(epoch FROM l.expires_at) * 1000)::float AS "expiresAt",
    l.maximum_visits AS "maximumVisits", c.used_visits::int AS "usedVisits", c.lifetime_clicks::int AS "lifetimeClicks",
    extract(epoch FROM l.created_at)::float AS "createdAt", l.created_by AS "createdBy",
    l.responsible_user_id AS "responsible", l.campaign_id AS "campaignId",
    coalesce(l.review_at <= $2, false) OR NOT coalesce(
      (SELECT is_active FROM memberships m WHERE m.workspace_id = $1 AND m.user_id = l.responsible_user_id), false) AS "needsReview",
    l.title, l.destination_url AS "destinationUrl",
    array_remove(ARRAY[slug, title, notes, destination_url], NULL) ||
      ARRAY(SELECT a.slug FROM addresses a WHERE a.link_id = l.id AND a.kind = 'alias') AS parts,
    ARRAY(SELECT lower(t.name) FROM link_tags lt JOIN tags t ON t.id = lt.tag_id WHERE lt.link_id = l.id) AS tags
  FROM links l JOIN link_counters c ON c.link_id = l.id WHERE l.workspace_id = $1`;

const titles = new Intl.Collator('en');
const last = Number.POSITIVE_INFINITY;
const byId = (a: Fact, b: Fact): number => (a.id < b.id ? -1 : 1);

/** Ascending, ties by id; descending order is the reverse. */
const COMPARE: Readonly<Record<LinkSort, (a: Fact, b: Fact) => number>> = {
  createdAt: (a, b) => a.createdAt - b.createdAt || byId(a, b),
  '-createdAt': (a, b) => b.createdAt - a.createdAt || byId(b, a),
  clicks: (a, b) => a.lifetimeClicks - b.lifetimeClicks || byId(a, b),
  '-clicks': (a, b) => b.lifetimeClicks - a.lifetimeClicks || byId(b, a),
  expiresAt: (a, b) => (a.expiresAt === b.expiresAt ? 0 : (a.expiresAt ?? last) - (b.expiresAt ?? last)) || byId(a, b),
  title: (a, b) =>
    Number(a.title === null) - Number(b.title === null) || titles.compare(a.title ?? '', b.title ?? '') || byId(a, b),
};

const fold = (text: string): string => text.toLowerCase();

/** The day before this one, UTC. */
function dayBefore(days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

function expected(filter: LinkListDto): Fact[] {
  const { status, q, tags, destination, campaignId, createdBy, archived, needsReview, trashed } = filter;
  const { createdFrom, createdTo, responsible, minClicks = 0, maxClicks = Infinity } = filter;
  const stateOf = (fact: Fact): LinkStatus => linkStatus(fact, now.getTime());
  const shown = archived ?? (trashed === 'true' ? 'all' : 'false');
  return facts
    .filter((fact) => fact.trashed === (trashed === 'true'))
    .filter((fact) => shown === 'all' || fact.archived === (shown === 'true'))
    .filter((fact) => status === undefined || stateOf(fact) === status)
    .filter((fact) => !q || fact.parts.some((part) => fold(part).includes(fold(q))))
    .filter((fact) => (tags ?? []).every((tag) => fact.tags.includes(fold(tag))))
    .filter(
      (fact) => !destination || fact.destinationUrl === destination.replace(/^HTTPS:..Example/, 'https://example'),
    )
    .filter((fact) => !campaignId || fact.campaignId === campaignId.toLowerCase())
    .filter((fact) => !createdBy || fact.createdBy === (createdBy === 'me' ? ME : createdBy))
    .filter((fact) => !createdFrom || fact.createdAt * 1000 >= Date.parse(createdFrom))
    .filter((fact) => !createdTo || fact.createdAt * 1000 < Date.parse(createdTo) + 86_400_000)
    .filter((fact) => !responsible || fact.responsible === { me: ME, none: null }[responsible])
    .filter((fact) => fact.lifetimeClicks >= minClicks && fact.lifetimeClicks <= maxClicks)
    .filter((fact) => needsReview !== 'true' || fact.needsReview);
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
  { tags: ['tag 1'], archived: 'all' },
  { tags: ['tag 1'], archived: 'true' },
  { tags: ['tag 1'], trashed: 'true' },
  { tags: ['tag 1', 'TAG 1'] },
  { tags: ['tag 2', 'Tag 1', 'tag 3'] },
  { tags: ['tag 1', 'no such tag'] },
  { createdBy: 'me' },
  { createdBy: OTHER },
  { responsible: 'me' },
  { responsible: 'none', status: 'active' },
  { createdFrom: dayBefore(0), createdTo: dayBefore(0) },
  { createdTo: dayBefore(1), responsible: 'none' },
  { destination: 'HTTPS://Example.com/33' },
  { destination: 'https://example.com/none' },
  { minClicks: 1 },
  { maxClicks: 0, status: 'active' },
  { minClicks: 2, maxClicks: 3, q: '7' },
  { needsReview: 'true' },
  { needsReview: 'true', archived: 'all', status: 'scheduled' },
  { q: 'e', tags: ['tag 1'], createdBy: 'me', needsReview: 'true', status: 'active' },
  { campaignId: OTHER },
  { q: '', tags: [], campaignId: null },
  { trashed: 'true' },
  { trashed: 'true', q: 'title', archived: 'false' },
];

const SCOPE = { workspaceId: WORKSPACE, userId: ME, now, shortOrigin: 'https://short.example' };

async function agrees(filter: LinkListDto): Promise<number> {
  const links = expected(filter);
  for (const sort of LINK_SORTS) {
    const ids = links.toSorted(COMPARE[sort]).map(({ id }) => id);
    for (const offset of new Set([0, 20, Math.max(0, ids.length - 7), ids.length, ids.length + 10])) {
      const answer = await lists.find(SCOPE, filter, [sort, 20, offset]);
      expect({ filter, sort, offset, ...answer }).toEqual({
        filter,
        sort,
        offset,
        ids: ids.slice(offset, offset + 20),
        total: ids.length,
      });
    }
  }
  return links.length;
}

test.each(FILTERS)('%j in every order, on several pages', async (filter) => {
  await agrees(filter);
});

test('a campaign id is matched case-insensitively', async () => {
  const campaignId = facts.find((fact) => fact.campaignId !== null && !fact.archived)?.campaignId ?? '';
  for (const id of [campaignId, campaignId.toUpperCase()]) expect(await agrees({ campaignId: id })).toBeGreaterThan(20);
});
