import type { JobName } from '@signpost/contracts';
import { Logger } from '@nestjs/common';
import { createTestDatabase, type TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { ENTITIES } from '../../entities.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Config } from '../../platform/config/index.js';
import type { Mail, Mailer } from '../../mails/index.js';
import { OutsideError } from '../../platform/errors/index.js';
import { SetClock } from '../../platform/time/set-clock.fixtures.js';
import { FailureMails } from './failure-mails.js';
import { PartialFailure, type Job, type JobResult } from '../job.js';
import { JobRunner, LEASE_MS } from './job-runner.js';
import { JobsRepository } from '../jobs.repository.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2027-12-30T10:00:00.000Z');

const CONFIG = {
  sessionSecret: 's'.repeat(32),
  jobsSecret: 'jobs-secret-value',
  oidc: { clientSecret: 'company-secret-value' },
  backup: { s3: { secretAccessKey: 'bucket-secret-value' } },
  databaseUrl: 'postgres://user:database-password@db/signpost',
  operatorEmails: ['ops@example.test'],
  publicOrigin: 'https://signpost.example',
} as unknown as Config;

let database: TestDatabase;
const sources: DataSource[] = [];
let clock: SetClock;
let mails: Mail[];

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  for (let process = 0; process < 3; process += 1) {
    sources.push(
      await new DataSource({ type: 'postgres', url: database.url, entities: ENTITIES, poolSize: 4 }).initialize(),
    );
  }
});
afterAll(async () => {
  await Promise.all(sources.map((source) => source.destroy()));
  await database.drop();
});
beforeEach(async () => {
  clock = new SetClock(START);
  mails = [];
  await database.query('TRUNCATE jobs');
});

/** A runner as in a separate process. */
function runner(jobs: readonly Job[], process = 0): JobRunner {
  const source = sources[process];
  if (source === undefined) throw new Error('no such process');
  const mailer = { enqueue: (mail: Mail) => Promise.resolve(void mails.push(mail)) } as unknown as Mailer;
  const failureMails = new FailureMails(source, mailer, CONFIG);
  return new JobRunner(jobs, new JobsRepository(source), clock, CONFIG, failureMails);
}

function job(name: JobName, run: () => Promise<JobResult> | JobResult, intervalMs = 15 * MINUTE): Job {
  return { name, intervalMs, adviceOnFailure: 'Look at it.', run: async () => run() };
}

const row = async (name: JobName) => (await database.query('SELECT * FROM jobs WHERE name = $1', [name]))[0];

test('a job runs when it is due, and its next due time is one interval after its start', async () => {
  const jobs = runner([job('expiry_alerts', () => ({ count: 2, detail: { a: 1 } }))]);
  await jobs.register();
  expect(await jobs.runDue()).toEqual({
    sent: 2,
    demosDeleted: 0,
    jobs: [{ job: 'expiry_alerts', status: 'ran', count: 2, detail: { a: 1 } }],
  });
  expect(await row('expiry_alerts')).toMatchObject({
    last_started_at: new Date(START),
    last_success_at: new Date(START),
    next_due_at: new Date(START + 15 * MINUTE),
    run_id: null,
  });
  clock.at += 15 * MINUTE - 1;
  expect((await jobs.runDue()).jobs[0]?.status).toBe('skipped');
  clock.at += 1;
  expect((await jobs.runDue()).jobs[0]?.status).toBe('ran');
});

test('a job that follows another is not due while that one’s first run is in progress', async () => {
  const started = Promise.withResolvers<null>();
  const ended = Promise.withResolvers<JobResult>();
  const backup = job('backup', () => {
    started.resolve(null);
    return ended.promise;
  });
  let drills = 0;
  const drill: Job = { ...job('restore_drill', () => ({ count: (drills += 1) })), follows: 'backup' };
  const first = runner([backup, drill]).runDue();
  await started.promise;
  const statuses = ({ jobs }: Awaited<typeof first>) => jobs.map(({ status }) => status);
  expect(statuses(await runner([backup, drill], 1).runDue())).toEqual(['skipped', 'skipped']);
  ended.resolve({});
  expect(statuses(await first)).toEqual(['ran', 'ran']);
  expect(drills).toBe(1);
});

