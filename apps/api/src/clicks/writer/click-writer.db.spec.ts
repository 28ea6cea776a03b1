import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, eventually, type TestDatabase } from '@signpost/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bury } from '../journal/buried-journal.fixtures.js';
import { ClickJournal, type JournalOptions } from '../journal/click-journal.js';
import { aClickedLink, aVisit, type ClickedLink } from '../event/click-places.fixtures.js';
import { ClickWriter, type ClickWriterOptions, type WriterState } from './click-writer.js';
import { listJournals, listSegments, segmentPath } from '../journal/journal-folder.js';

let database: TestDatabase;
let folder: string;
let link: ClickedLink;
let writers: ClickWriter[];
let journals: ClickJournal[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-writer-'));
  link = await aClickedLink(database);
  writers = [];
  journals = [];
});
afterEach(async () => {
  for (const journal of journals) journal.close();
  await Promise.all(writers.map((writer) => writer.stop(5000)));
  rmSync(folder, { recursive: true, force: true });
});

function aJournal(options: Partial<JournalOptions> = {}): ClickJournal {
  const journal = new ClickJournal({ folder, ...options });
  journals.push(journal);
  return journal;
}

function aWriter(journal: ClickJournal, options: Partial<ClickWriterOptions> = {}): ClickWriter {
  const connection = { connectionString: database.url, application_name: 'writer-under-test' };
  const writer = new ClickWriter({ connection, folder, journalId: journal.id, batchEvents: 50, ...options });
  writers.push(writer);
  return writer;
}

/** A journal with events whose process died after the journal was registered in the database. */
async function anOrphan(events: () => void, journal = aJournal()): Promise<ClickJournal> {
  const dying = aWriter(journal);
  dying.start();
  await dying.flush(journal.position);
  await dying.stop(0);
  events();
  bury(folder, journal);
  return journal;
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

/** Records an event that the database refuses, with a character that PostgreSQL does not store in text. */
function recordRefused(journal: ClickJournal): void {
  const visit = aVisit(link, 1);
  journal.record({ ...visit, utm: { ...visit.utm, source: 'a\u0000b' } });
  journal.commit();
}

/** Raw rows, distinct visitors among them, and the two counters: all four are equal when no event is lost or stored twice. */
async function stored(): Promise<number[]> {
  const [row] = await database.query<Record<'rows' | 'distinct' | 'lifetime' | 'used', string>>(
    `
    SELECT count(*) AS rows, count(DISTINCT e.visitor) AS distinct,
      (SELECT lifetime_clicks FROM link_counters WHERE link_id = $1) AS lifetime,
      (SELECT used_visits FROM link_counters WHERE link_id = $1) AS used
    FROM click_events e JOIN links l ON l.no = e.link_no WHERE l.id = $1`,
    [link.linkId],
  );
  return [row?.rows, row?.distinct, row?.lifetime, row?.used].map(Number);
}

/** Open files of journals (Linux only). */
function openFiles(): string[] {
  if (process.platform !== 'linux') return [];
  const paths = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      // Closed meanwhile.
      return '';
    }
  });
  return paths.filter((path) => path.startsWith(folder));
}

