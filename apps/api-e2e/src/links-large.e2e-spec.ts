import { eventually, httpSend, OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from './support/people.js';

// Two processes on one database, each of which keeps a large workspace in memory for its lists.

const METRICS_TOKEN = 'a-token-for-the-metrics';
const LINKS = 6_000;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };

let writer: AppProcess;
let reader: AppProcess;
let owner: ApiClient;
let beside: ApiClient;

beforeAll(async () => {
  writer = await startApp({ env: { METRICS_TOKEN } });
  owner = await setUpOwner(writer);
  await writer.database.query(FILL);
  await writer.database.query('ANALYZE');
  reader = await startApp({ database: writer.database, env: { METRICS_TOKEN } });
  beside = await signIn(reader, OWNER.email, OWNER.password);
  for (const [app, caller] of [
    [writer, owner],
    [reader, beside],
  ] as const) {
    // The first list is the database's, and has the workspace read.
    expect(await list(caller, '')).toMatchObject({ total: LINKS });
    await eventually(async () => (await keptBy(app)) === LINKS);
  }
});
afterAll(async () => {
  await reader?.stop();
  await writer?.stop();
});

const FILL = `
  WITH made AS (
    INSERT INTO links (id, workspace_id, slug, title, destination_url, destination_host, created_at)
    SELECT gen_random_uuid(), (SELECT id FROM workspaces), 's' || n, 'Link ' || n, 'https://example.com/' || n, 'example.com',
      now() - n * interval '1 minute' FROM generate_series(1, ${LINKS}) n RETURNING id, workspace_id, slug)
  INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`;

async function keptBy(app: AppProcess): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { text } = await httpSend('GET', new URL('/metrics', app.url), headers, undefined);
  return Number(/^signpost_listed_links (\d+)$/m.exec(text)?.[1]);
}

async function list(
  caller: ApiClient,
  query: string,
): Promise<{ total: number; items: { id: string; slug: string }[] }> {
  const { status, body, text } = await caller.get(`/api/links${query}`);
  expect(status, text).toBe(200);
  return body;
}

/** What both processes answer at once, which is the same. */
async function seen(query: string): Promise<{ total: number; slugs: string[] }> {
  const [own, other] = [await list(owner, query), await list(beside, query)].map(({ total, items }) => ({
    total,
    slugs: items.map(({ slug }) => slug),
  }));
  expect(other).toEqual(own);
  return own ?? expect.fail();
}

/** The tags with the number of their links, as both processes count them. */
async function seenTags(): Promise<Record<string, number>> {
  const [own, other] = await Promise.all([owner, beside].map((caller) => caller.get('/api/tags')));
  expect(other?.body).toEqual(own?.body);
  const { items } = own?.body as { items: { name: string; linkCount: number }[] };
  return Object.fromEntries(items.map(({ name, linkCount }) => [name, linkCount]));
}

test('whatever one process changes, the next list of either has it', async () => {
  const made = await owner.post('/api/links', { destinationUrl: 'https://example.org/', slug: 'fresh', tags: ['New'] });
  expect(made.status, made.text).toBe(201);
  const path = `/api/links/${made.body.id}`;
  expect(await seen('?perPage=1')).toEqual({ total: LINKS + 1, slugs: ['fresh'] });
  expect(await seen('?tags=new')).toEqual({ total: 1, slugs: ['fresh'] });
  expect((await owner.post('/api/tags', { name: 'Empty' })).status).toBe(201);
  expect(await seenTags()).toEqual({ Empty: 0, New: 1 });

  expect((await owner.patch(path, { title: 'Aardvark', expiresAt: Date.now() + 3_600_000 })).status).toBe(200);
  expect(await seen('?sort=title&perPage=1')).toEqual({ total: LINKS + 1, slugs: ['fresh'] });
  expect(await seen('?sort=expiresAt&perPage=1')).toEqual({ total: LINKS + 1, slugs: ['fresh'] });
  expect(await seen('?q=AARD')).toEqual({ total: 1, slugs: ['fresh'] });

  expect((await owner.post(`${path}/aliases`, { slug: 'fresh-too' })).status).toBe(201);
  expect(await seen('?q=fresh-too')).toEqual({ total: 1, slugs: ['fresh'] });

  expect((await owner.patch(path, { maximumVisits: 1 })).status).toBe(200);
  expect(await seen('?status=limit_reached')).toEqual({ total: 0, slugs: [] });
  expect((await reader.client().get('/fresh', { headers: BROWSER })).status).toBe(302);
  expect(await seen('?status=limit_reached')).toEqual({ total: 1, slugs: ['fresh'] });
  // Clicks are stored a moment after the visit.
  await eventually(async () => (await list(owner, '?sort=-clicks&perPage=1')).items[0]?.slug === 'fresh');
  expect(await seen('?sort=-clicks&perPage=1')).toEqual({ total: LINKS + 1, slugs: ['fresh'] });

  expect((await owner.delete(path)).status).toBe(200);
  expect(await seen('?perPage=1')).toEqual({ total: LINKS, slugs: ['s1'] });
  expect(await seenTags()).toEqual({ Empty: 0, New: 0 });
  expect(await seen('?trashed=true')).toEqual({ total: 1, slugs: ['fresh'] });
  expect((await owner.post(`${path}/restore`)).status).toBe(200);
  expect(await seenTags()).toEqual({ Empty: 0, New: 1 });
  expect(await seen('?q=fresh-too')).toEqual({ total: 1, slugs: ['fresh'] });
});

test('pages hold every link once', async () => {
  const pages = await Promise.all(
    Array.from({ length: 62 }, (_, n) => list(owner, `?sort=title&perPage=100&page=${n + 1}`)),
  );
  const slugs = pages.flatMap(({ items }) => items.map(({ slug }) => slug));
  const { total } = await seen('?perPage=1');
  expect(new Set(slugs).size).toBe(total);
  expect(slugs).toHaveLength(total);
});

test('a change of more links than are looked up in passing is seen as well, and everything is read again', async () => {
  await writer.database.query(`UPDATE links SET archived_at = now() WHERE slug LIKE 's%'`);
  expect((await seen('?archived=true&perPage=1')).total).toBe(LINKS);
  for (const app of [writer, reader]) await eventually(async () => (await keptBy(app)) > LINKS);
  expect((await seen('?archived=true&perPage=1')).total).toBe(LINKS);
});