test('operators are notified of a failed backup, but not of other failed jobs', async () => {
  const full = (): never => {
    throw new Error('no space left on device');
  };
  await runner([job('housekeeping', full), job('backup', full), job('restore_drill', () => ({}))]).runDue();
  expect(mails).toMatchObject([
    { kind: 'job_failed', to: 'ops@example.test', job: 'backup', error: 'no space left on device' },
  ]);
});

test('a failing job does not stop the others, keeps its error after it recovers, and reports what it had done', async () => {
  let isBroken = true;
  const jobs = runner([
    job('expiry_alerts', () => {
      if (isBroken)
        throw new PartialFailure(
          'Alerts that could not be sent: 1. Sent: 4.',
          { count: 4 },
          { cause: new Error('no route') },
        );
      return { count: 1 };
    }),
    job('housekeeping', () => ({ count: 7 })),
  ]);
  expect(await jobs.runDue()).toEqual({
    sent: 4,
    demosDeleted: 0,
    jobs: [
      {
        job: 'expiry_alerts',
        status: 'failed',
        count: 4,
        error: 'Alerts that could not be sent: 1. Sent: 4. Reason: no route',
      },
      { job: 'housekeeping', status: 'ran', count: 7 },
    ],
  });
  isBroken = false;
  clock.at += 15 * MINUTE;
  await jobs.runDue();
  expect(await row('expiry_alerts')).toMatchObject({
    last_error: 'Alerts that could not be sent: 1. Sent: 4. Reason: no route',
    last_error_at: new Date(START),
    last_success_at: new Date(START + 15 * MINUTE),
  });
});

test('a stored and reported error contains no secret, no mail address and no line break', async () => {
  const text = `connect postgres://user:database-password@db/signpost\nwith jobs-secret-value, company-secret-value or bucket-secret-value for ann@example.com, password=hunter22`;
  const { jobs } = await runner([
    job('housekeeping', () => {
      throw new Error(text);
    }),
  ]).runDue();
  const shown =
    'connect postgres://[secret]@db/signpost with [secret], [secret] or [secret] for [address], password=[secret]';
  expect(jobs[0]?.error).toBe(shown);
  expect((await row('housekeeping'))?.['last_error']).toBe(shown);
});

test('the log has stack frames for defects, but not for an unusable folder', async () => {
  const errors = vi.spyOn(Logger.prototype, 'error');
  const fails = (error: Error) => () => Promise.reject(error);
  const cause = new OutsideError('BACKUP_DIR /backups: free some space on its disk.');
  await runner([job('housekeeping', fails(new TypeError('x'))), job('backup', fails(cause))]).runDue();
  expect(errors.mock.calls).toEqual([
    ['The job housekeeping failed: x', expect.stringContaining('job-runner.db.spec')],
    [`The job backup failed: ${cause.message}`, undefined],
  ]);
  errors.mockRestore();
});

test('a database error is reduced to its SQLSTATE, after the message of the job', async () => {
  const query = async (): Promise<JobResult> => ({ count: (await database.query('SELECT FROM nowhere')).length });
  const { jobs } = await runner([
    job('housekeeping', query),
    job('expiry_alerts', () => {
      return query().catch((cause: unknown) => {
        throw new PartialFailure('Alerts that could not be sent: 1.', { count: 4 }, { cause });
      });
    }),
  ]).runDue();
  const verdict = 'The database refused a statement: SQLSTATE 42P01. The log of the process that ran it says more.';
  expect(jobs.map(({ error }) => error)).toEqual([verdict, `Alerts that could not be sent: 1. Reason: ${verdict}`]);
  expect((await row('housekeeping'))?.['last_error']).toBe(verdict);
});

test('a full disk of the database is told by its name', async () => {
  const full = `DO $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`;
  const { jobs } = await runner([job('housekeeping', () => database.query(full).then(() => ({})))]).runDue();
  expect(jobs[0]?.error).toBe('could not extend file: No space left on device');
});

