import { randomUUID } from 'node:crypto';
import { addLink, addLinks, addWorkspace, createTestDatabase, type TestDatabase } from '@signpost/testing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LINK_SQL } from './cached-link.js';
import { LinkResolver, ResolverUnavailable, type Database } from './link-resolver.js';
import { workspaceQuery, type KeyedWorkspace } from './workspace-table.js';

let database: TestDatabase;
let workspaceId: string;
let hot: HeldDatabase;
let resolver: LinkResolver;
let workspace: KeyedWorkspace;
let now: number;

beforeAll(async () => {
  database = await createTestDatabase();
  workspaceId = randomUUID();
  await database.query('INSERT INTO workspaces (id, slug, name) VALUES ($1, $2, $2)', [workspaceId, 'acme']);
});
afterAll(() => database?.drop());

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21);
  hot = new HeldDatabase();
  resolver = new LinkResolver({
    database: hot,
    limits: { maximumEntries: 1000, maximumBytes: 1_000_000 },
    now: () => now,
  });
  const known = await resolver.loadWorkspace('acme');
  if (known === null) throw new Error('there is no workspace');
  workspace = known;
  hot.statements = 0;
  hot.read = 0;
});

/** The real database, whose answers can be held back after they were read, and which can be made unavailable. */
class HeldDatabase implements Database {
  statements = 0;
  /** Statements that PostgreSQL has answered, whether the answer was delivered or is held back. */
  read = 0;
  isUnavailable = false;
  private held: Promise<void> | null = null;

  async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    this.statements += 1;
    if (this.isUnavailable) throw new Error('connection refused');
    const { held } = this;
    const result = await database.pool.query<Row>(config);
    this.read += 1;
    await held;
    return result;
  }

  /** Holds back all answers from now on, until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.held = new Promise((resolve) => (release = resolve));
    return () => {
      this.held = null;
      release();
    };
  }

  /** Resolves when PostgreSQL has answered that many statements. */
  async hasRead(statements: number): Promise<void> {
    while (this.read < statements) await new Promise((resolve) => setImmediate(resolve));
  }
}

const aLink = (slug: string, destination = 'https://example.com/first'): Promise<string> =>
  addLink(database, workspaceId, { slug, destination_url: destination });

const redirectTo = (id: string, destination: string) =>
  database.query('UPDATE links SET destination_url = $2 WHERE id = $1', [id, destination]);

test('misses of one address share a statement, and its result is cached', async () => {
  await aLink('shared');
  const found = await Promise.all(Array.from({ length: 50 }, () => resolver.load(workspaceId, 'shared')));
  expect(new Set(found.map((link) => link?.destinationUrl))).toEqual(new Set(['https://example.com/first']));
  expect(hot.statements).toBe(1);
  expect(resolver.find(workspace, 'shared')?.destinationUrl).toBe('https://example.com/first');
});

test('an unknown address is cached for seconds, and is found at once when a link takes it', async () => {
  expect(await resolver.load(workspaceId, 'later')).toBeNull();
  expect(resolver.find(workspace, 'later')).toBeNull();
  await aLink('later');
  resolver.addressChanged(workspaceId, 'later');
  expect(resolver.find(workspace, 'later')).toBeUndefined();
  expect(await resolver.load(workspaceId, 'later')).not.toBeNull();
  expect(await resolver.load(workspaceId, 'never')).toBeNull();
  now += 5_000;
  expect(resolver.find(workspace, 'never')).toBeUndefined();
});

test('a renamed workspace is loaded before the next request, so that it is known when the database fails', async () => {
  resolver.workspaceChanged(workspaceId);
  await hot.hasRead(1);
  await new Promise((resolve) => setImmediate(resolve));
  hot.isUnavailable = true;
  expect(resolver.workspace('acme')).toMatchObject({ id: workspaceId });
});

test.each([
  ['link', (id: string) => resolver.linkChanged(id)],
  ['address', () => resolver.addressChanged(workspaceId, 'racing-address')],
  ['workspace', () => resolver.workspaceChanged(workspaceId)],
  ['campaign', () => resolver.campaignChanged(randomUUID())],
  ['deafness', () => resolver.everythingSuspect()],
])('a result read before a change of a %s is neither cached nor given to later requests', async (name, notify) => {
  const slug = `racing-${name}`;
  const id = await aLink(slug);
  const release = hot.hold();
  const before = resolver.load(workspaceId, slug);
  await hot.hasRead(1);
  await redirectTo(id, 'https://example.com/second');
  notify(id);
  const after = resolver.load(workspaceId, slug);
  await hot.hasRead(2);
  release();
  expect((await before)?.destinationUrl).toBe('https://example.com/first');
  expect((await after)?.destinationUrl).toBe('https://example.com/second');
  expect(resolver.find(workspace, slug)?.destinationUrl).toBe('https://example.com/second');
});

