import { createTestDatabase, TestSmtpServer, type TestDatabase } from '@signpost/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertsService } from '../alerts/index.js';
import { MailQueue } from '../mails/index.js';
import {
  aLink,
  aMember,
  aWorkspace,
  changeLink,
  DAY,
  startProcess,
  type LinkColumns,
  type TestProcess,
} from './jobs.fixtures.js';
import { SetClock } from '../platform/time/set-clock.fixtures.js';

const NOW = Date.parse('2028-02-28T12:00:00.000Z');

let database: TestDatabase;
let process: TestProcess;
let alerts: AlertsService;
const mails = new TestSmtpServer();
let clock: SetClock;
let workspace: Awaited<ReturnType<typeof aWorkspace>>;

beforeAll(async () => {
  database = await createTestDatabase();
  await mails.start();
  clock = new SetClock(NOW);
  process = await startProcess(database.url, clock, { SMTP_URL: mails.url });
  alerts = process.app.get(AlertsService, { strict: false });
});
afterAll(async () => {
  await process.close();
  await mails.stop();
  await database.drop();
});
beforeEach(async () => {
  clock.at = NOW;
  mails.received.length = 0;
  await database.query('TRUNCATE workspaces, mails CASCADE');
  workspace = await aWorkspace(database);
});

/** Sends due alerts through to the mail server. @returns the number of alerts sent. */
async function send(): Promise<number> {
  const { sent, error } = await alerts.sendDue();
  expect(error).toBeUndefined();
  await process.app.get(MailQueue, { strict: false }).deliverDue();
  return sent;
}

describe('an alert is due', () => {
  const expiry = (milliseconds: number): LinkColumns => ({ expires_at: NOW + milliseconds });
  test.each<[string, number, LinkColumns]>([
    ['exactly three days before the expiry', 1, expiry(3 * DAY)],
    ['and not a millisecond earlier', 0, expiry(3 * DAY + 1)],
    ['a millisecond before the expiry', 1, expiry(1)],
    ['but not at the expiry itself', 0, expiry(0)],
    ['at 90 % of the cap', 1, { maximum_visits: 10, used_visits: 9 }],
    ['and not below', 0, { maximum_visits: 1000, used_visits: 899 }],
    ['with a cap of one only when it is used up', 0, { maximum_visits: 1, used_visits: 0 }],
    ['with a cap of one that is used up', 1, { maximum_visits: 1, used_visits: 1 }],
    ['but not without a cap', 0, { used_visits: 1_000_000 }],
    ['at the review time', 1, { review_at: NOW }],
    ['and not before', 0, { review_at: NOW + 1 }],
    ['for each reason of its own', 3, { ...expiry(DAY), maximum_visits: 10, used_visits: 10, review_at: NOW }],
    ['but not for an archived link', 0, { ...expiry(DAY), review_at: NOW, archived_at: NOW }],
    ['nor for a paused one', 0, { ...expiry(DAY), review_at: NOW, is_enabled: false }],
    ['nor for a deleted one', 0, { ...expiry(DAY), review_at: NOW, deleted_at: NOW }],
    ['nor for any reason once it has expired', 0, { ...expiry(-1), review_at: NOW, maximum_visits: 1, used_visits: 1 }],
  ])('%s', async (_, expected, columns) => {
    await aLink(database, workspace.id, columns);
    expect(await send()).toBe(expected);
    expect(mails.received).toHaveLength(expected);
  });

  test('but not in a deleted workspace', async () => {
    await aLink(database, workspace.id, { review_at: NOW });
    await database.query('UPDATE workspaces SET deleted_at = now()');
    expect(await send()).toBe(0);
  });
});

