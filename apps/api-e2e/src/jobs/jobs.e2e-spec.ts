import { OWNER, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SECRET = 'a-secret-for-the-jobs-route';
const bearer = (secret = SECRET) => ({ headers: { authorization: `Bearer ${secret}` } });

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp({
    env: { JOBS_SECRET: SECRET, OPERATOR_EMAILS: `ops@example.test, ${OWNER.email.toUpperCase()}` },
  });
  owner = await setUpOwner(app);
});
afterAll(() => app?.stop());

describe('POST /api/jobs/alerts', () => {
  test('runs what is due and answers one report per job in order; at once again everything is skipped', async () => {
    const first = await app.client().post('/api/jobs/alerts', undefined, bearer());
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ sent: 0, demosDeleted: 0 });
    expect(first.body.jobs.map((job: { job: string }) => job.job)).toEqual([
      'expiry_alerts',
      'click_event_partitions',
      'housekeeping',
      'weekly_digest',
    ]);
    expect(first.body.jobs.every((job: { status: string }) => job.status === 'ran')).toBe(true);
    const partitions = first.body.jobs[1];
    expect(partitions.count).toBe(3);
    const now = new Date();
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1)).toISOString();
    expect(partitions.detail).toEqual({ partitionsReadyThrough: end });

    const second = await app.client().post('/api/jobs/alerts', undefined, bearer());
    expect(second.body.jobs).toEqual([
      { job: 'expiry_alerts', status: 'skipped' },
      { job: 'click_event_partitions', status: 'skipped' },
      { job: 'housekeeping', status: 'skipped' },
      { job: 'weekly_digest', status: 'skipped' },
    ]);
  });

  test.each([
    ['no header', {}],
    ['a wrong secret', bearer('wrong')],
    ['another scheme', { headers: { authorization: `Basic ${SECRET}` } }],
    ['a longer secret', bearer(`${SECRET}x`)],
  ])('answers 401 to %s', async (_, options) => {
    const { status, body, headers } = await app.client().post('/api/jobs/alerts', undefined, options);
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([401, 'wrong_secret', 'Bearer']);
  });

  test('a session does not replace the secret', async () => {
    expect((await owner.post('/api/jobs/alerts')).status).toBe(401);
  });

  test('a failing job is a 500 with every report, and the others have run', async () => {
    await app.database.query('UPDATE jobs SET next_due_at = now()');
    await app.database.query('ALTER TABLE link_alerts RENAME TO link_alerts_away');
    try {
      const { status, body } = await app.client().post('/api/jobs/alerts', undefined, bearer());
      expect(status).toBe(500);
      expect(body).toMatchObject({ statusCode: 500, code: 'jobs_failed', sent: 0, demosDeleted: 0 });
      expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(body.jobs.map((job: { status: string }) => job.status)).toEqual(['failed', 'ran', 'ran', 'ran']);
      // Of the database its verdict (undefined table), not its words, which the log has.
      expect(body.jobs[0].error).toMatch(/^The database refused a statement: SQLSTATE 42P01\. /);
      expect(app.output()).toContain('expiry_alerts failed: relation \\"link_alerts\\" does not exist');
      const failed = await app.client().get('/api/admin/status', bearer());
      expect(failed.body.jobs[0]).toMatchObject({ job: 'expiry_alerts', status: 'failed', overdue: false });
      expect(failed.body.jobs[0].lastError).toBe(body.jobs[0].error);
      expect(failed.body.jobs[0].nextAction).toContain('lastError');
    } finally {
      await app.database.query('ALTER TABLE link_alerts_away RENAME TO link_alerts');
    }
    await app.database.query('UPDATE jobs SET next_due_at = now()');
    expect((await app.client().post('/api/jobs/alerts', undefined, bearer())).status).toBe(200);
    const { body } = await app.client().get('/api/admin/status', bearer());
    expect(body.jobs[0]).toMatchObject({ status: 'ok', nextAction: null });
    expect(body.jobs[0].lastErrorAt).not.toBeNull();
  });
});

describe('GET /api/admin/status', () => {
  test('answers an operator by session and by bearer alike', async () => {
    for (const answer of [
      await owner.get('/api/admin/status'),
      await app.client().get('/api/admin/status', bearer()),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(answer.body.signals.map((signal: { key: string }) => signal.key)).toEqual([
        'event_write',
        'link_cache',
        'mail',
        'backup',
      ]);
      expect(answer.body.jobs.map((job: { job: string }) => job.job)).toEqual([
        'expiry_alerts',
        'click_event_partitions',
        'housekeeping',
        'weekly_digest',
      ]);
      expect(answer.body.partitionsReadyThrough).toMatch(/^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    }
  });

  test('a job whose due time lies more than two intervals back is overdue, failed, and says what to do', async () => {
    await app.database.query(
      `UPDATE jobs SET next_due_at = now() - interval '30 minutes 1 second' WHERE name = 'expiry_alerts'`,
    );
    await app.database.query(
      `UPDATE jobs SET next_due_at = now() - interval '47 hours' WHERE name = 'click_event_partitions'`,
    );
    const { body } = await app.client().get('/api/admin/status', bearer());
    expect(body.jobs[0]).toMatchObject({ overdue: true, status: 'failed' });
    expect(body.jobs[0].nextAction).toContain('POST /api/jobs/alerts');
    expect(body.jobs[1]).toMatchObject({ overdue: false, status: 'ok', nextAction: null });
  });

  test('does not exist for anybody else: nobody, a wrong secret, a wrong secret beside an operator session', async () => {
    expect((await app.client().get('/api/admin/status')).status).toBe(404);
    expect((await app.client().get('/api/admin/status', bearer('wrong'))).status).toBe(404);
    expect((await owner.get('/api/admin/status', bearer('wrong'))).status).toBe(404);
    await app.database.query('UPDATE users SET verified_at = NULL');
    expect((await owner.get('/api/admin/status')).status).toBe(404);
    await app.database.query('UPDATE users SET verified_at = now()');
    await app.database.query(`UPDATE users SET email = 'somebody@example.test'`);
    expect((await owner.get('/api/admin/status')).status).toBe(404);
    await app.database.query('UPDATE users SET email = $1', [OWNER.email]);
  });
});

describe('without a configured secret', () => {
  let bare: AppProcess;
  beforeAll(async () => {
    bare = await startApp({ env: { OPERATOR_EMAILS: OWNER.email } });
  });
  afterAll(() => bare?.stop());

  test('neither route exists, whatever is sent and whoever asks', async () => {
    const operator = await setUpOwner(bare);
    for (const options of [{}, bearer(), bearer('')]) {
      expect((await bare.client().post('/api/jobs/alerts', undefined, options)).status).toBe(404);
      expect((await operator.get('/api/admin/status', options)).status).toBe(404);
    }
  });
});

test('the jobs route is limited, for those who guess the secret too', async () => {
  const limited = await startApp({ env: { JOBS_SECRET: SECRET, RATE_LIMIT_JOBS: '2/60' } });
  try {
    const statuses: number[] = [];
    for (const secret of [SECRET, 'wrong', SECRET, 'wrong']) {
      statuses.push((await limited.client().post('/api/jobs/alerts', undefined, bearer(secret))).status);
    }
    expect(statuses).toEqual([200, 401, 429, 429]);
    const refused = await limited.client().post('/api/jobs/alerts', undefined, bearer());
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});
