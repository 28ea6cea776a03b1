import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { eventually, setUpOwner, startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { join } from '../support/people.js';

/** A file of 30 MB: more than the buffers of sockets hold of an answer that the client does not read. */
const LINKS = 3_000;
const NOTES_LENGTH = 10_000;

let app: AppProcess;
let owner: ApiClient;

beforeAll(async () => {
  app = await startApp();
  owner = await setUpOwner(app);
  await app.database.query(
    `WITH made AS (
       INSERT INTO links (id, workspace_id, slug, destination_url, destination_host, notes)
       SELECT gen_random_uuid(), w.id, 'many-' || n, 'https://example.com', 'example.com', repeat('n', $2::int)
       FROM workspaces w, generate_series(1, $1::int) n
       RETURNING workspace_id, id, slug)
     INSERT INTO addresses (workspace_id, slug, kind, link_id) SELECT workspace_id, slug, 'slug', id FROM made`,
    [LINKS, NOTES_LENGTH],
  );
});
afterAll(() => app?.stop());

/** Exports, and takes a little of the answer every second, so that the connection is never silent. */
async function readSlowly(member: ApiClient): Promise<IncomingMessage> {
  const cookie = `signpost_session=${member.cookie('signpost_session') ?? ''}`;
  const sent = request(new URL('/api/links/export.csv', app.url), { headers: { cookie }, agent: false });
  sent.on('error', () => undefined);
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.on('error', () => undefined);
  const sips = setInterval(() => answer.read(20_000) as Buffer | null, 1000);
  answer.once('close', () => clearInterval(sips));
  return answer;
}

/** A whole export of the owner's. */
async function exportWhole(): Promise<void> {
  const { status, text } = await owner.get('/api/links/export.csv');
  expect(status).toBe(200);
  expect(text.match(/^many-/gm)).toHaveLength(LINKS);
}

/** Takes the rest of an answer at once; whether it comes to its end. */
function isWhole(answer: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    answer.once('close', () => resolve(answer.complete));
    answer.resume();
  });
}

/** Exports that wait for their readers on disk. Linux tells what a process has open, also what has no name any more. */
function waitingFiles(): number {
  const folder = `/proc/${app.child.pid ?? 0}/fd`;
  return readdirSync(folder).filter((descriptor) => {
    try {
      return readlinkSync(`${folder}/${descriptor}`).startsWith(`${app.dataDir}/exports/`);
    } catch {
      // Closed meanwhile.
      return false;
    }
  }).length;
}

/** Statements of exports that the database is busy with, or keeps a snapshot for. */
async function openExports(): Promise<number> {
  const [row] = await app.database.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '% exported%'
       AND pid <> pg_backend_pid() AND (state <> 'idle' OR backend_xmin IS NOT NULL)`,
  );
  return row?.count ?? 0;
}

test('members who read their exports slowly hold no snapshot and make nobody wait, and what they are sent is whole', async () => {
  const members = await Promise.all([1, 2, 3].map(() => join(app, owner, 'MEMBER')));
  const slow = await Promise.all(members.map(readSlowly));
  await eventually(() => waitingFiles() === members.length);
  await eventually(async () => (await openExports()) === 0);
  await exportWhole();
  // They were not waited for.
  expect(waitingFiles()).toBe(members.length);
  expect(await Promise.all(slow.map(isWhole))).toEqual([true, true, true]);
  await eventually(() => waitingFiles() === 0);
});

test('many slow exports of one member make nobody else wait', async () => {
  const member = await join(app, owner, 'MEMBER');
  const slow = await readSlowly(member);
  const later = Array.from({ length: 5 }, () => readSlowly(member));
  await exportWhole();
  expect(waitingFiles()).toBe(1);
  slow.destroy();
  // Each of them begins when the one before has been left.
  await Promise.all(later.map(async (answer) => (await answer).destroy()));
});

test('exports whose connection to the database breaks end as an error, and hinder no later one', async () => {
  const members = await Promise.all([1, 2, 3].map(() => join(app, owner, 'MEMBER')));
  // All of them, also those that wait for their turn, find the table locked and their connection ended.
  await app.database.transaction(async (tx) => {
    await tx.query('LOCK TABLE links IN ACCESS EXCLUSIVE MODE');
    const answers = members.map((member) => member.get('/api/links/export.csv'));
    let statuses: number[] = [];
    void Promise.all(answers).then((all) => (statuses = all.map(({ status }) => status)));
    await eventually(async () => {
      await app.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DECLARE exported%'`,
      );
      return statuses.length === members.length;
    });
    expect(statuses).toEqual([503, 503, 503]);
  });
  await Promise.all(
    members.map(async (member) => expect((await member.get('/api/links/export.csv')).status).toBe(200)),
  );
});
