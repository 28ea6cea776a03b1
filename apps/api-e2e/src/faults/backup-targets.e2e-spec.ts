import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  decodeQuotedPrintable,
  eventually,
  setUpOwner,
  startApp,
  TestBucket,
  TestSmtpServer,
  type AppProcess,
} from '@signpost/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { smallDisk, type Disk } from './full-disks.js';
import { silentServer } from './silent-server.js';
import { JOBS_SECRET } from './under-load.js';

// A place for backups that cannot be relied on is said three times: by the signal, to the operators, and by a metric.

const OPERATOR = 'ops@example.test';
const METRICS_TOKEN = 'a-token-for-the-metrics-route';
const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });

const smtp = new TestSmtpServer();
let folder: string;
let app: AppProcess | null = null;

beforeAll(() => smtp.start());
afterAll(() => smtp.stop());
afterEach(async () => {
  await app?.stop();
  app = null;
  smtp.received.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

async function withBackups(env: Record<string, string>): Promise<AppProcess> {
  app = await startApp({
    env: { SMTP_URL: smtp.url, OPERATOR_EMAILS: OPERATOR, JOBS_SECRET, METRICS_TOKEN, ...env },
  });
  const owner = await setUpOwner(app);
  await owner.post('/api/links', { slug: 'stays', destinationUrl: 'https://example.com/' });
  return app;
}

/** Lets one job be due and none else. @returns its report. */
async function run(running: AppProcess, job: 'backup' | 'restore_drill'): Promise<{ status: string; error?: string }> {
  await running.database.query(
    `UPDATE jobs SET next_due_at = CASE WHEN name = $1 THEN now() ELSE now() + interval '1 day' END`,
    [job],
  );
  const { body } = await running.client().post('/api/jobs/alerts', undefined, bearer(JOBS_SECRET));
  return body.jobs.find((report: { job: string }) => report.job === job);
}

async function signalOf(running: AppProcess): Promise<{ state: string; detail: string }> {
  const { body } = await running.client().get('/api/admin/status', bearer(JOBS_SECRET));
  return body.signals.find(({ key }: { key: string }) => key === 'backup');
}

/** @param why what each of the three has to say, but for the metric. */
async function expectReported(running: AppProcess, job: string, why: RegExp): Promise<void> {
  expect(await signalOf(running)).toMatchObject({ state: 'failed', detail: expect.stringMatching(why) });
  const mail = await eventually(() => smtp.received.find(({ to }) => to === OPERATOR));
  expect(decodeQuotedPrintable(mail.source)).toMatch(why);
  const { text } = await running.client().get('/metrics', bearer(METRICS_TOKEN));
  expect(text).toContain(`signpost_job_failed{job="${job}"} 1`);
  expect(text).toContain('signpost_signal_level{key="backup"} 2');
  // Visitors and the dashboard do not notice.
  expect((await running.client().get('/stays')).status).toBe(302);
}

test('a backup whose content was changed is found by the drill, and said; a new one puts it right', async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-backups-'));
  const running = await withBackups({ BACKUP_DIR: folder });
  expect(await run(running, 'backup')).toMatchObject({ status: 'ran' });
  const file = join(folder, readdirSync(folder)[0] ?? '');
  const whole = readFileSync(file);
  const tar = gunzipSync(whole);
  tar.write('https://example.org/', tar.indexOf('https://example.com/'));
  writeFileSync(file, gzipSync(tar));
  expect(await run(running, 'restore_drill')).toMatchObject({ status: 'failed' });
  await expectReported(running, 'restore_drill', /The backup is damaged: table links/);
  // Bytes of the packed file, as a disk changes them.
  writeFileSync(
    file,
    whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 255 : byte)),
  );
  expect(await run(running, 'restore_drill')).toMatchObject({ status: 'failed' });
  writeFileSync(file, whole);
  expect(await run(running, 'restore_drill')).toMatchObject({ status: 'ran' });
  expect(await signalOf(running)).toMatchObject({ state: 'ok' });
});

const disk = smallDisk('16k');
afterAll(() => disk?.remove());

// Where the tests may not mount a file system there is none to fill.
test.runIf(disk !== null)('a full disk is said, and nothing half is left on it', async () => {
  const { folder: place, fill } = disk as Disk;
  folder = mkdtempSync(join(tmpdir(), 'signpost-backups-'));
  const running = await withBackups({ BACKUP_DIR: place });
  fill(running);
  expect(await run(running, 'backup')).toMatchObject({ status: 'failed' });
  await expectReported(running, 'backup', /ENOSPC/);
  expect(readdirSync(place)).toEqual(['ballast']);
});

test.runIf(disk !== null)(
  'a disk that fills up in the middle of a table does not take the bucket beside it along',
  async () => {
    const { folder: place } = disk as Disk;
    folder = mkdtempSync(join(tmpdir(), 'signpost-backups-'));
    const bucket = await new TestBucket().start();
    try {
      const s3 = Object.entries(bucket.env).map(([name, value]) => [`BACKUP_${name}`, value]);
      const running = await withBackups({ BACKUP_DIR: place, ...Object.fromEntries(s3) });
      // More than what waits on the way from the database.
      await running.database.query(
        `UPDATE links SET notes = (SELECT string_agg(md5(n::text), '') FROM generate_series(1, 500000) n)`,
      );
      expect(await run(running, 'backup')).toMatchObject({ status: 'failed' });
      await expectReported(running, 'backup', /ENOSPC/);
      expect(bucket.keys()).toEqual([expect.stringMatching(/^backups\/signpost-\d{8}T\d{6}Z\.tar\.gz$/)]);
    } finally {
      await bucket.stop();
    }
  },
);

test('a bucket that takes connections and says nothing is given up and said; a folder beside it has its backup', async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-backups-'));
  const silent = await silentServer();
  try {
    const running = await withBackups({
      BACKUP_DIR: folder,
      BACKUP_S3_BUCKET: 'backups',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${silent.port}`,
      BACKUP_S3_ACCESS_KEY_ID: 'key-of-the-bucket',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
    });
    expect(await run(running, 'backup')).toMatchObject({ status: 'failed' });
    await expectReported(running, 'backup', /bucket backups at http/);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^signpost-\d{8}T\d{6}Z\.tar\.gz$/)]);
  } finally {
    await silent.stop();
  }
});
