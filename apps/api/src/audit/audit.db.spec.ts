import { AUDIT_GROUPS, AUDIT_TYPES, type AuditEvent, type AuditType } from '@signpost/contracts';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor, Member } from '../platform/access/index.js';
import { Clock } from '../platform/time/index.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

let database: TestDatabase;
let source: DataSource;
let audit: AuditService;
let log: AuditLogService;
let member: Member;
let actor: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url, entities: ENTITIES, poolSize: 12 }).initialize();
  const repository = new AuditRepository(source);
  audit = new AuditService(source, repository, new Clock());
  audit.onModuleInit();
  log = new AuditLogService(repository);
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  const [workspace] = await database.query<{ id: string }>(
    `INSERT INTO workspaces (id, slug, name) VALUES (gen_random_uuid(), gen_random_uuid()::text, 'Acme') RETURNING id`,
  );
  member = { workspaceId: workspace?.id } as Member;
  actor = { workspaceId: member.workspaceId, userId: null };
});

afterEach(async () => {
  await database.query('DROP TRIGGER IF EXISTS slow_commit ON audit_events');
});

const record = (detail: Record<string, unknown>, type: AuditType = 'link_updated') =>
  source.transaction((tx) => audit.record(actor, type, { detail }, tx));

/** Every event of the workspace, read page by page. */
async function readAll(limit: number, between: () => Promise<unknown> = async () => undefined): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  for (let before: number | undefined; ;) {
    const page = await log.list(member, { limit, ...(before === undefined ? {} : { before }) });
    all.push(...page.items);
    if (page.nextBefore === null) return all;
    before = page.nextBefore;
    await between();
  }
}

test('pages are newest first and end with a null cursor, also when the last page is full', async () => {
  for (let n = 1; n <= 6; n += 1) await record({ n });
  const first = await log.list(member, { limit: 3 });
  expect(first.items.map((event) => event.detail['n'])).toEqual([6, 5, 4]);
  const second = await log.list(member, { limit: 3, before: first.nextBefore ?? 0 });
  expect(second.items.map((event) => event.detail['n'])).toEqual([3, 2, 1]);
  expect(second.nextBefore).toBeNull();
  expect(await log.list({ ...member, workspaceId: crypto.randomUUID() }, {})).toEqual({ items: [], nextBefore: null });
});

test('filters by group and type must both match', async () => {
  const types = Object.keys(AUDIT_TYPES) as AuditType[];
  for (const type of types) await record({}, type);
  for (const group of AUDIT_GROUPS) {
    const { items } = await log.list(member, { group, limit: 200 });
    expect(items.map((event) => event.type).sort()).toEqual(types.filter((type) => AUDIT_TYPES[type] === group).sort());
    expect(new Set(items.map((event) => event.group))).toEqual(new Set([group]));
  }
  expect((await log.list(member, { type: 'member_removed' })).items).toHaveLength(1);
  expect((await log.list(member, { type: 'member_removed', group: 'member' })).items).toHaveLength(1);
  expect((await log.list(member, { type: 'member_removed', group: 'link' })).items).toEqual([]);
});

test('an event is committed or rolled back with its transaction or savepoint', async () => {
  await source.transaction(async (tx) => {
    await audit.record(actor, 'link_created', { detail: { n: 'kept' } }, tx);
    await tx.transaction((inner) => audit.record(actor, 'link_updated', { detail: { n: 'inner kept' } }, inner));
    await tx
      .transaction(async (inner) => {
        await audit.record(actor, 'link_updated', { detail: { n: 'inner lost' } }, inner);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await audit.record(actor, 'link_deleted', { detail: { n: 'last' } }, tx);
  });
  const lost = source.transaction(async (tx) => {
    await audit.record(actor, 'link_created', { detail: { n: 'lost' } }, tx);
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await audit.record(actor, 'link_created', { detail: { n: 'without a transaction' } }, source.manager);
  const found = (await readAll(50)).map((event) => event.detail['n']);
  expect(found).toEqual(['without a transaction', 'last', 'inner kept', 'kept']);
});

test('an event that cannot be written rolls its change back', async () => {
  const broken = source.transaction(async (tx) => {
    await tx.query(`UPDATE workspaces SET name = 'changed' WHERE id = $1`, [actor.workspaceId]);
    await audit.record({ workspaceId: actor.workspaceId, userId: crypto.randomUUID() }, 'workspace_updated', {}, tx);
  });
  await expect(broken).rejects.toThrow('audit_events_actor_id_fkey');
  const [workspace] = await database.query('SELECT name FROM workspaces WHERE id = $1', [actor.workspaceId]);
  expect(workspace).toEqual({ name: 'Acme' });
});

test('a higher id is never committed before a lower one, however slowly a transaction commits', async () => {
  // A commit that the test delays: the id is assigned, but the row is not visible yet.
  await database.query(`
    CREATE OR REPLACE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.detail ? 'slow' THEN PERFORM pg_advisory_xact_lock_shared(42); END IF;
      RETURN NULL;
    END $$`);
  await database.query(`
    CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON audit_events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION slow_commit()`);
  const gate = await database.pool.connect();
  await gate.query('SELECT pg_advisory_lock(42)');
  const slow = record({ slow: true });
  await untilWaiting('advisory', 1);
  const fast = record({ fast: true });
  await untilWaiting('advisory', 2);
  expect(await readAll(50)).toEqual([]);
  await gate.query('SELECT pg_advisory_unlock(42)');
  gate.release();
  await Promise.all([slow, fast]);
  expect((await readAll(50)).map((event) => event.detail)).toEqual([{ fast: true }, { slow: true }]);
});

test('whoever changes the address of an account does not wait in a circle with the events that the account causes', async () => {
  const [user] = await database.query<{ id: string }>(
    `INSERT INTO users (id, email) VALUES (gen_random_uuid(), gen_random_uuid()::text) RETURNING id`,
  );
  const own = { workspaceId: actor.workspaceId, userId: user?.id ?? null };
  let beside: Promise<void> | undefined;
  await source.transaction(async (tx) => {
    await tx.query('UPDATE users SET email = gen_random_uuid()::text WHERE id = $1', [own.userId]);
    beside = source.transaction((other) => audit.record(own, 'tag_created', {}, other));
    await untilWaiting('transactionid', 1);
    await audit.record(own, 'email_changed', {}, tx);
  });
  await beside;
  expect((await readAll(50)).map((event) => event.type)).toEqual(['tag_created', 'email_changed']);
});

test('a reader between concurrent writers neither skips nor repeats an event', async () => {
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 25; n += 1) {
      await source.transaction(async (tx) => {
        await audit.record(actor, 'link_updated', { detail: { writer, n } }, tx);
        if (n % 3 === writer % 3) await tx.query('SELECT pg_sleep(0.002)');
        await audit.record(actor, 'link_archived', { detail: { writer, n } }, tx);
      });
    }
  });
  let isWriting = true;
  const done = Promise.all(writers).finally(() => {
    isWriting = false;
  });
  const seen = new Set<number>();
  let highest = 0;
  do {
    const ids = (await readAll(7)).map((event) => event.id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    // No event may appear later with an id below one that was already read.
    const late = ids.filter((id) => id <= highest && !seen.has(id));
    expect(late).toEqual([]);
    for (const id of ids) seen.add(id);
    highest = Math.max(highest, ...ids);
  } while (isWriting);
  await done;
  expect(await readAll(7)).toHaveLength(8 * 25 * 2);
});

async function untilWaiting(event: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = $1`,
      [event],
    );
    if ((row?.waiting ?? 0) >= count) return;
  }
}
