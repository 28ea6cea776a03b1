import type { JobName, JobsRun } from '@signpost/contracts';
import { createTestDatabase, TestSmtpServer, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailQueue } from '../mails/index.js';
import { aLink, aWorkspace, changeLink, DAY, HOUR, MINUTE, startProcess, type TestProcess } from './jobs.fixtures.js';
import { SetClock } from '../platform/time/set-clock.fixtures.js';
import { JobRunner } from './runner/job-runner.js';

/** A week over the turn of the year. */
const START = Date.parse('2027-12-29T00:00:00.000Z');
const TICK = 5 * MINUTE;
/** The run that died blocks its due time until its lease ends; the run that follows restarts the interval. */
const ALERTS_DUE = [...dueTimes(0, 4 * DAY, 15 * MINUTE), ...dueTimes(4 * DAY + 5 * MINUTE, 7 * DAY, 15 * MINUTE)];
const HOUSEKEEPING_DUE = dueTimes(0, 7 * DAY, HOUR);
/** On the first day and the day of the death the jobs are checked at every tick; on the others only when one is due. */
const isWatched = (at: number): boolean => at < DAY || (at >= 4 * DAY && at < 5 * DAY);

let database: TestDatabase;
const mails = new TestSmtpServer();
const clock = new SetClock(START);
const processes: TestProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await mails.start();
  for (let n = 0; n < 2; n += 1) processes.push(await startProcess(database.url, clock, { SMTP_URL: mails.url }));
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.close()));
  await mails.stop();
  await database.drop();
});

test('two processes and a cron for a week, with a run that dies and a mail server that fails: each run and each alert once', async () => {
  const workspace = await aWorkspace(database);
  // One link for every six hours of the week, by expiry, cap and review in turn.
  const expected = new Map<string, number>();
  const caps: { id: string; at: number }[] = [];
  for (let at = 0; at < 7 * DAY; at += 6 * HOUR) {
    const turn = (at / (6 * HOUR)) % 3;
    const columns =
      turn === 0
        ? { expires_at: START + at + 3 * DAY }
        : turn === 1
          ? { review_at: START + at }
          : { maximum_visits: 100 };
    const id = await aLink(database, workspace.id, columns);
    if (turn === 2) caps.push({ id, at });
    expected.set(id, 1);
  }
  const moved = await aLink(database, workspace.id, { expires_at: START + 3 * DAY + HOUR });
  expected.set(moved, 2);

  const runners = processes.map(({ app }) => app.get(JobRunner, { strict: false }));
  const queues = processes.map(({ app }) => app.get(MailQueue, { strict: false }));
  const ran = new Map<JobName, number[]>();
  let sent = 0;
  for (let at = 0; at < 7 * DAY; at += TICK) {
    if (!isWatched(at) && !ALERTS_DUE.includes(at) && !HOUSEKEEPING_DUE.includes(at)) continue;
    clock.at = START + at;
    for (const cap of caps) if (cap.at === at) await changeLink(database, cap.id, { used_visits: 90 });
    if (at === 2 * DAY) await changeLink(database, moved, { expires_at: START + 8 * DAY });
    mails.refuseDataWith = at >= 3 * DAY && at < 5 * DAY ? 451 : null;
    if (at === 4 * DAY) await dieInTheMiddle();

    // Both schedulers and an external cron run at the same moment.
    const answers = await Promise.all([...runners, runners[0]!].map((runner) => runner.runDue()));
    for (const answer of answers) {
      sent += answer.sent;
      for (const job of ranIn(answer)) ran.set(job, [...(ran.get(job) ?? []), at]);
    }
    if (at % (6 * HOUR) === 0) await retryMails(queues);
  }
  await retryMails(queues);

  const received = new Map(
    [...expected.keys()].map((id) => [id, mails.received.filter(({ source }) => source.includes(id)).length]),
  );
  expect(received).toEqual(expected);
  const total = [...expected.values()].reduce((sum, count) => sum + count, 0);
  expect(mails.received).toHaveLength(total);
  expect(sent).toBe(total);
  const [audit] = await database.query(
    `SELECT count(*)::int AS events FROM audit_events WHERE type = 'link_alert_sent'`,
  );
  expect(audit).toEqual({ events: total });

  expect(ran.get('expiry_alerts')).toEqual(ALERTS_DUE);
  expect(ran.get('housekeeping')).toEqual(HOUSEKEEPING_DUE);
});

/**
 * Advances past the retry delays. No mail is being sent then, because the end of a delay is also the end of a lease.
 */
async function retryMails(queues: readonly MailQueue[]): Promise<void> {
  await Promise.all(queues.map((queue) => queue.deliverDue()));
  await database.query('UPDATE mails SET next_attempt_at = now() WHERE payload IS NOT NULL');
  await Promise.all(queues.map((queue) => queue.deliverDue()));
}

/** A third process claims the alert job, does half of the work and is killed: its transaction rolls back. */
async function dieInTheMiddle(): Promise<void> {
  await database.query(
    `UPDATE jobs SET run_id = gen_random_uuid(), lease_until = $1::timestamptz + interval '5 minutes',
       last_started_at = $1, next_due_at = $1::timestamptz + interval '15 minutes' WHERE name = 'expiry_alerts'`,
    [new Date(clock.at)],
  );
  const half = await database.pool.connect();
  await half.query('BEGIN');
  await half.query(
    `INSERT INTO link_alerts SELECT workspace_id, id, 'review', now() FROM links
     WHERE review_at <= $1 ON CONFLICT DO NOTHING`,
    [new Date(clock.at)],
  );
  half.release(new Error('killed'));
}

function ranIn(answer: JobsRun): JobName[] {
  return answer.jobs.filter(({ status }) => status === 'ran').map(({ job }) => job);
}

function dueTimes(from: number, to: number, every: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / every) }, (_, n) => from + n * every);
}
