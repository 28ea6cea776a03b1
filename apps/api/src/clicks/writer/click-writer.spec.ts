import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bury } from '../journal/buried-journal.fixtures.js';
import { ClickJournal, type JournalOptions } from '../journal/click-journal.js';
import { encodeClick } from '../event/click-codec.js';
import { aVisit } from '../event/click-places.fixtures.js';
import { ClickWriter, type ClickWriterOptions, type WriterState } from './click-writer.js';
import { NOTHING_COUNTED } from './writer-counts.js';
import { FRAME_HEADER_BYTES, sealFrame } from '../journal/journal-frame.js';
import { listJournals, listSegments, segmentPath } from '../journal/journal-folder.js';
import { JournalReader } from '../journal/journal-reader.js';

/*
 * Timing and order of the writer's actions, with a simulated clock and a fake database that only stores positions. What it
 * stores is tested with a real database in click-writer.db.spec.ts.
 */

interface FakeClient {
  readonly config: Record<string, unknown>;
  readonly ended: boolean;
  emit(event: 'error', error: Error): boolean;
}

const server = vi.hoisted(() => ({
  clients: [] as FakeClient[],
  /** First words of the statements that were sent. */
  statements: [] as string[],
  positions: new Map<string, number>(),
  /** Visitors' numbers. */
  stored: [] as number[],
  /** Runs before a client connects. */
  onConnect: (): Promise<void> => Promise.resolve(),
  /** Runs before a batch is stored. */
  onStore: (): Promise<void> => Promise.resolve(),
}));

vi.mock('pg', async (original) => {
  const { default: real } = await original<{ default: typeof import('pg') }>();
  const { EventEmitter } = await import('node:events');

  class Client extends EventEmitter implements FakeClient {
    ended = false;
    /** Positions before the open transaction; null without one. */
    private before: ReadonlyMap<string, number> | null = null;

    constructor(readonly config: Record<string, unknown>) {
      super();
      server.clients.push(this);
    }

    connect(): Promise<void> {
      return server.onConnect();
    }

    query(text: string, [id, from, to]: [string, number, number] = ['', 0, 0]): Promise<unknown> {
      if (this.ended) return Promise.reject(new Error('the client has ended'));
      // The account may not have the permission to query this; here it has not.
      if (text.includes('pg_control_system')) return Promise.reject(new Error('permission denied'));
      const [word = ''] = text.trim().split(' ', 1);
      server.statements.push(word);
      const position = server.positions.get(id);
      if (word === 'INSERT') server.positions.set(id, position ?? 0);
      if (word === 'SELECT') return Promise.resolve({ rows: position === undefined ? [] : [{ position }] });
      if (word === 'UPDATE') {
        if (position === from) server.positions.set(id, to);
        return Promise.resolve({ rowCount: position === from ? 1 : 0 });
      }
      if (word === 'BEGIN') this.before = new Map(server.positions);
      if (word === 'COMMIT') this.before = null;
      if (word === 'ROLLBACK') this.rollBack();
      return Promise.resolve({});
    }

    end(): Promise<void> {
      this.ended = true;
      this.rollBack();
      return Promise.resolve();
    }

    private rollBack(): void {
      if (this.before !== null) server.positions = new Map(this.before);
      this.before = null;
    }
  }
  return { default: { ...real, Client } };
});

// Session settings and failover between servers are not part of the writer.
vi.mock('../../platform/database/database-client.js', async () => {
  const { default: mocked } = await import('pg');
  return { DatabaseClient: mocked.Client };
});

vi.mock('./click-store.js', () => ({
  ClickStore: class {
    async storeRecorded(_: unknown, clicks: Iterable<{ visitor: string }>): Promise<void> {
      await server.onStore();
      server.stored.push(...Array.from(clicks, ({ visitor }) => Number.parseInt(visitor, 16)));
    }
  },
}));

