import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, type ClickEvent } from '@signpost/domain';
import { createTestDatabase, untilSomebodyWaits, type TestDatabase } from '@signpost/testing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ClickStore, foldDays } from '../clicks/index.js';
import { ClickFixtures, randomEvent } from '../clicks/rollup/click-history.fixtures.js';
import type { Config } from '../platform/config/index.js';
import { ApiError } from '../platform/errors/index.js';
import { FileStorage, type ObjectStorage } from '../platform/storage/index.js';
import { listUsers } from './lists.js';
import { connect, type OpsContext } from './ops-context.js';
import { eraseWorkspace } from './workspaces.js';

/** A marker contained in all texts of the workspace. */
const MARK = 'secret-of';
const LOGO = 'logos/0123456789abcdef.png';
/** A table shared by all workspaces, whose rows are kept. */
const SHARED = 'referrer_hosts';

let database: TestDatabase;
let client: pg.Client;
let folder: string;
let storage: ObjectStorage;
let context: OpsContext;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await connect(database.url);
  folder = mkdtempSync(join(tmpdir(), 'signpost-erase-'));
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  storage = new FileStorage(folder);
  await storage.put(LOGO, Buffer.from('a picture'));
  context = { config: {} as Config, client, storage, print: () => undefined };
});

/** Creates a workspace with rows in every table that belongs to one, some of them old; returns its id. */
async function aFullWorkspace(slug: string): Promise<string> {
  const fixtures = new ClickFixtures(database);
  const id = await fixtures.workspace();
  await database.query(`UPDATE workspaces SET slug = $2, name = $3, logo_key = $4 WHERE id = $1`, [
    id,
    slug,
    `${MARK}-${slug}`,
    LOGO,
  ]);
  const campaignId = await fixtures.campaign(id);
  const links = await fixtures.links(id, 3);
  await database.query(
    `UPDATE links SET notes = $2, campaign_id = $3, expires_at = now() + interval '1 day' WHERE workspace_id = $1`,
    [id, `${MARK}-${slug}`, campaignId],
  );
  for (const statement of [
    `INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, 'alias-' || left(slug, 20), 'alias', id FROM links WHERE workspace_id = $1`,
    `INSERT INTO memberships (workspace_id, user_id, role) SELECT $1, id, 'OWNER' FROM users`,
    `INSERT INTO invitations (id, workspace_id, email, role, token_hash, expires_at) VALUES (gen_random_uuid(), $1, '${MARK}@example.test', 'MEMBER', uuid_send($1), now())`,
    `INSERT INTO audit_events (workspace_id, type, detail) VALUES ($1, 'workspace_created', '{"name": "${MARK}"}')`,
    `INSERT INTO tags (id, workspace_id, name) VALUES (gen_random_uuid(), $1, '${MARK}')`,
    `INSERT INTO link_tags SELECT $1, l.id, t.id FROM links l JOIN tags t USING (workspace_id) WHERE workspace_id = $1`,
    `INSERT INTO link_history (id, workspace_id, link_id, action, changes) SELECT gen_random_uuid(), $1, id, 'created', '[]' FROM links WHERE workspace_id = $1`,
    `INSERT INTO imports (id, workspace_id, file_hash, row_count) VALUES (gen_random_uuid(), $1, 'hash', 3)`,
    `INSERT INTO import_rows SELECT i.id, row_number() OVER (), l.id FROM imports i JOIN links l USING (workspace_id) WHERE workspace_id = $1`,
    `INSERT INTO link_alerts SELECT $1, id, 'expiry', now() FROM links WHERE workspace_id = $1`,
    `INSERT INTO idempotency_keys SELECT $1, id, 'POST /links', '${MARK}', '', '{}', now() FROM users`,
    `INSERT INTO kept_paths (workspace_id, path, folded, link_id) SELECT $1, 'Kept/' || id, 'kept/' || id, id FROM links WHERE workspace_id = $1`,
    `INSERT INTO saved_views (id, workspace_id, user_id, name, query, is_shared) SELECT gen_random_uuid(), $1, id, '${MARK}', '', true FROM users`,
    `INSERT INTO utm_presets (workspace_id, position, name) VALUES ($1, 0, '${MARK}')`,
    `WITH watched AS (
       INSERT INTO watched_destinations (hash, url, host, due_at) VALUES (uuid_send($1), 'https://example.test/', 'example.test', now()) RETURNING hash)
     INSERT INTO link_destinations (workspace_id, link_id, hash) SELECT workspace_id, id, hash FROM links, watched WHERE workspace_id = $1`,
    `INSERT INTO abuse_reports (id, workspace_id, link_id, reason) SELECT gen_random_uuid(), $1, id, 'spam' FROM links WHERE workspace_id = $1`,
    `INSERT INTO report_shares (id, workspace_id, token_hash, subject_type, expires_at) VALUES (gen_random_uuid(), $1, uuid_send($1), 'workspace', now())`,
  ]) {
    await database.query(statement, [id]);
  }
  let seed = 1;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const events = Array.from({ length: 300 }, (_, index): ClickEvent => {
    const at = Date.now() - (index % 2) * 5 * DAY_MS;
    return randomEvent(random, { workspaceId: id, linkId: links[index % 3] ?? '', campaignId, at });
  });
  await fixtures.save(events);
  await foldDays(database.pool, Date.now());
  return id;
}

