import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinkLists, type Answer } from './link-lists.fixtures.js';
import type { LinkListDto } from './links-list.dto.js';
import { fillSearchTexts } from './search-texts.js';

// Compares searches with a plain filter of the test: some field of a link contains the text.

const USER = '01890000-0000-7000-8000-00000000000a';
const WORKSPACE = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';
const LETTERS = '01890000-0000-7000-8000-000000000003';
const LINKS = 240;

let database: TestDatabase;
let lists: LinkLists;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(`INSERT INTO users (id, email) VALUES ($1, 'a@example.test')`, [USER]);
  for (const [workspace, slug] of [
    [WORKSPACE, 'one'],
    [OTHER, 'other'],
    [LETTERS, 'letters'],
  ]) {
    await database.query(`INSERT INTO workspaces (id, slug, name) VALUES ($1, $2, 'W')`, [workspace, slug]);
  }
  await insert(WORKSPACE, LINKS);
  await insert(OTHER, 20);
  lists = await LinkLists.of(database);
  await change();
  await database.query('ANALYZE');
});
afterAll(async () => {
  await lists?.close();
  await database?.drop();
});

/** Pseudo-random numbers, the same in every run (the linear congruential generator of Numerical Recipes). */
let seed = 20_261_121;
function draw(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}
const oneOf = <T>(values: readonly T[]): T => values[draw(values.length)] as T;

// Case, accents as one and two code points, scripts without case, characters of two to four bytes, and the special
// characters of LIKE and of escapes.
const WORDS = [
  'Äpfel',
  'äpfeL',
  'Cafe\u0301',
  'CAFÉ',
  'ΩΜΕΓΑ',
  'ωμέγα',
  'Ёлка',
  'ёЛКА',
  'ΟΔΟΣ',
  'οδος',
  'Straße',
  'STRASSE',
  '汉字',
  '漢字かな',
  '한국',
  'नमस्ते',
  'שלום',
];
const MARKS = ['🦊', '👩‍👧', '%', '_', '\\', '\\%', '100%', 'a_b', "'", '"', '$1', '()', 'eb', 'we', 'e', 'b', '9', '-'];
const text = (): string =>
  Array.from({ length: 1 + draw(4) }, () => oneOf(draw(2) ? WORDS : MARKS)).join(oneOf([' ', '']));

async function insert(workspace: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => [
    `${oneOf(['eb', 'We', 'x-', '9_'])}${n}`,
    draw(4) ? text() : null,
    draw(3) ? null : `${text()}\n${text()}`,
    `https://example.com/${encodeURIComponent(text())}`,
    draw(2) ? `Alias-${n}-${oneOf(['be', 'EB', '9'])}` : null,
  ]);
  await database.query(
    `WITH given AS (
       SELECT gen_random_uuid() AS id, slug, title, notes, url, alias
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS given (slug, title, notes, url, alias)
     ), made AS (
       INSERT INTO links (id, workspace_id, slug, title, notes, destination_url, destination_host, created_by)
       SELECT id, $1, slug, title, notes, url, 'example.com', $7 FROM given)
     INSERT INTO addresses (workspace_id, slug, kind, link_id)
     SELECT $1, slug, 'slug', id FROM given UNION ALL SELECT $1, alias, 'alias', id FROM given WHERE alias IS NOT NULL`,
    [workspace, ...[0, 1, 2, 3, 4].map((column) => rows.map((row) => row[column])), USER],
  );
}