const LINK = { workspaceId: '01890000-0000-7000-8000-000000000001', linkId: '01890000-0000-7000-8000-000000000002' };

let folder: string;
let journal: ClickJournal;
let opened: { close(): void }[];
let writers: ClickWriter[];
/** Times at which a turn of the own journal ended. */
let turns: number[];
let states: WriterState[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(join(tmpdir(), 'signpost-writer-'));
  Object.assign(server, { clients: [], statements: [], positions: new Map(), stored: [] });
  server.onConnect = server.onStore = () => Promise.resolve();
  [opened, writers, turns, states] = [[], [], [], []];
  journal = aJournal();
});
afterEach(async () => {
  server.onConnect = server.onStore = () => Promise.resolve();
  await Promise.all(writers.map((writer) => Promise.race([writer.stop(0), vi.advanceTimersByTimeAsync(1)])));
  for (const one of opened) one.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function aJournal(options: Partial<JournalOptions> = {}): ClickJournal {
  const made = new ClickJournal({ folder, ...options });
  opened.push(made);
  return made;
}

/** Records visits of visitors with these numbers, each as its own frame. */
function record(where: ClickJournal, ...visitors: number[]): void {
  for (const visitor of visitors) {
    where.record(aVisit(LINK, visitor));
    where.commit();
  }
}

function aWriter(options: Partial<ClickWriterOptions> = {}): ClickWriter {
  const writer = new ClickWriter({
    connection: {},
    folder,
    journalId: journal.id,
    onStored: () => turns.push(performance.now()),
    onState: (state) => states.push(state),
    ...options,
  });
  writers.push(writer);
  return writer;
}

/** A writer that has completed its first turn. */
async function aRunningWriter(options: Partial<ClickWriterOptions> = {}): Promise<ClickWriter> {
  const writer = aWriter(options);
  writer.start();
  await pass(0);
  return writer;
}

const pass = async (milliseconds: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(milliseconds);
};
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** A journal of a dead process, with visits, that is registered in the database. */
function anOrphan(...visitors: number[]): ClickJournal {
  const orphan = aJournal();
  record(orphan, ...visitors);
  bury(folder, orphan);
  server.positions.set(orphan.id, 0);
  return orphan;
}
const isGone = ({ id }: ClickJournal): boolean => !listJournals(folder).includes(id);

describe('the pace', () => {
  test('at rest, the journal is read every tenth of a second without a query to the database', async () => {
    const released = vi.spyOn(JournalReader.prototype, 'releaseBefore');
    await aRunningWriter();
    await pass(350);
    expect(turns).toEqual([0, 100, 200, 300]);
    expect(server.statements).toEqual(['INSERT', 'SELECT']);
    expect(server.clients).toHaveLength(1);
    expect(released).not.toHaveBeenCalled();
    // The state without an error is reported once.
    expect(states).toEqual([{ error: null, ...NOTHING_COUNTED }]);
  });

  test('a batch that took long is followed by a longer pause', async () => {
    await aRunningWriter();
    record(journal, 1);
    server.onStore = () => pause(200);
    await pass(1_000);
    expect(turns).toEqual([0, 300, 900, 1_000]);
    expect(server.stored).toEqual([1]);
  });

  test('there is no pause while there is more to store, and one at the end', async () => {
    record(journal, 1, 2, 3, 4, 5);
    await aRunningWriter({ batchEvents: 2 });
    expect(turns).toEqual([0, 0, 0]);
    expect(server.stored).toEqual([1, 2, 3, 4, 5]);
    await pass(100);
    expect(turns).toEqual([0, 0, 0, 100]);
  });

  test('a flush stores at once, and reads the journal every hundredth of a second until its position is stored', async () => {
    const writer = await aRunningWriter();
    record(journal, 1);
    await writer.flush(journal.position);
    await pass(0);
    expect(server.stored).toEqual([1]);
    expect(turns).toEqual([0, 0]);
    // The interrupted pause is over, and another one has begun.
    expect(vi.getTimerCount()).toBe(1);

    const frameBytes = journal.position;
    const next = writer.flush(2 * frameBytes);
    const flushed = vi.fn();
    void writer.flush(3 * frameBytes).then(flushed);
    await pass(25);
    expect(turns).toEqual([0, 0, 0, 10, 20]);
    record(journal, 2);
    await pass(5);
    await next;
    expect(flushed).not.toHaveBeenCalled();
    record(journal, 3);
    await pass(10);
    expect(flushed).toHaveBeenCalledOnce();
    // No flush is pending any more.
    turns = [];
    await pass(200);
    expect(turns).toEqual([140, 240]);
  });

  test('stored files are deleted after each batch, even of a single click', async () => {
    const released = vi.spyOn(JournalReader.prototype, 'releaseBefore');
    record(journal, 1);
    await aRunningWriter();
    expect(released.mock.calls).toEqual([[journal.position]]);
  });

  test('events that another writer has stored are skipped at once, and the transaction is not left open', async () => {
    await aRunningWriter();
    record(journal, 1);
    server.positions.set(journal.id, journal.position);
    record(journal, 2);
    server.statements = [];
    await pass(100);
    expect(server.stored).toEqual([2]);
    expect(turns).toEqual([0, 100, 100]);
    expect(server.statements).toEqual(['BEGIN', 'UPDATE', 'ROLLBACK', 'SELECT', 'BEGIN', 'UPDATE', 'COMMIT']);
  });
});

describe('the connection', () => {
  test('has an application name, and a client timeout longer than the statement timeout of the server', async () => {
    await aRunningWriter({ connection: { host: 'db.example' } });
    expect(server.clients[0]?.config).toEqual({
      connectionTimeoutMillis: 5_000,
      statement_timeout: 60_000,
      query_timeout: 65_000,
      keepAlive: true,
      application_name: 'signpost-clicks',
      host: 'db.example',
    });
  });

  test('is retried after a tenth of a second, doubled at each failure and reset after a success', async () => {
    const attempts: number[] = [];
    let isUnavailable = true;
    server.onConnect = () => {
      attempts.push(performance.now());
      return isUnavailable ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    await aRunningWriter();
    await pass(600);
    isUnavailable = false;
    await pass(100);
    expect(attempts).toEqual([0, 100, 300, 700]);
    expect(turns).toEqual([700]);
    isUnavailable = true;
    server.clients[3]?.emit('error', new Error('cut while idle'));
    expect(server.clients[3]?.ended).toBe(true);
    await pass(200);
    expect(attempts).toEqual([0, 100, 300, 700, 800, 900]);
    // The same error is reported once.
    expect(states.map(({ error }) => error)).toEqual(['away', null, 'away']);
  });

  test('a server none of whose addresses answers is reported with the error of each address', async () => {
    server.onConnect = () => Promise.reject(new AggregateError([new Error('refused'), new Error('silent')]));
    await aRunningWriter();
    expect(states).toEqual([{ error: 'refused, silent', ...NOTHING_COUNTED }]);
  });

  test('after a failure the stored position is read from the database again', async () => {
    record(journal, 1);
    server.onStore = () => Promise.reject(new Error('away'));
    await aRunningWriter();
    // The transaction ended with its connection.
    expect(server.clients.map(({ ended }) => ended)).toEqual([true]);
    expect(server.positions.get(journal.id)).toBe(0);
    record(journal, 2);
    // Another writer has stored the first event meanwhile.
    server.positions.set(journal.id, journal.position / 2);
    server.onStore = () => Promise.resolve();
    await pass(100);
    expect(server.stored).toEqual([2]);
    expect(turns).toEqual([100]);
  });
});

test('a frame that the database refuses three times is set aside, event by event, and the next frame is stored', async () => {
  journal.record(aVisit(LINK, 1));
  journal.record(aVisit(LINK, 2));
  journal.commit();
  record(journal, 3);
  let attempts = 0;
  server.onStore = () => {
    attempts += 1;
    const refused = Object.assign(new pg.DatabaseError('no such character', 0, 'error'), { code: '22021' });
    return attempts > 3 ? Promise.resolve() : Promise.reject(refused);
  };
  await aRunningWriter({ batchEvents: 1 });
  await pass(100 + 200 + 400);
  expect(attempts).toBe(4);
  expect(server.stored).toEqual([3]);
  const aside = readFileSync(join(folder, `${journal.id}.rejected`), 'utf8');
  expect(aside).toBe(encodeClick(aVisit(LINK, 1)) + encodeClick(aVisit(LINK, 2)));
  expect(states.at(-1)).toEqual({ error: null, ...NOTHING_COUNTED, refused: 2 });
});

describe('lines that this version cannot read', () => {
  /** Appends lines, as a later version may write them, in a frame at the end of the journal. */
  const append = (...lines: string[]): void => {
    const payload = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const frame = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), payload]);
    sealFrame(frame, payload.length);
    const [segment] = listSegments(folder, journal.id);
    appendFileSync(segment?.path ?? '', frame);
  };
  const later = encodeClick(aVisit(LINK, 7)).trimEnd().split('\t').with(9, '99').join('\t');

  test('are set aside once, even if the transaction is repeated, and the rest is stored', async () => {
    record(journal, 1);
    append(later, encodeClick(aVisit(LINK, 2)).trimEnd(), 'rubbish');
    let attempts = 0;
    server.onStore = () => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    await aRunningWriter();
    await pass(100);
    expect(server.stored).toEqual([1, 2]);
    expect(readFileSync(join(folder, `${journal.id}.rejected`), 'utf8')).toBe(`${later}\nrubbish\n`);
    expect(states.at(-1)).toEqual({ error: null, ...NOTHING_COUNTED, unreadable: 2 });
  });

  test('in a journal of a newer process are set aside before the journal is removed', async () => {
    const orphan = aJournal();
    record(orphan, 3);
    const [segment] = listSegments(folder, orphan.id);
    const payload = Buffer.from(`${later}\n`);
    const frame = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), payload]);
    sealFrame(frame, payload.length);
    appendFileSync(segment?.path ?? '', frame);
    // And a whole frame that the disk has damaged.
    const damaged = Buffer.concat([frame.subarray(0, -2), Buffer.from('x\n')]);
    appendFileSync(segment?.path ?? '', damaged);
    bury(folder, orphan);
    server.positions.set(orphan.id, 0);
    await aRunningWriter();
    expect(isGone(orphan)).toBe(true);
    expect(server.stored).toEqual([3]);
    expect(readFileSync(join(folder, `${orphan.id}.rejected`))).toEqual(
      Buffer.concat([payload, damaged, Buffer.from('\n')]),
    );
    expect(states.at(-1)).toEqual({ error: null, refused: 0, unreadable: 1, damagedBytes: frame.length });
  });
});

