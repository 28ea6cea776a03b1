import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, eventually, type TestDatabase } from '@signpost/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClickJournal } from './click-journal.js';
import { aClickedLink, aVisit, type ClickedLink } from './click-places.fixtures.js';
import { ClickWriter, type WriterState } from './click-writer.js';
import { listJournals } from './journal-folder.js';

let database: TestDatabase;
let folder: string;
let link: ClickedLink;
let writers: ClickWriter[];
let journals: ClickJournal[];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'signpost-writer-'));
  link = await aClickedLink(database);
  writers = [];
  journals = [];
});
afterEach(async () => {
  for (const journal of journals) journal.close();
  await Promise.all(writers.map((writer) => writer.stop(5000)));
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

function aJournal(): ClickJournal {
  const journal = new ClickJournal({ folder });
  journals.push(journal);
  return journal;
}

function aWriter(journal: ClickJournal, batchEvents = 50, onState?: (state: WriterState) => void): ClickWriter {
  const connection = { connectionString: database.url, application_name: 'writer-under-test' };
  const writer = new ClickWriter({ connection, folder, journalId: journal.id, batchEvents, onState });
  writers.push(writer);
  return writer;
}

let visitors = 0;
function record(journal: ClickJournal, count: number): void {
  for (let event = 0; event < count; event += 1) {
    visitors += 1;
    journal.record(aVisit(link, visitors));
    if (event % 3 === 0) journal.commit();
  }
  journal.commit();
}

/** Raw rows, distinct visitors among them, and the two counters: all four say the same when nothing is lost or doubled. */
async function stored(): Promise<number[]> {
  const [row] = await database.query<Record<'rows' | 'distinct' | 'lifetime' | 'used', string>>(`
    SELECT (SELECT count(*) FROM click_events) AS rows, (SELECT count(DISTINCT visitor) FROM click_events) AS distinct,
      lifetime_clicks AS lifetime, used_visits AS used FROM link_counters`);
  return [row?.rows, row?.distinct, row?.lifetime, row?.used].map(Number);
}

const all = (count: number): number[] => [count, count, count, count];

describe('from the journal into the database, exactly once', () => {
  test('what is recorded before and while the writer runs', async () => {
    const journal = aJournal();
    record(journal, 120);
    const writer = aWriter(journal);
    writer.start();
    record(journal, 80);
    await writer.flush(journal.position);
    expect(await stored()).toEqual(all(200));
  });

  test('a successor of a writer that died between two batches goes on where the database says', async () => {
    const journal = aJournal();
    record(journal, 300);
    const first = aWriter(journal, 20);
    first.start();
    await eventually(async () => ((await stored())[0] ?? 0) > 0);
    // Ends without finishing, as a crash would.
    await first.stop(0);
    const second = aWriter(journal);
    second.start();
    await second.flush(journal.position);
    expect(await stored()).toEqual(all(300));
  });

  test('two writers on one journal at once', async () => {
    const journal = aJournal();
    record(journal, 400);
    const pair = [aWriter(journal, 10), aWriter(journal, 10)];
    for (const writer of pair) writer.start();
    await Promise.all(pair.map((writer) => writer.flush(journal.position)));
    expect(await stored()).toEqual(all(400));
  });

  test('connections that are cut again and again, also at the commit', async () => {
    const journal = aJournal();
    const writer = aWriter(journal, 10);
    writer.start();
    for (let cut = 0; cut < 15; cut += 1) {
      record(journal, 30);
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'writer-under-test'`,
      );
    }
    await writer.flush(journal.position);
    expect(await stored()).toEqual(all(450));
  });
});

test('an event that the database refuses is put aside, and those around it are stored', async () => {
  const journal = aJournal();
  record(journal, 40);
  const visit = aVisit(link, 1);
  // PostgreSQL's text has no such character.
  journal.record({ ...visit, utm: { ...visit.utm, source: 'a\u0000b' } });
  journal.commit();
  record(journal, 40);
  let rejected = 0;
  const writer = aWriter(journal, 50, (state) => (rejected = state.rejected));
  writer.start();
  await writer.flush(journal.position);
  await eventually(() => rejected === 1);
  expect(await stored()).toEqual(all(80));
  const aside = readFileSync(join(folder, `${journal.id}.rejected`), 'utf8');
  expect(aside.split('\n')).toHaveLength(2);
  expect(aside).toContain('a\u0000b');
});

describe('a journal whose process died', () => {
  test('is stored by the next one and deleted', async () => {
    const orphan = aJournal();
    const dying = aWriter(orphan);
    dying.start();
    await dying.flush(orphan.position);
    await dying.stop(0);
    record(orphan, 70);
    orphan.close();
    // The owner's number belongs to nobody: processes are numbered far below it.
    writeFileSync(join(folder, `${orphan.id}.owner`), JSON.stringify({ ...ownerOf(), pid: 2 ** 30 }));

    const successor = aJournal();
    const writer = aWriter(successor);
    writer.start();
    await eventually(() => !listJournals(folder).includes(orphan.id));
    expect(await stored()).toEqual(all(70));
  });

  test('is left alone while its process lives', async () => {
    const living = aJournal();
    const other = aWriter(living);
    other.start();
    await other.flush(0);
    await other.stop(0);
    record(living, 5);
    const writer = aWriter(aJournal());
    writer.start();
    record(living, 5);
    await writer.flush(0);
    expect(listJournals(folder)).toContain(living.id);
    expect((await stored())[0]).toBe(0);
  });
});

/** What an owner file says of this machine, taken from one of our own. */
function ownerOf(): Record<string, unknown> {
  const id = journals[0]?.id ?? '';
  return JSON.parse(readFileSync(join(folder, `${id}.owner`), 'utf8')) as Record<string, unknown>;
}
