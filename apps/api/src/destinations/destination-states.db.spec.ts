import { addLink, createTestDatabase, type TestDatabase } from '@signpost/testing';
import type { LinkFilter } from '@signpost/contracts';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LinkLists } from '../links/list/link-lists.fixtures.js';
import * as sql from './destinations.sql.js';
import { leadsTo, walkLinks } from './link-walk.js';

const WORKSPACE = '01890000-0000-7000-8000-000000000001';
const LATER = new Date(Date.now() + 60_000);

let database: TestDatabase;
let source: DataSource;
let lists: LinkLists;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  lists = await LinkLists.of(database);
  await database.query(`INSERT INTO workspaces (id, slug, name) VALUES ($1, 'acme', 'Acme')`, [WORKSPACE]);
  await link('well', 'https://well.example/');
  await link('worst', 'https://well.example/', 'https://broken.example/');
  await link('unsure', 'https://well.example/', 'https://unsure.example/');
  await link('unseen', 'https://unseen.example/');
  await sync();
  await see('well', 'ok');
  await see('broken', 'broken');
  await see('unsure', 'unknown');
});
afterAll(async () => {
  await lists?.close();
  await source?.destroy();
  await database?.drop();
});

const link = (slug: string, destination_url: string, expiration_destination: string | null = null): Promise<string> =>
  addLink(database, WORKSPACE, { slug, destination_url, expiration_destination });

/** Synchronises as the monitoring does before its checks. */
async function sync(now = new Date()): Promise<void> {
  for (const [statement, parameters] of [
    [sql.FORGET_CHANGED, [new Date(0)]],
    [sql.NOTE_DESTINATIONS, [new Date(0), now]],
    [sql.NOTE_LINKS, [new Date(0)]],
    [sql.FORGET_UNUSED, [100]],
  ] as const) {
    await database.query(statement, [...parameters]);
  }
}

const see = (name: string, state: string) =>
  database.query(
    `UPDATE watched_destinations SET state = $2, checked_at = now(), since = now() WHERE host = $1 || '.example'`,
    [name, state],
  );

async function found(filter: Pick<LinkFilter, 'health'>): Promise<string[]> {
  const scope = { workspaceId: WORKSPACE, userId: WORKSPACE, now: new Date(), shortOrigin: 'https://short.example' };
  const { ids } = await lists.find(scope, filter, ['title', 20, 0]);
  const rows = await database.query<{ slug: string }>('SELECT slug FROM links WHERE id = ANY($1) ORDER BY slug', [ids]);
  return rows.map(({ slug }) => slug);
}

test.each([
  ['broken', ['worst']],
  ['unknown', ['unsure']],
  ['ok', ['well']],
] as const)('the list finds links by the worst of their destinations: %s', async (health, slugs) => {
  expect(await found({ health })).toEqual(slugs);
});

test('a new destination is due at once, others that are new one after the other', async () => {
  const now = new Date();
  const waits = `SELECT extract(epoch FROM due_at - $1)::float8 AS seconds FROM watched_destinations
    WHERE host LIKE 'new%' ORDER BY due_at`;
  for (const n of [1, 2, 3]) await link(`new-${n}`, `https://new-${n}.example/`);
  await sync(now);
  expect(await database.query(waits, [now])).toEqual([0, 10, 20].map((seconds) => ({ seconds })));
  await link('newest', 'https://newest.example/');
  await sync(now);
  expect(await database.query(waits, [now])).toEqual([0, 0, 10, 20].map((seconds) => ({ seconds })));
  await database.query(`UPDATE links SET deleted_at = now(), updated_at = now() WHERE slug LIKE 'new%'`);
  await sync();
});

test('obsolete destinations of a link are deleted, the others keep their state', async () => {
  await database.query(`UPDATE links SET expiration_destination = NULL, updated_at = now() WHERE slug = 'worst'`);
  await sync();
  expect(await found({ health: 'broken' })).toEqual([]);
  expect(await found({ health: 'ok' })).toEqual(['well', 'worst']);
  expect(await database.query(`SELECT host FROM watched_destinations WHERE host = 'broken.example'`)).toEqual([]);
});

test('a requested check comes first, except for a destination that redirects to a host that requested a pause', async () => {
  const id = (await database.query<{ id: string }>(`SELECT id FROM links WHERE slug = 'unsure'`))[0]?.id;
  await database.query(
    `UPDATE watched_destinations SET due_at = now() + CASE host WHEN 'well.example' THEN interval '3 days' ELSE interval '20 hours' END`,
  );
  await database.query(sql.PUT_FIRST, [WORKSPACE, id, new Date()]);
  const claim = () => database.query<{ host: string }>(sql.CLAIM_DUE, [new Date(), LATER]);
  expect([(await claim()).map(({ host }) => host), await claim()]).toEqual([['unsure.example'], []]);
});

test('a destination that a request finds without a link stays until the link is noted for it', async () => {
  await link('before', 'https://unused.example/');
  await sync();
  await database.query(`DELETE FROM link_destinations ld USING links l WHERE l.id = ld.link_id AND l.slug = 'before'`);
  const [found] = await database.query<{ id: string }>(`SELECT id FROM links WHERE slug = 'before'`);
  await database.transaction(async (tx) => {
    await tx.query(sql.PUT_FIRST, [WORKSPACE, found?.id, new Date()]);
    await database.query(sql.FORGET_UNUSED, [100]);
    await tx.query(sql.NOTE_LINK, [WORKSPACE, found?.id]);
  });
  const noted = `SELECT host FROM link_destinations JOIN watched_destinations USING (hash) WHERE link_id = $1`;
  expect(await database.query(noted, [found?.id])).toEqual([{ host: 'unused.example' }]);
});

test('the end of a claim lets its host rest as long as it has to, and shortens no rest of another', async () => {
  const at = (seconds: number): Date => new Date(LATER.getTime() + seconds * 1000);
  const hosts = ['unsure.example', 'resting.example', 'new.example'];
  await database.query(`INSERT INTO watched_hosts VALUES ('resting.example', $1)`, [at(30)]);
  await database.query(sql.REST_HOSTS, [hosts, [at(-50), at(20), at(10)], LATER]);
  const left = await database.query<{ free: Date }>('SELECT free_at AS free FROM watched_hosts ORDER BY host DESC');
  expect(left.map(({ free }) => free)).toEqual([at(-50), at(30), at(10)]);
});

test('links are found by a host in any of their destinations', async () => {
  const slugs: string[] = [];
  for await (const links of walkLinks(source.manager, 'unsure.example')) {
    const ids = links.filter((one) => leadsTo(one, 'unsure.example')).map(({ id }) => id);
    const rows = await database.query<{ slug: string }>('SELECT slug FROM links WHERE id = ANY($1)', [ids]);
    slugs.push(...rows.map(({ slug }) => slug));
  }
  expect(slugs).toEqual(['unsure']);
});
