import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../entities.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ClickFixtures } from '../../clicks/rollup/click-history.fixtures.js';
import type { Config } from '../../platform/config/index.js';
import type { MailQueue } from '../../mails/index.js';
import { SetClock } from '../../platform/time/set-clock.fixtures.js';
import { ClickEventPartitionsJob } from '../click-event-partitions.job.js';
import { HousekeepingJob } from '../housekeeping.job.js';

const DAY = 24 * 3600_000;

let database: TestDatabase;
let source: DataSource;
const clock = new SetClock(0);

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url, entities: ENTITIES }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const configured = (clickRetentionMonths: number | null = null) =>
  ({ databaseUrl: database.url, clickRetentionMonths }) as Config;

const storeEventAt = (at: number) =>
  database.query(`INSERT INTO click_events VALUES ($1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`, [new Date(at)]);

const partitionNames = async () =>
  (
    await database.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'click_events'::regclass ORDER BY 1`,
    )
  ).map(({ name }) => name);

describe('click_event_partitions', () => {
  beforeEach(async () => {
    for (const name of await partitionNames()) await database.query(`DROP TABLE ${name}`);
  });

  test('keeps three months ready through a year end and a leap day, and every event has its partition', async () => {
    const job = new ClickEventPartitionsJob(configured(), clock);
    const start = Date.parse('2027-11-30T23:59:59.999Z');
    for (let day = 0; day <= 130; day += 1) {
      clock.at = start + day * DAY;
      const { count, detail } = await job.run();
      expect(count).toBe(3);
      const now = new Date(clock.at);
      const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1));
      expect(detail).toEqual({ partitionsReadyThrough: end.toISOString() });
      for (const at of [clock.at, clock.at + 1, clock.at + DAY, end.getTime() - 1]) await storeEventAt(at);
    }
    const [months] = await database.query(`SELECT count(*)::int AS n, max(occurred_at) AS newest FROM click_events`);
    expect(months).toEqual({ n: 131 * 4, newest: new Date('2028-06-30T23:59:59.999Z') });
    expect((await partitionNames()).slice(0, 4)).toEqual([
      'click_events_2027_11',
      'click_events_2027_12',
      'click_events_2028_01',
      'click_events_2028_02',
    ]);
  });

  test('creates a missing month between others, also after months without a run', async () => {
    const job = new ClickEventPartitionsJob(configured(), clock);
    clock.at = Date.parse('2027-12-15T00:00:00.000Z');
    await job.run();
    await database.query('DROP TABLE click_events_2028_01');
    await job.run();
    expect(await partitionNames()).toContain('click_events_2028_01');
    clock.at = Date.parse('2029-02-28T23:59:59.999Z');
    expect(await job.run()).toEqual({ count: 3, detail: { partitionsReadyThrough: '2029-05-01T00:00:00.000Z' } });
    await storeEventAt(clock.at);
  });

  test('drops only months of which every event is older than retention allows', async () => {
    for (const month of ['2027-10', '2027-11', '2027-12', '2028-01', '2028-02']) {
      clock.at = Date.parse(`${month}-15T00:00:00.000Z`);
      await new ClickEventPartitionsJob(configured(), clock).run();
    }
    clock.at = Date.parse('2028-02-29T12:00:00.000Z');
    await new ClickEventPartitionsJob(configured(2), clock).run();
    // 29 December 2027 is two months ago: December still contains newer events.
    expect((await partitionNames())[0]).toBe('click_events_2027_12');
    clock.at = Date.parse('2028-03-01T00:00:00.000Z');
    await new ClickEventPartitionsJob(configured(2), clock).run();
    expect((await partitionNames())[0]).toBe('click_events_2028_01');
  });
});

describe('housekeeping', () => {
  const NOW = Date.parse('2028-03-01T00:30:00.000Z');

  test('removes expired rows and keeps the others, salts by day', async () => {
    clock.at = NOW;
    const user = '00000000-0000-7000-8000-000000000001';
    await database.query(`INSERT INTO users (id, email) VALUES ($1, 'a@example.test')`, [user]);
    await database.query(
      `INSERT INTO sessions (id, token_hash, user_id, browser, os, expires_at)
       SELECT gen_random_uuid(), decode(md5(n::text), 'hex'), $1, '', '', to_timestamp($2::double precision / 1000) + n * interval '1 ms'
       FROM unnest(ARRAY[-1, 0, 1]) AS n`,
      [user, NOW],
    );
    await database.query(
      `INSERT INTO user_tokens (id, user_id, purpose, token_hash, expires_at, used_at)
       SELECT gen_random_uuid(), $1, 'verify_email', decode(md5(n::text), 'hex'), to_timestamp($2::double precision / 1000) + n * interval '1 ms',
         CASE n WHEN 2 THEN now() END
       FROM unnest(ARRAY[0, 1, 2]) AS n`,
      [user, NOW],
    );
    await database.query(
      `INSERT INTO email_changes (user_id, new_email, old_token_hash, new_token_hash, expires_at)
       VALUES ($1, 'b@example.test', '\\x01', '\\x02', to_timestamp($2::double precision / 1000))`,
      [user, NOW],
    );
    await database.query(
      `INSERT INTO visitor_salts (day, salt) SELECT day, decode(repeat('00', 32), 'hex')
       FROM unnest(ARRAY['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02']::date[]) AS day`,
    );
    await database.query(
      `INSERT INTO passkey_answers SELECT decode(md5(n::text), 'hex'), to_timestamp($1::double precision / 1000) + n * interval '1 ms'
       FROM unnest(ARRAY[0, 1]) AS n`,
      [NOW],
    );
    const workspace = await new ClickFixtures(database).workspace();
    await database.query(
      `INSERT INTO idempotency_keys SELECT $1, $2, 'POST /links', n::text, '', '{}',
         to_timestamp($3::double precision / 1000) - interval '1 day' + n * interval '1 ms'
       FROM unnest(ARRAY[0, 1]) AS n`,
      [workspace, user, NOW],
    );
    await database.query(
      `INSERT INTO report_shares (id, workspace_id, token_hash, subject_type, expires_at)
       SELECT gen_random_uuid(), $1, decode(md5(n::text), 'hex'), 'workspace', to_timestamp($2::double precision / 1000) + n * interval '1 ms'
       FROM unnest(ARRAY[0, 1]) AS n`,
      [workspace, NOW],
    );
    const job = new HousekeepingJob(
      source,
      { prune: async () => 3, pruneOutbox: async () => 1 } as unknown as MailQueue,
      configured(),
      clock,
    );
    const result = await job.run();
    expect(result.detail).toEqual({
      sessions: 2,
      tokens: 2,
      emailChanges: 1,
      passkeyAnswers: 1,
      reportShares: 1,
      invitations: 0,
      salts: 2,
      idempotencyKeys: 1,
      signals: 0,
      mails: 3,
      outbox: 1,
      daysFolded: 0,
      searchTexts: 0,
    });
    expect(result.count).toBe(14);
    const days = await database.query<{ day: string }>('SELECT day::text FROM visitor_salts ORDER BY day');
    expect(days.map(({ day }) => day)).toEqual(['2028-02-29', '2028-03-01', '2028-03-02']);
    expect((await job.run()).count).toBe(4);
  });
});
