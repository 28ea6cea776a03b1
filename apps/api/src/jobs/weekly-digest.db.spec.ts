import { createTestDatabase, decodeQuotedPrintable, TestSmtpServer, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClickFixtures, randomEvent } from '../clicks/rollup/click-history.fixtures.js';
import { MailQueue } from '../mails/index.js';
import { aMember, aWorkspace, startProcess, type TestProcess } from './jobs.fixtures.js';
import { SetClock } from '../platform/time/set-clock.fixtures.js';
import { WeeklyDigestJob } from './weekly-digest.job.js';

const at = (text: string): number => Date.parse(text);

let database: TestDatabase;
const mails = new TestSmtpServer();
const clock = new SetClock(at('2027-01-03T12:00:00.000Z'));
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

/** Runs the job in every process at the same moment, then sends the mails. @returns the number of mails per process. */
async function runAt(now: string): Promise<number> {
  clock.at = at(now);
  const jobs = processes.map(({ app }) => app.get(WeeklyDigestJob, { strict: false }));
  const results = await Promise.all(jobs.map((job) => job.run()));
  for (const { app } of processes) await app.get(MailQueue, { strict: false }).deliverDue();
  return results.reduce((sum, { count }) => sum + (count ?? 0), 0);
}

/** Mails of this run, by recipient. */
function takeMails(): Map<string, string[]> {
  const byReader = new Map<string, string[]>();
  for (const { to, source } of mails.received.splice(0)) {
    byReader.set(to, [...(byReader.get(to) ?? []), decodeQuotedPrintable(source)]);
  }
  return byReader;
}

const subscribe = (userId: string, language: string | null = null) =>
  database.query('UPDATE users SET weekly_digest = true, language = $2 WHERE id = $1', [userId, language]);

test('one mail a week, member and workspace, about Monday to Sunday, whoever runs it and however late', async () => {
  const acme = await aWorkspace(database, 'Acme & Sons');
  await database.query(`UPDATE workspaces SET created_at = '2026-06-01' WHERE id = $1`, [acme.id]);
  const reader = await aMember(database, acme.id, 'VIEWER');
  const silent = await aMember(database, acme.id);
  const inactive = await aMember(database, acme.id, 'MEMBER', false);
  await subscribe(acme.ownerId, 'de');
  await subscribe(reader.id);
  await database.query(`UPDATE users SET display_name = 'Vera Vogel' WHERE id = $1`, [reader.id]);
  await subscribe(inactive.id);
  const fixtures = new ClickFixtures(database);
  const link = await fixtures.link(acme.id);
  await database.query(`UPDATE links SET title = 'Spring <sale>' WHERE id = $1`, [link]);
  const event = (time: string) => ({
    ...randomEvent(() => 0.5, { workspaceId: acme.id, linkId: link, campaignId: null, at: at(time) }),
    outcome: 'redirect_success' as const,
    botClass: null,
  });
  await fixtures.save([
    event('2026-12-27T23:59:59.999Z'),
    event('2026-12-28T00:00:00.000Z'),
    event('2027-01-03T23:59:59.999Z'),
    event('2027-01-04T00:00:00.000Z'),
  ]);

  expect(await runAt('2027-01-04T05:59:59.999Z')).toBe(0);
  // The server was down on Monday.
  expect(await runAt('2027-01-05T09:00:00.000Z')).toBe(2);
  const first = takeMails();
  expect([...first.keys()].sort()).toEqual([acme.ownerEmail, reader.email].sort());
  expect(first.has(silent.email)).toBe(false);
  const [english] = first.get(reader.email) ?? [];
  expect(english).toContain('28 December 2026\u2009–\u20093 January 2027');
  expect(english).toContain('Clicks: 2 (↑ up 100% on the week before)');
  expect(english).toContain('Hello Vera Vogel,');
  expect(english).toContain('- Spring <sale>: 2');
  expect(english).toContain('Spring &lt;sale&gt;');
  expect(english).toContain('/account#weekly-digest');
  expect(first.get(acme.ownerEmail)?.[0]).toContain('Klicks: 2 (↑ 100\u00a0% mehr als in der Woche davor)');

  expect(await runAt('2027-01-10T23:59:59.999Z')).toBe(0);
  // Members who left or unsubscribed get no mail; new members do.
  await database.query('DELETE FROM memberships WHERE user_id = $1', [reader.id]);
  await database.query('UPDATE users SET weekly_digest = false WHERE id = $1', [acme.ownerId]);
  await database.query('UPDATE memberships SET is_active = true WHERE user_id = $1', [inactive.id]);
  expect(await runAt('2027-01-11T06:00:00.000Z')).toBe(1);
  expect([...takeMails().keys()]).toEqual([inactive.email]);
});

test('none about deleted, demo and new workspaces, and none for members without access', async () => {
  const columns: Record<string, string> = {
    'deleted_at = now()': 'Deleted',
    "demo_expires_at = now() + interval '1 day'": 'Demo',
    "created_at = '2027-03-01T00:00:00Z'": 'Too young',
    'require_second_factor = true': 'Strict',
    "created_at = '2027-02-28T23:59:59Z'": 'Old enough',
  };
  const readers = new Map<string, string>();
  for (const [change, name] of Object.entries(columns)) {
    const workspace = await aWorkspace(database, name);
    await database.query(`UPDATE workspaces SET created_at = '2026-06-01' WHERE id = $1`, [workspace.id]);
    await database.query(`UPDATE workspaces SET ${change} WHERE id = $1`, [workspace.id]);
    await subscribe(workspace.ownerId);
    readers.set(workspace.ownerEmail, name);
  }
  await database.query(`UPDATE users SET weekly_digest = false WHERE email <> ALL ($1)`, [[...readers.keys()]]);
  expect(await runAt('2027-03-01T06:00:00.000Z')).toBe(1);
  expect([...takeMails().keys()].map((reader) => readers.get(reader))).toEqual(['Old enough']);
});

test('a clock that was ahead of its time by a year keeps back no digest once it is right', async () => {
  const workspace = await aWorkspace(database, 'Ahead');
  await database.query(`UPDATE workspaces SET created_at = '2026-06-01' WHERE id = $1`, [workspace.id]);
  await database.query('UPDATE users SET weekly_digest = false');
  await subscribe(workspace.ownerId);
  expect(await runAt('2028-05-08T06:00:00.000Z')).toBe(1);
  expect(await runAt('2027-05-10T06:00:00.000Z')).toBe(1);
  // Nor is one sent again by a process whose clock is behind.
  expect(await runAt('2027-05-09T23:59:59.000Z')).toBe(0);
  expect(await runAt('2027-05-10T06:00:01.000Z')).toBe(0);
});