/** Changes to existing links, all of which the search must reflect. */
async function change(): Promise<void> {
  for (const statement of [
    `UPDATE links SET title = 'Renamed eb ' || no WHERE no % 7 = 0`,
    `UPDATE links SET notes = NULL WHERE no % 5 = 0`,
    `WITH moved AS (UPDATE addresses a SET slug = 'new-' || l.no FROM links l WHERE l.id = a.link_id AND a.kind = 'slug' AND l.no % 11 = 0)
     UPDATE links SET slug = 'new-' || no WHERE no % 11 = 0`,
    `UPDATE addresses a SET slug = a.slug || '-eb' FROM links l WHERE l.id = a.link_id AND a.kind = 'alias' AND l.no % 4 = 0`,
    `UPDATE addresses a SET kind = 'revoked' FROM links l WHERE l.id = a.link_id AND a.kind = 'alias' AND l.no % 6 = 0`,
    `DELETE FROM addresses a USING links l WHERE l.id = a.link_id AND a.kind = 'alias' AND l.no % 9 = 0`,
    `UPDATE links SET archived_at = now() WHERE no % 8 = 0`,
    `UPDATE links SET deleted_at = now() WHERE no % 10 = 0`,
    `UPDATE links SET deleted_at = NULL WHERE no % 20 = 0`,
    `UPDATE links SET is_enabled = false WHERE no % 3 = 0`,
  ]) {
    await database.query(statement);
  }
}

interface Kept {
  readonly id: string;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly enabled: boolean;
  readonly parts: string[];
}

const stored = (): Promise<Kept[]> =>
  database.query<Kept & Record<string, unknown>>(
    `SELECT l.id, archived_at IS NOT NULL AS archived, deleted_at IS NOT NULL AS deleted, is_enabled AS enabled,
       array_remove(ARRAY[slug, title, notes, destination_url], NULL) ||
         ARRAY(SELECT a.slug FROM addresses a WHERE a.link_id = l.id AND a.kind = 'alias') AS parts
     FROM links l WHERE workspace_id = $1`,
    [WORKSPACE],
  );

/** One letter per case-folding class of Unicode. */
const fold = (part: string): string => part.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');

function expected(links: readonly Kept[], { q, archived, status, trashed }: LinkListDto): string[] {
  return links
    .filter((link) => link.deleted === (trashed === 'true'))
    .filter((link) => archived === 'all' || link.archived === (archived === 'true'))
    .filter((link) => status === undefined || !link.enabled)
    .filter((link) => link.parts.some((part) => fold(part).includes(fold(q ?? ''))))
    .map(({ id }) => id)
    .sort();
}

async function found(filter: LinkListDto): Promise<Answer> {
  const scope = { workspaceId: WORKSPACE, userId: USER, now: new Date(), shortOrigin: 'https://short.example' };
  const answer = await lists.find(scope, filter, ['-createdAt', 2 * LINKS, 0]);
  return { ...answer, ids: answer.ids.toSorted() };
}

async function expectSameAsFilter(searches: number): Promise<void> {
  const links = await stored();
  const given = ['eb', 'e b', 'b e', '%', '_', '\\', '\\%', 'a_b', '%%', "'", 'ΩΜΈΓΑ', 'äp', '字', '汉字', 'é', 'zz'];
  let hits = 0;
  for (let n = 0; n < searches; n += 1) {
    const letters = Array.from(oneOf(oneOf(links).parts.flatMap((part) => part.split('\n'))));
    const start = draw(letters.length);
    const cut = letters
      .slice(start, start + 1 + draw(4))
      .join('')
      .trim();
    const q = given[n] ?? (draw(2) ? cut.toUpperCase() : cut);
    const filter: LinkListDto = {
      // A base letter without its accent, and text that looks percent-encoded, match more than the plain filter knows.
      q: q === '' || /^\p{M}|%[0-9a-f]{2}/iu.test(q) ? 'e' : q,
      ...(draw(4) ? {} : { status: 'disabled' }),
      archived: oneOf(['false', 'false', 'true', 'all']),
      ...(draw(8) ? {} : { trashed: 'true' }),
    };
    const ids = expected(links, filter);
    hits += ids.length;
    expect({ filter, ...(await found(filter)) }).toEqual({ filter, ids, total: ids.length });
  }
  expect(hits).toBeGreaterThan(searches);
}

test('a search finds what a plain filter finds, in every script', () => expectSameAsFilter(200));

test('without the extensions search finds the same', async () => {
  await database.query('DROP EXTENSION pg_trgm, btree_gin CASCADE');
  await expectSameAsFilter(40);
});