const all = (count: number): number[] => [count, count, count, count];
const isGone = (journal: ClickJournal): boolean => !listJournals(folder).includes(journal.id);
const asideOf = (journal: ClickJournal): string[] =>
  readFileSync(join(folder, `${journal.id}.rejected`), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

describe('from the journal into the database, exactly once', () => {
  test('events recorded before and while the writer runs', async () => {
    const journal = aJournal();
    record(journal, 120);
    const writer = aWriter(journal);
    writer.start();
    record(journal, 80);
    await writer.flush(journal.position);
    expect(await stored()).toEqual(all(200));
  });

  test('a successor of a writer that died between two batches continues at the stored position', async () => {
    const journal = aJournal();
    record(journal, 300);
    const first = aWriter(journal, { batchEvents: 20 });
    first.start();
    await eventually(async () => ((await stored())[0] ?? 0) > 0);
    // Ends without storing the rest, as in a crash.
    await first.stop(0);
    const second = aWriter(journal);
    second.start();
    await second.flush(journal.position);
    expect(await stored()).toEqual(all(300));
  });

  test('two concurrent writers on one journal', async () => {
    const journal = aJournal();
    record(journal, 400);
    const pair = [aWriter(journal, { batchEvents: 10 }), aWriter(journal, { batchEvents: 10 })];
    for (const writer of pair) writer.start();
    await Promise.all(pair.map((writer) => writer.flush(journal.position)));
    expect(await stored()).toEqual(all(400));
  });

  test('connections that are cut again and again, even during the commit', async () => {
    const journal = aJournal();
    const writer = aWriter(journal, { batchEvents: 10 });
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

describe('an event that the database refuses', () => {
  test('is set aside, and the events around it are stored', async () => {
    const journal = aJournal();
    record(journal, 40);
    recordRefused(journal);
    record(journal, 40);
    let state: WriterState | null = null;
    const writer = aWriter(journal, { batchEvents: 4, onState: (news) => (state = news) });
    writer.start();
    await writer.flush(journal.position);
    await eventually(() => state?.error === null);
    expect(state).toEqual({ error: null, damagedBytes: 0, unreadable: 0, refused: 1 });
    expect(await stored()).toEqual(all(80));
    expect(asideOf(journal)).toEqual([expect.stringContaining('a\u0000b')]);
    expect(statSync(join(folder, `${journal.id}.rejected`)).mode & 0o777).toBe(0o600);
  });

  test('is set aside as well when the first batch that holds it has lines that nobody can read', async () => {
    const journal = aJournal();
    record(journal, 2);
    journal.record({ ...aVisit(link, 1), outcome: 'of a later version' as never });
    journal.commit();
    recordRefused(journal);
    record(journal, 2);
    const writer = aWriter(journal);
    writer.start();
    await writer.flush(journal.position);
    expect(await stored()).toEqual(all(4));
    expect(asideOf(journal)).toEqual([expect.stringContaining(link.linkId), expect.stringContaining('a\u0000b')]);
  });

  test('in a journal of a dead process does not set clicks of a running one aside', async () => {
    const orphan = aJournal();
    await anOrphan(() => {
      record(orphan, 5);
      recordRefused(orphan);
      record(orphan, 5);
    }, orphan);
    const journal = aJournal();
    // One more click in each turn, so that the writer always has an own event to store.
    const writer = aWriter(journal, {
      batchEvents: 2,
      onStored: () => {
        if (!isGone(orphan)) record(journal, 1);
      },
    });
    writer.start();
    await eventually(() => isGone(orphan));
    await writer.flush(journal.position);
    const [rows] = await stored();
    expect(await stored()).toEqual(all(rows ?? 0));
    expect(asideOf(orphan)).toHaveLength(1);
    expect(existsSync(join(folder, `${journal.id}.rejected`))).toBe(false);
  });
});

test('events that the database cannot store temporarily are retried, and none is set aside', async () => {
  const journal = aJournal();
  record(journal, 30);
  const states: WriterState[] = [];
  let attempts = 0;
  const connection = {
    get connectionString() {
      attempts += 1;
      return database.url;
    },
  };
  const writer = aWriter(journal, { batchEvents: 1, connection, onState: (state) => states.push(state) });
  await database.query('ALTER TABLE click_events RENAME TO click_events_away');
  try {
    writer.start();
    // More attempts than a frame gets that is refused for its content.
    await eventually(() => attempts > 4);
  } finally {
    await database.query('ALTER TABLE click_events_away RENAME TO click_events');
  }
  await writer.flush(journal.position);
  await eventually(() => states.length > 1);
  // The same state is reported once.
  expect(states).toEqual([
    { error: expect.stringContaining('click_events') as string, damagedBytes: 0, unreadable: 0, refused: 0 },
    { error: null, damagedBytes: 0, unreadable: 0, refused: 0 },
  ]);
  expect(await stored()).toEqual(all(30));
});

describe('the writer reports', () => {
  test('each stored position; a flush of a stored position resolves at once', async () => {
    const journal = aJournal();
    record(journal, 10);
    const positions: number[] = [];
    const writer = aWriter(journal, { batchEvents: 4, onStored: (position) => positions.push(position) });
    writer.start();
    await writer.flush(journal.position);
    expect(positions.length).toBeGreaterThan(1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions.at(-1)).toBe(journal.position);
    await writer.stop(5000);
    await writer.flush(journal.position);
    await writer.flush(journal.position - 1);
  });

  test('bytes that hold no readable event, once', async () => {
    const journal = aJournal();
    record(journal, 1);
    const [segment] = listSegments(folder, journal.id);
    appendFileSync(segment?.path ?? '', 'seven b');
    const whole = journal.position;
    journal.close();
    writeFileSync(segmentPath(folder, journal.id, whole + 7), readFileSync(segment?.path ?? '').subarray(0, whole));
    let state: WriterState | null = null;
    const writer = aWriter(journal, { onState: (news) => (state = news) });
    writer.start();
    await writer.flush(2 * whole + 7);
    await eventually(() => state !== null);
    expect(state).toEqual({ error: null, damagedBytes: 7, unreadable: 0, refused: 0 });
    expect(readFileSync(join(folder, `${journal.id}.rejected`), 'utf8')).toBe('seven b\n');
  });

  test('that the database is unavailable, until it is available again', async () => {
    const journal = aJournal();
    record(journal, 3);
    const states: (string | null)[] = [];
    let isUnavailable = true;
    const writer = aWriter(journal, {
      connection: {
        get connectionString() {
          return isUnavailable ? 'postgres://nobody@127.0.0.1:1/none' : database.url;
        },
      },
      onState: ({ error }) => states.push(error),
    });
    writer.start();
    const flushed = writer.flush(journal.position);
    await eventually(() => states.length > 0);
    isUnavailable = false;
    await flushed;
    await eventually(() => states.length > 1);
    expect(states).toEqual([expect.stringContaining('ECONNREFUSED'), null]);
    expect(await stored()).toEqual(all(3));
  });

  test('that the database no longer knows the journal', async () => {
    const journal = aJournal();
    const states: (string | null)[] = [];
    const writer = aWriter(journal, { onState: ({ error }) => states.push(error) });
    writer.start();
    await writer.flush(0);
    await database.query('DELETE FROM click_journals WHERE journal_id = $1', [journal.id]);
    record(journal, 3);
    await writer.flush(journal.position);
    await eventually(() => states.length > 2);
    expect(states).toEqual([null, 'the journal is not known to this database', null]);
    expect(await stored()).toEqual(all(3));
  });
});

test('clicks are stored even if the file that names the database cannot be written', async () => {
  const journal = aJournal();
  // Any error that keeps the file from being written.
  mkdirSync(join(folder, `${journal.id}.home`));
  record(journal, 30);
  const writer = aWriter(journal);
  writer.start();
  await writer.flush(journal.position);
  expect(await stored()).toEqual(all(30));
});

test('files that are stored completely are deleted, except the one being written', async () => {
  const journal = aJournal({ segmentBytes: 300 });
  record(journal, 30);
  expect(listSegments(folder, journal.id).length).toBeGreaterThan(5);
  const writer = aWriter(journal, { batchEvents: 7 });
  writer.start();
  await writer.flush(journal.position);
  await eventually(() => listSegments(folder, journal.id).length === 1);
  expect(await stored()).toEqual(all(30));
});

describe('the end', () => {
  test('comes when everything is stored', async () => {
    const journal = aJournal();
    const writer = aWriter(journal, { batchEvents: 10 });
    writer.start();
    await writer.flush(0);
    record(journal, 95);
    journal.close();
    await writer.stop(60_000);
    expect(await stored()).toEqual(all(95));
    expect(openFiles()).toEqual([]);
    const [open] = await database.query<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'writer-under-test' AND state <> 'idle'`,
    );
    expect(open?.count).toBe('0');
  });

  test('comes at once while the database is unavailable, and for a writer that was never started', async () => {
    const connection = { host: '127.0.0.1', port: 1 };
    const unavailable = aWriter(aJournal(), { connection });
    const states: WriterState[] = [];
    const failing = aWriter(aJournal(), { connection, onState: (state) => states.push(state) });
    failing.start();
    await eventually(() => states.length > 0);
    const startedAt = performance.now();
    await Promise.all([unavailable.stop(60_000), failing.stop(60_000)]);
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  test('comes when its time is up, even if events remain', async () => {
    const journal = aJournal();
    record(journal, 1);
    const blocker = await database.pool.connect();
    try {
      const writer = aWriter(journal);
      writer.start();
      await writer.flush(journal.position);
      await blocker.query('BEGIN');
      await blocker.query('SELECT FROM click_journals WHERE journal_id = $1 FOR UPDATE', [journal.id]);
      record(journal, 1);
      await writer.stop(100);
      expect(await stored()).toEqual(all(1));
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  });
});

describe('a journal whose process died', () => {
  test('is stored by the next one, which says so, and deleted', async () => {
    const orphan = aJournal();
    await anOrphan(() => {
      record(orphan, 70);
    }, orphan);
    const recovered: number[] = [];
    const writer = aWriter(aJournal(), { onRecovered: (events) => recovered.push(events) });
    writer.start();
    await eventually(() => isGone(orphan));
    expect(await stored()).toEqual(all(70));
    expect(recovered).toEqual([70]);
    expect(existsSync(join(folder, `${orphan.id}.owner`))).toBe(false);
    expect(openFiles().filter((path) => path.includes(orphan.id))).toEqual([]);
  });

  test('does not keep the next one from storing its own clicks', async () => {
    const orphan = aJournal();
    await anOrphan(() => {
      record(orphan, 60);
    }, orphan);
    const journal = aJournal();
    let own: 'none' | 'recorded' | 'stored first' | 'stored last' = 'none';
    const writer = aWriter(journal, {
      batchEvents: 10,
      onStored: (position) => {
        if (own === 'none') {
          record(journal, 5);
          own = 'recorded';
        } else if (own === 'recorded' && position === journal.position) {
          own = isGone(orphan) ? 'stored last' : 'stored first';
        }
      },
    });
    writer.start();
    const flushed = writer.flush(1);
    await eventually(() => isGone(orphan));
    expect(own).toBe('stored first');
    await flushed;
    expect(await stored()).toEqual(all(65));
  });

  test('is left to a successor when the next one stops half way', async () => {
    const orphan = aJournal();
    await anOrphan(() => {
      record(orphan, 60);
    }, orphan);
    let turns = 0;
    const stopped: Promise<void>[] = [];
    const first = aWriter(aJournal(), {
      batchEvents: 10,
      onStored: () => {
        turns += 1;
        if (turns === 3) stopped.push(first.stop(60_000));
      },
    });
    first.start();
    await eventually(() => stopped.length > 0);
    await Promise.all(stopped);
    expect(isGone(orphan)).toBe(false);
    const [rows] = await stored();
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(60);
    const successor = aWriter(aJournal());
    successor.start();
    await eventually(() => isGone(orphan));
    expect(await stored()).toEqual(all(60));
  });

  test('is not taken over while its process lives, or from another database; without a segment it is removed', async () => {
    const living = aJournal();
    const other = aWriter(living);
    other.start();
    await other.flush(0);
    await other.stop(0);
    record(living, 5);
    const foreign = aJournal();
    record(foreign, 5);
    bury(folder, foreign);
    const empty = aJournal();
    bury(folder, empty);
    for (const { path } of listSegments(folder, empty.id)) rmSync(path);

    const journal = aJournal();
    const writer = aWriter(journal);
    writer.start();
    await eventually(() => isGone(empty));
    // Its first scan for other journals has ended.
    record(journal, 1);
    await writer.flush(journal.position);
    expect([living, foreign].map(isGone)).toEqual([false, false]);
    expect(await stored()).toEqual(all(1));
  });
});
