import {
  createTestDatabase,
  eventually,
  OWNER,
  readOutbox,
  setUpOwner,
  startApp,
  type AppProcess,
  type TestDatabase,
} from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SECRET = 'a-secret-for-the-jobs-route';
const ENV = { JOBS_SECRET: SECRET, SESSION_SECRET: 'one-session-secret-for-both-processes' };

let database: TestDatabase;
let first: AppProcess;
let second: AppProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  first = await startApp({ database, env: ENV });
  second = await startApp({ database, env: ENV });
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await database?.drop();
});

const runJobs = (app: AppProcess) =>
  app.client().post('/api/jobs/alerts', undefined, { headers: { authorization: `Bearer ${SECRET}` } });

test('a process killed in the middle of an alert: the next one takes over when the lease ends, and the mail goes out once', async () => {
  const owner = await setUpOwner(first);
  const expiresAt = Date.now() + 2 * 24 * 3600_000;
  const created = await owner.post('/api/links', { destinationUrl: 'https://example.com/', expiresAt });
  expect(created.status).toBe(201);

  // The mail cannot be queued, so the run stands in the middle of the alert's transaction.
  const gate = await database.pool.connect();
  await gate.query('BEGIN; LOCK TABLE mails IN SHARE MODE');
  const cutOff = runJobs(first).catch(() => null);
  await eventually(
    async () =>
      (
        await database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO%mails%'`,
        )
      ).length > 0,
  );
  await first.kill('SIGKILL');
  expect(await cutOff).toBeNull();
  await gate.query('ROLLBACK');
  gate.release();

  expect((await runJobs(second)).body.jobs[0]).toEqual({ job: 'expiry_alerts', status: 'skipped' });
  await database.query('UPDATE jobs SET lease_until = now() WHERE run_id IS NOT NULL');
  const { body } = await runJobs(second);
  expect(body).toMatchObject({ sent: 1 });
  expect(body.jobs[0]).toEqual({ job: 'expiry_alerts', status: 'ran', count: 1 });
  await database.query(`UPDATE jobs SET next_due_at = now()`);
  expect((await runJobs(second)).body.sent).toBe(0);

  await eventually(() => readOutbox(second.dataDir).length > 0);
  const mails = [...readOutbox(first.dataDir), ...readOutbox(second.dataDir)];
  expect(mails.map(({ to, subject }) => [to, subject.slice(0, 14)])).toEqual([[OWNER.email, 'Expires soon: ']]);
  const ownerAtSecond = second.client();
  ownerAtSecond.setCookie('signpost_session', owner.cookie('signpost_session') ?? '');
  const events = await ownerAtSecond.get('/api/admin/audit-events?type=link_alert_sent');
  expect(events.body.items).toHaveLength(1);
  expect(events.body.items[0]).toMatchObject({ actor: null, link: { id: created.body.id, slug: created.body.slug } });
});