test('an entry that was suspect for a while is certain again without a statement, unless it has changed', async () => {
  const changed = await aLink('silent-changed');
  await aLink('silent-kept');
  await aLink('silent-old');
  await resolver.load(workspaceId, 'silent-old');
  resolver.everythingSuspect();
  await resolver.loadWorkspace('acme');
  for (const slug of ['silent-changed', 'silent-kept']) await resolver.load(workspaceId, slug);
  const { epoch } = resolver;
  resolver.everythingSuspect();
  resolver.everythingSuspect();
  expect([resolver.workspace('acme'), resolver.find(workspace, 'silent-kept')]).toEqual([undefined, undefined]);
  resolver.linkChanged(changed);
  hot.statements = 0;
  resolver.nothingMissedSince(epoch);
  expect(resolver.workspace('acme')).toMatchObject({ id: workspaceId });
  expect(resolver.find(workspace, 'silent-kept')?.destinationUrl).toBe('https://example.com/first');
  expect(resolver.find(workspace, 'silent-changed')).toBeUndefined();
  // It was suspect before.
  expect(resolver.find(workspace, 'silent-old')).toBeUndefined();
  expect(hot.statements).toBe(0);
});

test('while the database is unavailable, known addresses are answered from memory and unknown ones fail', async () => {
  await aLink('known');
  await resolver.load(workspaceId, 'known');
  hot.isUnavailable = true;
  resolver.everythingSuspect();
  expect(resolver.find(workspace, 'known')).toBeUndefined();
  expect((await resolver.load(workspaceId, 'known'))?.destinationUrl).toBe('https://example.com/first');
  expect(resolver.isDatabaseUnavailable()).toBe(true);
  expect(resolver.find(workspace, 'known')?.destinationUrl).toBe('https://example.com/first');
  await expect(resolver.load(workspaceId, 'unheard-of')).rejects.toBeInstanceOf(ResolverUnavailable);
});

test('a link that is known to have changed is not answered from memory, even while the database is unavailable', async () => {
  const id = await aLink('gone');
  await resolver.load(workspaceId, 'gone');
  resolver.linkChanged(id);
  hot.isUnavailable = true;
  await expect(resolver.load(workspaceId, 'gone')).rejects.toBeInstanceOf(ResolverUnavailable);
});

test('a kept path beyond ASCII is cached, and evicted with its link and by itself', async () => {
  const id = await aLink('behind-paths');
  const keep = (path: string) =>
    database.query('INSERT INTO kept_paths (workspace_id, path, folded, link_id) VALUES ($1, $2, upper($2), $3)', [
      workspaceId,
      path,
      id,
    ]);
  await keep('Über/AbCd');
  resolver.addressChanged(workspaceId, '/Über/AbCd');
  expect(resolver.workspace('acme')?.hasKeptPaths).toBe(true);
  for (const address of ['/Über/AbCd', '//ÜBER/ABCD']) {
    expect(await resolver.load(workspaceId, address)).toMatchObject({ id });
    expect(resolver.find(workspace, address)).toMatchObject({ id, destinationUrl: 'https://example.com/first' });
  }
  resolver.linkChanged(id);
  expect(resolver.find(workspace, '/Über/AbCd')).toBeUndefined();
  for (const address of ['/Über/AbCd', '//ÜBER/ABCD']) await resolver.load(workspaceId, address);
  await database.query('UPDATE kept_paths SET is_live = false');
  resolver.addressChanged(workspaceId, '/Über/AbCd');
  for (const address of ['/Über/AbCd', '//ÜBER/ABCD']) {
    expect(resolver.find(workspace, address)).toBeUndefined();
    expect(await resolver.load(workspaceId, address)).toBeNull();
  }

  // The case-insensitive match ends as soon as a slug exists that differs by case alone.
  await keep('Spelt');
  resolver.addressChanged(workspaceId, '/Spelt');
  expect(await resolver.load(workspaceId, '//SPELT')).toMatchObject({ id });
  await aLink('spelt');
  resolver.addressChanged(workspaceId, 'spelt');
  expect(resolver.find(workspace, '//SPELT')).toBeUndefined();
  expect(await resolver.load(workspaceId, '//SPELT')).toBeNull();
});

/** How many rows a statement returns, and how many blocks of the database it reads for them. */
async function cost(sql: string, values: unknown[]): Promise<{ rows: number | undefined; blocks: number }> {
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: { [count: string]: number } }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
    values,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  const blocks = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  return { rows: plan?.['Actual Rows'], blocks };
}

test('a statement reads only the rows that it needs, even before the tables are analysed', async () => {
  const crowd = await addWorkspace(database);
  await database.query(
    `INSERT INTO workspaces (id, slug, name) SELECT gen_random_uuid(), 'w-' || n, 'W' FROM generate_series(1, 2000) n`,
  );
  await addLinks(
    database,
    crowd,
    Array.from({ length: 2000 }, (_, index) => ({ slug: `one-${index + 1}` })),
  );
  const slugs = ['one-1', 'one-500', 'one-1000', 'one-1500', 'one-2000'];
  const links = await cost(LINK_SQL, [slugs.map(() => crowd), slugs]);
  expect(links.rows).toBe(slugs.length);
  // For the address and for the link: an index of two or three levels, and a row.
  expect(links.blocks).toBeLessThan(slugs.length * 12);

  // Of all addresses of the workspace only its retained prefixes are read.
  await database.query(`INSERT INTO addresses (workspace_id, slug, kind) VALUES ($1, 'go', 'retained')`, [crowd]);
  const { text } = workspaceQuery(`w-${crowd}`);
  const workspaces = await cost(text, [`w-${crowd}`]);
  expect(workspaces.rows).toBe(1);
  expect(workspaces.blocks).toBeLessThan(12);
});