describe('frames that the disk rejects', () => {
  /** A journal on a full disk, whose held frames are passed to the writer. */
  const onFullDisk = (writer: () => ClickWriter): ClickJournal => {
    journal = aJournal({
      maximumBytes: 0,
      onHeld: (held) => {
        writer().hold(held);
      },
    });
    return journal;
  };

  test('are stored from memory, after those on disk, and once', async () => {
    let writer: ClickWriter | undefined = undefined;
    const full = onFullDisk(() => writer as ClickWriter);
    writer = await aRunningWriter({ onStored: (position) => full.stored(position) });
    record(full, 1, 2);
    await pass(100);
    expect(server.stored).toEqual([1, 2]);
    expect(full.health).toMatchObject({ lost: 0, heldBytes: 0 });
    expect(full.backlogBytes).toBe(0);
    record(full, 3);
    await pass(200);
    expect(server.stored).toEqual([1, 2, 3]);
    expect(server.positions.get(full.id)).toBe(full.position);
  });

  test('are stored at the end as well, with retries until the time is up', async () => {
    let writer: ClickWriter | undefined = undefined;
    const full = onFullDisk(() => writer as ClickWriter);
    writer = await aRunningWriter({ onStored: (position) => full.stored(position) });
    let isUnavailable = true;
    server.onStore = () => (isUnavailable ? Promise.reject(new Error('away')) : Promise.resolve());
    record(full, 1);
    full.close();
    const stopped = writer.stop(5_000);
    await pass(500);
    expect(server.stored).toEqual([]);
    isUnavailable = false;
    await pass(4_500);
    await stopped;
    expect(server.stored).toEqual([1]);
    expect(full.abandonHeld()).toBe(0);
  });
});