describe('letters', () => {
  const links = {
    straße: ['Straße nach Süden', 'https://xn--mnchen-3ya.example/stra%C3%9Fe', 'https://münchen.example/straße'],
    путь: ['ΟΔΟΣ', 'https://xn--e1afmkfd.xn--80akhbyknj4f/%D0%BF%D1%83%D1%82%D1%8C', 'https://пример.испытание/путь'],
    café: ['Cafe\u0301 ı', 'https://example.com/q3%20report', ''],
  };
  beforeAll(async () => {
    await database.query(
      `WITH given AS (SELECT gen_random_uuid() AS id, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS given (slug, title, url, decoded)),
         made AS (
           INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host, destination_text)
           SELECT id, $1, slug, title, url, 'example.com', NULLIF(decoded, '') FROM given),
         kept AS (
           INSERT INTO kept_paths (workspace_id, path, folded, link_id)
           SELECT $1, 'docs/Pricing', 'DOCS/PRICING', id FROM given WHERE slug = 'letters-2')
       INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT $1, slug, 'slug', id FROM given`,
      [
        LETTERS,
        Object.keys(links).map((_, index) => `letters-${index + 1}`),
        ...[0, 1, 2].map((column) => Object.values(links).map((texts) => texts[column])),
      ],
    );
    await fillSearchTexts(lists.source.manager);
  });

  const searched = async (filter: LinkListDto): Promise<string[]> => {
    const scope = { workspaceId: LETTERS, userId: USER, now: new Date(), shortOrigin: 'https://xn--krz-hoa.example' };
    const { ids } = await lists.find(scope, filter, ['-createdAt', 10, 0]);
    const slugs = await database.query<{ slug: string }>('SELECT slug FROM links WHERE id = ANY ($1) ORDER BY slug', [
      ids,
    ]);
    return slugs.map(({ slug }) => slug);
  };

  test.each([
    ['STRASSE', 'letters-1'],
    ['straẞe', 'letters-1'],
    ['straße nach su\u0308den', 'letters-1'],
    ['MÜNCHEN.example/straße', 'letters-1'],
    ['xn--mnchen-3ya.example/straße', 'letters-1'],
    ['münchen.example/stra%c3%9fe', 'letters-1'],
    ['stra%C3%9Fe', 'letters-1'],
    ['οδος', 'letters-2'],
    ['ὁδος', null],
    ['https://пример.испытание/путь', 'letters-2'],
    ['https://xn--e1afmkfd.xn--80akhbyknj4f/%D0%BF%D1%83%D1%82%D1%8C', 'letters-2'],
    ['CAFÉ', 'letters-3'],
    ['cafe', null],
    ['café ı', 'letters-3'],
    ['café i', null],
    ['q3 report', 'letters-3'],
    ['https://kürz.example/letters-2', 'letters-2'],
    ['xn--krz-hoa.example/promo/letters-2?x=1', 'letters-2'],
    ['https://kürz.example/docs/pricing', 'letters-2'],
    ['https://kürz.example/letters', null],
  ])('%s finds %s', async (q, slug) => {
    expect(await searched({ q })).toEqual(slug === null ? [] : [slug]);
  });

  test.each([
    ['https://münchen.example/straße', 'letters-1'],
    ['https://xn--mnchen-3ya.example/stra%c3%9fe', 'letters-1'],
    ['https://example.com/q3 report', 'letters-3'],
    ['https://münchen.example/strasse', null],
  ])('the destination %s finds %s', async (destination, slug) => {
    expect(await searched({ destination })).toEqual(slug === null ? [] : [slug]);
  });

  test('links of an earlier version are converted in small batches, once', async () => {
    await database.query(`UPDATE links SET destination_text = NULL WHERE workspace_id = $1`, [LETTERS]);
    expect(await searched({ q: 'q3 report' })).toEqual([]);
    expect(await fillSearchTexts(lists.source.manager)).toBe(3);
    expect(await searched({ q: 'q3 report' })).toEqual(['letters-3']);
    expect(await fillSearchTexts(lists.source.manager)).toBe(0);
  });
});

test('the search text begins with the destination, so that its common parts are found early', async () => {
  const found = await database.query<{ isInFront: boolean }>(
    `SELECT bool_and(starts_with(search_text, search_fold(destination_url) || E'\\n')) AS "isInFront" FROM links`,
  );
  expect(found).toEqual([{ isInFront: true }]);
});