describe('the mail goes', () => {
  test('to the responsible user, else to an active creator, else to the owner', async () => {
    const responsible = await aMember(database, workspace.id);
    const creator = await aMember(database, workspace.id, 'VIEWER');
    const inactive = await aMember(database, workspace.id, 'MEMBER', false);
    const stranger = await aMember(database, (await aWorkspace(database)).id);
    const due: [LinkColumns, string][] = [
      [{ responsible_user_id: responsible.id, created_by: creator.id }, responsible.email],
      [{ responsible_user_id: inactive.id, created_by: creator.id }, creator.email],
      [{ responsible_user_id: null, created_by: creator.id }, creator.email],
      [{ responsible_user_id: null, created_by: inactive.id }, workspace.ownerEmail],
      [{ responsible_user_id: stranger.id, created_by: stranger.id }, workspace.ownerEmail],
      [{}, workspace.ownerEmail],
    ];
    for (const [columns, email] of due) {
      mails.received.length = 0;
      await aLink(database, workspace.id, { ...columns, review_at: NOW });
      expect(await send()).toBe(1);
      expect(mails.received.map((mail) => mail.to)).toEqual([email]);
    }
  });

  test('with what the link is about, and is recorded in the activity log', async () => {
    const id = await aLink(database, workspace.id, { expires_at: NOW + DAY, title: 'Spring sale' });
    await send();
    expect(mails.received[0]?.source).toContain('Subject: Expires soon: Spring sale');
    expect(mails.received[0]?.source).toContain('29 February 2028, 12:00 UTC');
    expect(mails.received[0]?.source).toContain(`/links/${id}`);
    expect(await database.query('SELECT type, link_id, actor_id, detail FROM audit_events')).toEqual([
      {
        type: 'link_alert_sent',
        link_id: id,
        actor_id: null,
        detail: { kind: 'expiry', to: { id: workspace.ownerId, email: workspace.ownerEmail } },
      },
    ]);
  });
});

describe('an alert is sent once', () => {
  test('until its date or its cap moves, and not when something else of the link does', async () => {
    const id = await aLink(database, workspace.id, {
      expires_at: NOW + DAY,
      maximum_visits: 10,
      used_visits: 9,
      review_at: NOW,
    });
    expect(await send()).toBe(3);
    expect(await send()).toBe(0);
    await changeLink(database, id, { title: 'Renamed', expires_at: NOW + DAY, maximum_visits: 10, review_at: NOW });
    await changeLink(database, id, { archived_at: NOW });
    await changeLink(database, id, { archived_at: null, used_visits: 10 });
    expect(await send()).toBe(0);

    await changeLink(database, id, { expires_at: NOW + 2 * DAY });
    expect(await send()).toBe(1);
    await changeLink(database, id, { maximum_visits: 11 });
    expect(await send()).toBe(1);
    await changeLink(database, id, { review_at: NOW - 1 });
    expect(await send()).toBe(1);
    // Changing a date and changing it back counts as a change.
    await changeLink(database, id, { expires_at: NOW + 30 * DAY });
    expect(await send()).toBe(0);
    await changeLink(database, id, { expires_at: NOW + 2 * DAY });
    expect(await send()).toBe(1);
  });

  test('when two processes run at the same moment', async () => {
    const other = await startProcess(database.url, clock, { SMTP_URL: mails.url });
    try {
      for (let link = 0; link < 40; link += 1) await aLink(database, workspace.id, { review_at: NOW });
      const counts = await Promise.all([alerts.sendDue(), other.app.get(AlertsService, { strict: false }).sendDue()]);
      expect(counts.map(({ failed }) => failed)).toEqual([0, 0]);
      expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(40);
      for (const { app } of [process, other]) await app.get(MailQueue, { strict: false }).deliverDue();
      expect(mails.received).toHaveLength(40);
    } finally {
      await other.close();
    }
  });

  test('and one that cannot be sent does not block others and stays due', async () => {
    const [broken, fine] = [
      await aLink(database, workspace.id, { review_at: NOW }),
      await aLink(database, workspace.id, { review_at: NOW }),
    ];
    await database.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON link_alerts FOR EACH ROW WHEN (NEW.link_id = '${broken}') EXECUTE FUNCTION refuse()`);
    expect(await alerts.sendDue()).toMatchObject({ sent: 1, failed: 1 });
    expect(await database.query('SELECT link_id FROM link_alerts')).toEqual([{ link_id: fine }]);
    await database.query('DROP FUNCTION refuse CASCADE');
    expect(await send()).toBe(1);
    expect(mails.received).toHaveLength(2);
  });
});