describe('journals whose process died', () => {
  test('a journal of a newer version is left to a build that can read it', async () => {
    const newer = anOrphan(1);
    const [segment] = listSegments(folder, newer.id);
    renameSync(segment?.path ?? '', segmentPath(folder, newer.id, 0, 2));
    const files = readdirSync(folder).filter((name) => name.startsWith(newer.id));
    await aRunningWriter();
    await pass(60_000);
    expect(server.stored).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith(newer.id))).toEqual(files);
  });

  test('are searched for at once and every five seconds', async () => {
    const first = anOrphan(1);
    await aRunningWriter();
    expect(isGone(first)).toBe(true);
    const second = anOrphan(2);
    await pass(4_999);
    expect(isGone(second)).toBe(false);
    await pass(1);
    expect(isGone(second)).toBe(true);
    expect(server.stored).toEqual([1, 2]);
  });

  test('are stored after the own events, and own events are stored between their batches', async () => {
    anOrphan(11, 12);
    anOrphan(21, 22);
    record(journal, 1, 2, 3);
    let next = 4;
    await aRunningWriter({
      onStored: () => {
        if (server.stored.length >= 3 && next < 6) record(journal, next++);
      },
    });
    expect(performance.now()).toBe(0);
    const isOwn = (visitor: number): boolean => visitor < 10;
    expect(server.stored.filter(isOwn)).toEqual([1, 2, 3, 4, 5]);
    expect(server.stored.map(isOwn)).toEqual([true, true, true, false, false, true, false, false, true]);
  });

  test('are left to others by a writer that is stopping', async () => {
    const orphan = anOrphan(1);
    const writer = aWriter();
    writer.start();
    const stopped = writer.stop(1_000);
    await pass(10);
    await stopped;
    expect(isGone(orphan)).toBe(false);
    expect(server.stored).toEqual([]);
  });
});

describe('the end', () => {
  test('interrupts the pause, and closes the connection', async () => {
    const writer = await aRunningWriter();
    record(journal, 1);
    await writer.stop(60_000);
    expect(performance.now()).toBe(0);
    expect(server.stored).toEqual([1]);
    expect(server.clients.map(({ ended }) => ended)).toEqual([true]);
  });

  test('closes a connection that is established afterwards', async () => {
    let connected = (): void => undefined;
    server.onConnect = () => new Promise((resolve) => (connected = resolve));
    const writer = await aRunningWriter();
    const stopped = writer.stop(100);
    await pass(100);
    await stopped;
    connected();
    await pass(10_000);
    expect(server.clients.map(({ ended }) => ended)).toEqual([true]);
    expect(server.statements).toEqual([]);
    expect(states.map(({ error }) => error)).toEqual(['the writer has ended']);
  });

  test('comes at once while the database is unavailable', async () => {
    server.onConnect = () => Promise.reject(new Error('away'));
    const writer = await aRunningWriter();
    await writer.stop(60_000);
    expect(performance.now()).toBe(0);
    expect(server.clients).toHaveLength(2);
  });
});