/** Numbers of rows that refer to one of these workspaces, for every table that can. */
async function rowsOf(ids: readonly string[], nos: readonly number[]): Promise<Record<string, number>> {
  const columns = await database.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name !~ '^click_events_' AND table_name <> $1
       AND column_name IN ('workspace_id', 'workspace_no') ORDER BY 1`,
    [SHARED],
  );
  const counted: Record<string, number> = {};
  for (const { table, column } of columns) {
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${column}::text = ANY ($1)`,
      [[...ids, ...nos.map(String)]],
    );
    counted[table] = row?.count ?? 0;
  }
  return counted;
}

async function noOf(slug: string): Promise<number> {
  const [row] = await database.query<{ no: number }>('SELECT no FROM workspaces WHERE slug = $1', [slug]);
  return row?.no ?? 0;
}

const deleteIt = (slug: string) => database.query('UPDATE workspaces SET deleted_at = now() WHERE slug = $1', [slug]);

test('of an erased workspace only its slug and deletion time remain, and other workspaces stay complete', async () => {
  await database.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'owner@example.test')`);
  const gone = await aFullWorkspace('gone');
  const kept = await aFullWorkspace('kept');
  await deleteIt('gone');
  const [goneNo, keptNo] = [await noOf('gone'), await noOf('kept')];
  const before = await rowsOf([kept], [keptNo]);
  expect(Object.entries(await rowsOf([gone], [goneNo])).filter(([, count]) => count === 0)).toEqual([]);
  const dates = `SELECT created_at, deleted_at FROM workspaces WHERE slug = 'gone'`;
  const [then] = await database.query(dates);

  await eraseWorkspace(context, 'gone');
  const now = await rowsOf([gone], [goneNo, await noOf('gone')]);
  expect(Object.entries(now).filter(([, count]) => count > 0)).toEqual([]);
  expect(await rowsOf([kept], [keptNo])).toEqual(before);
  const [row] = await database.query(`SELECT * FROM workspaces WHERE slug = 'gone'`);
  expect(row).toMatchObject({ id: gone, name: '', link_prefix: null, logo_key: null, ...then });
  expect(await database.query('SELECT FROM import_rows')).toHaveLength(3);
  expect(await database.query('SELECT FROM link_counters')).toHaveLength(3);
  expect(await storage.read(LOGO)).toBeNull();
  await expect(eraseWorkspace(context, 'gone')).rejects.toThrow('gone is already erased.');
});

test('the members of an unknown workspace are not an empty list', async () => {
  await expect(listUsers(context, 'nowhere')).rejects.toThrow('There is no workspace nowhere.');
  await expect(listUsers(context, null)).resolves.toBeInstanceOf(Array);
});

test('a workspace that is not deleted and an unknown one are refused', async () => {
  const ids = [await aFullWorkspace('in-use')];
  const before = await rowsOf(ids, [await noOf('in-use')]);
  await expect(eraseWorkspace(context, 'in-use')).rejects.toThrow('in-use is not deleted.');
  await expect(eraseWorkspace(context, 'nowhere')).rejects.toThrow('There is no workspace nowhere.');
  expect(await rowsOf(ids, [await noOf('in-use')])).toEqual(before);
});

test('where the logo cannot be removed nothing is erased, so that it can be tried again', async () => {
  const ids = [await aFullWorkspace('held')];
  await deleteIt('held');
  const before = await rowsOf(ids, [await noOf('held')]);
  const storage = new FileStorage(folder);
  storage.delete = () => Promise.reject(new ApiError('storage_unavailable'));
  await expect(eraseWorkspace({ ...context, storage }, 'held')).rejects.toThrow('The file storage is unavailable');
  expect(await rowsOf(ids, [await noOf('held')])).toEqual(before);
  await eraseWorkspace(context, 'held');
});

test('erasing waits for clicks that are being stored, and removes them too', async () => {
  const workspaceId = await aFullWorkspace('clicked');
  const [link] = await database.query<{ id: string }>('SELECT id FROM links WHERE workspace_id = $1', [workspaceId]);
  await deleteIt('clicked');
  const no = await noOf('clicked');
  const place = { workspaceId, linkId: link?.id ?? '', campaignId: null, at: Date.now() };
  let erasing = Promise.resolve();
  await database.transaction(async (writer) => {
    await new ClickStore().store(writer, [randomEvent(() => 0.5, place)]);
    erasing = eraseWorkspace(context, 'clicked');
    await untilSomebodyWaits(database);
  });
  await erasing;
  const now = await rowsOf([workspaceId], [no, await noOf('clicked')]);
  expect(Object.entries(now).filter(([, count]) => count > 0)).toEqual([]);
});