test('correcting a clock that was a day ahead delays no run, finished or not', async () => {
  let runs = 0;
  const jobs = [job('expiry_alerts', () => ({ count: ++runs })), job('demo_cleanup', () => ({}), 24 * HOUR)];
  const aJob = runner(jobs);
  clock.at = START + 24 * HOUR;
  await aJob.runDue();
  clock.at = START;
  expect((await aJob.runDue()).jobs.map(({ status }) => status)).toEqual(['ran', 'ran']);
  expect((await aJob.runDue()).jobs.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  expect(runs).toBe(2);
  clock.at = START + 24 * HOUR;
  await database.query('UPDATE jobs SET run_id = gen_random_uuid(), lease_until = $1, last_started_at = $2', [
    new Date(clock.at + LEASE_MS),
    new Date(clock.at),
  ]);
  expect((await aJob.runDue()).jobs.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  clock.at = START;
  expect((await aJob.runDue()).jobs.map(({ status }) => status)).toEqual(['ran', 'ran']);
});

describe('a run under way', () => {
  test('is not started a second time by another process, however long it takes, while it renews its lease', async () => {
    const gate = Promise.withResolvers<JobResult>();
    let starts = 0;
    const slow = job('housekeeping', () => {
      starts += 1;
      return gate.promise;
    });
    const first = runner([slow]).runDue();
    await until(() => starts === 1);
    const [run] = await database.query<{ run_id: string }>('SELECT run_id FROM jobs');
    for (let minute = 0; minute < 120; minute += 4) {
      clock.at += 4 * MINUTE;
      expect(
        await new JobsRepository(sources[0]!).renew('housekeeping', run?.run_id ?? '', new Date(clock.at + LEASE_MS)),
      ).toBe(true);
      expect((await runner([slow], 1).runDue()).jobs[0]?.status).toBe('skipped');
    }
    gate.resolve({ count: 1 });
    expect((await first).jobs[0]?.status).toBe('ran');
    expect(starts).toBe(1);
  });

  test('that died is taken over when its lease ends, and cannot report for the run that followed', async () => {
    const gate = Promise.withResolvers<JobResult>();
    const dead = runner([job('housekeeping', () => gate.promise, HOUR)]).runDue();
    await until(async () => (await row('housekeeping'))?.['run_id'] != null);
    const heir = runner([job('housekeeping', () => ({ count: 1 }), HOUR)], 1);
    clock.at += LEASE_MS - 1;
    expect((await heir.runDue()).jobs[0]?.status).toBe('skipped');
    clock.at += 1;
    expect((await heir.runDue()).jobs[0]?.status).toBe('ran');
    const after = await row('housekeeping');
    expect(after).toMatchObject({ last_started_at: new Date(clock.at), next_due_at: new Date(clock.at + HOUR) });
    gate.reject(new Error('the dead come back'));
    await dead;
    expect(await row('housekeeping')).toEqual(after);
  });
});

test('several processes and crons run each job once per due time, through a week around New Year', async () => {
  const ran = new Map<JobName, number[]>();
  const counted = (name: JobName, intervalMs: number): Job =>
    job(
      name,
      () => {
        ran.set(name, [...(ran.get(name) ?? []), clock.at]);
        return {};
      },
      intervalMs,
    );
  const jobs = [
    counted('expiry_alerts', 15 * MINUTE),
    counted('click_event_partitions', 24 * HOUR),
    counted('housekeeping', HOUR),
  ];
  const processes = [0, 1, 2].map((process) => runner(jobs, process));
  await Promise.all(processes.map((process) => process.register()));
  const week = 7 * 24 * HOUR;
  // At each five-minute tick all three processes check, one of them twice: by its scheduler and by an external cron.
  for (let at = 0; at < week; at += 5 * MINUTE) {
    clock.at = START + at;
    await Promise.all([...processes, processes[0]!].map((process) => process.runDue()));
  }
  const due = (every: number) => Array.from({ length: week / every }, (_, n) => START + n * every);
  expect(ran.get('expiry_alerts')).toEqual(due(15 * MINUTE));
  expect(ran.get('housekeeping')).toEqual(due(HOUR));
  expect(ran.get('click_event_partitions')).toEqual(due(24 * HOUR));
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
