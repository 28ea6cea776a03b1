import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeClick } from '../event/click-codec.js';
import { ClickJournal, JOURNAL_DEFAULTS } from './click-journal.js';
import { aVisit } from '../event/click-places.fixtures.js';
import { listSegments } from './journal-folder.js';
import { FRAME_HEADER_BYTES } from './journal-frame.js';
import { HeldTail, type HeldFrames } from './held-tail.js';
import { JournalReader, type JournalBatch } from './journal-reader.js';

// The journal with a simulated disk: the file system calls that can fail are replaced.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    writeSync: vi.fn(real.writeSync),
    fdatasync: vi.fn(real.fdatasync),
    ftruncateSync: vi.fn(real.ftruncateSync),
    openSync: vi.fn(real.openSync),
    close: vi.fn(real.close),
    closeSync: vi.fn(real.closeSync),
  };
});
const real = await vi.importActual<typeof fs>('node:fs');
type Write = (descriptor: number, buffer: NodeJS.ArrayBufferView, offset: number, length: number) => number;
const writeSync = vi.mocked<Write>(fs.writeSync as Write);
const fdatasync = vi.mocked(fs.fdatasync);
const ftruncateSync = vi.mocked(fs.ftruncateSync);
const openSync = vi.mocked(fs.openSync);
const close = vi.mocked(fs.close);
const closeSync = vi.mocked(fs.closeSync);

const LINK = { workspaceId: '01890000-0000-7000-8000-000000000001', linkId: '01890000-0000-7000-8000-000000000002' };
const FRAME_BYTES = FRAME_HEADER_BYTES + encodeClick(aVisit(LINK, 1)).length;
const RETRY_MS = 250;

let folder: string;
let journal: ClickJournal;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval', 'Date'], now: 1_000_000_000_000 });
  folder = fs.mkdtempSync(join(tmpdir(), 'signpost-disk-'));
});
afterEach(() => {
  recover();
  journal.close();
  vi.useRealTimers();
  fs.rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<ConstructorParameters<typeof ClickJournal>[0]> = {}): void {
  journal = new ClickJournal({ folder, ...options });
}

function visit(...visitors: number[]): void {
  for (const visitor of visitors) journal.record(aVisit(LINK, visitor));
  journal.commit();
}

const failure = (code: string) => Object.assign(new Error(`${code}: it cannot be done`), { code });

/** The disk accepts `after` bytes of each write, and then fails. */
function refuse(after = 0): void {
  writeSync.mockImplementation((descriptor, buffer, offset) => {
    if (after > 0) real.writeSync(descriptor, buffer, offset, after);
    throw failure('ENOSPC');
  });
}

/** The disk accepts all writes again. */
function recover(): void {
  writeSync.mockImplementation(real.writeSync);
  fdatasync.mockImplementation(real.fdatasync);
  ftruncateSync.mockImplementation(real.ftruncateSync);
  openSync.mockImplementation(real.openSync);
  close.mockImplementation(real.close);
  closeSync.mockImplementation(real.closeSync);
}

/** Numbers of the visitors that a reader finds, and the number of damaged bytes that it skips. */
function readable(position = 0): { visitors: number[]; skipped: number } {
  const reader = new JournalReader(folder, journal.id);
  const batch = reader.read(position, 1e6);
  reader.close();
  return {
    visitors: Array.from(batch.clicks, ({ visitor }) => Number.parseInt(visitor, 16)),
    skipped: batch.damagedBytes,
  };
}

/** Numbers of a batch's visitors, its end position, and whether there is more. */
const visitorsOf = (batch: JournalBatch | null) => [
  batch?.clicks.map(({ visitor }) => Number.parseInt(visitor, 16)),
  batch?.end,
  batch?.more,
];

const WELL = { writable: true, lost: 0, heldBytes: 0, error: null };

describe('a disk that rejects writes', () => {
  test('holds in memory what it cannot write, and tries again after a quarter of a second', () => {
    open();
    visit(1);
    refuse();
    visit(2, 3);
    const held = FRAME_HEADER_BYTES + 2 * (FRAME_BYTES - FRAME_HEADER_BYTES);
    expect(journal.health).toEqual({ writable: false, lost: 0, heldBytes: held, error: 'ENOSPC' });
    recover();
    vi.advanceTimersByTime(RETRY_MS - 1);
    visit(4);
    expect(journal.health).toEqual({ writable: false, lost: 0, heldBytes: held + FRAME_BYTES, error: 'ENOSPC' });
    expect(readable().visitors).toEqual([1]);
    vi.advanceTimersByTime(1);
    visit(5);
    expect(journal.health).toEqual(WELL);
    expect(readable()).toEqual({ visitors: [1, 2, 3, 4, 5], skipped: 0 });
    expect(journal.position).toBe(FRAME_BYTES * 4 + (held - FRAME_BYTES));
  });

  test('that fails twice: nothing is written twice', () => {
    open();
    for (const visitor of [1, 3]) {
      refuse();
      visit(visitor);
      recover();
      vi.advanceTimersByTime(RETRY_MS);
      visit(visitor + 1);
    }
    expect(readable()).toEqual({ visitors: [1, 2, 3, 4], skipped: 0 });
    expect(journal.health).toEqual(WELL);
  });

  test('is reported before the first visit when no file can be created', () => {
    openSync.mockImplementation(() => {
      throw failure('EROFS');
    });
    open();
    expect(journal.health).toEqual({ writable: false, lost: 0, heldBytes: 0, error: 'EROFS' });
    recover();
    visit(1);
    vi.advanceTimersByTime(1000);
    expect([journal.health, readable().visitors]).toEqual([WELL, [1]]);
  });

  test('is tried again even without a visit', () => {
    open({ syncIntervalMs: 1000 });
    refuse();
    visit(1);
    recover();
    vi.advanceTimersByTime(1000);
    expect(journal.health).toEqual(WELL);
    expect(readable().visitors).toEqual([1]);
  });

  test('is not tried for each visit while it fails', () => {
    open();
    refuse();
    writeSync.mockClear();
    for (let visitor = 1; visitor <= 20; visitor += 1) visit(visitor);
    expect(writeSync).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(RETRY_MS);
    for (let visitor = 21; visitor <= 40; visitor += 1) visit(visitor);
    expect(writeSync).toHaveBeenCalledTimes(2);
  });

  test('is not tried during that time even when more failed than may be held', () => {
    open({ maximumHeldBytes: FRAME_BYTES });
    refuse();
    writeSync.mockClear();
    visit(1, 2, 3);
    expect(journal.health).toMatchObject({ lost: 3, heldBytes: 0 });
    visit(4);
    expect(writeSync).toHaveBeenCalledTimes(1);
    recover();
    vi.advanceTimersByTime(1000);
    expect(readable().visitors).toEqual([4]);
  });

  test.each([1, FRAME_HEADER_BYTES, FRAME_BYTES - 1])(
    'leaves nothing of a frame of which it took %i bytes',
    (bytes) => {
      open();
      visit(1);
      refuse(bytes);
      visit(2);
      recover();
      vi.advanceTimersByTime(RETRY_MS);
      visit(3);
      expect(readable()).toEqual({ visitors: [1, 2, 3], skipped: 0 });
    },
  );

  test('that cannot even be truncated: the journal continues in another file', () => {
    open();
    visit(1);
    refuse(20);
    ftruncateSync.mockImplementation(() => {
      throw failure('EIO');
    });
    visit(2);
    recover();
    vi.advanceTimersByTime(RETRY_MS);
    visit(3);
    expect(listSegments(folder, journal.id).map(({ base }) => base)).toEqual([0, FRAME_BYTES]);
    expect(readable()).toEqual({ visitors: [1, 2, 3], skipped: 20 });
  });

  test('that fails when a full file is closed: the journal goes on in the next one', () => {
    open({ segmentBytes: FRAME_BYTES });
    visit(1);
    fdatasync.mockImplementation((_, done) => {
      done(null);
    });
    closeSync.mockImplementation(() => {
      throw failure('EIO');
    });
    close.mockImplementation((descriptor, done) => {
      real.close(descriptor, () => done?.(failure('EIO')));
    });
    visit(2);
    expect(journal.health).toEqual(WELL);
    expect(() => {
      journal.close();
    }).not.toThrow();
    recover();
    expect(readable()).toEqual({ visitors: [1, 2], skipped: 0 });
  });

  test('that takes a frame in several writes', () => {
    open();
    writeSync.mockImplementation((descriptor, buffer, offset, length) =>
      real.writeSync(descriptor, buffer, offset, Math.min(length, 7)),
    );
    visit(1);
    visit(2);
    expect(readable()).toEqual({ visitors: [1, 2], skipped: 0 });
    expect(journal.position).toBe(2 * FRAME_BYTES);
  });

  test('memory is bounded to the byte, and every event beyond the bound is counted as lost', () => {
    open({ maximumHeldBytes: 2 * FRAME_BYTES });
    refuse();
    for (const visitor of [1, 2]) visit(visitor);
    expect(journal.health).toMatchObject({ lost: 0, heldBytes: 2 * FRAME_BYTES });
    visit(3, 4, 5);
    visit(6);
    expect(journal.health).toMatchObject({ lost: 4, heldBytes: 2 * FRAME_BYTES });
    recover();
    vi.advanceTimersByTime(RETRY_MS);
    visit(7);
    // What is held makes room first, so that nothing more is lost.
    expect(journal.health).toEqual({ ...WELL, lost: 4 });
    visit(8);
    expect(readable().visitors).toEqual([1, 2, 7, 8]);
  });

  test('the number of events in memory is bounded, and events never stored are counted as lost at the end', () => {
    open({ maximumHeldEvents: 3 });
    refuse();
    visit(1, 2);
    visit(3);
    visit(4);
    expect(journal.health).toMatchObject({ lost: 1 });
    journal.close();
    expect(journal.abandonHeld()).toBe(3);
    expect(journal.health).toMatchObject({ lost: 4, heldBytes: 0 });
    expect(journal.abandonHeld()).toBe(0);
  });

  test('held events make room when they are written, or stored from memory', () => {
    open({ maximumHeldEvents: 3 });
    refuse();
    visit(1, 2, 3);
    recover();
    vi.advanceTimersByTime(RETRY_MS);
    visit(4);
    expect(readable().visitors).toEqual([1, 2, 3, 4]);
    refuse();
    visit(5, 6, 7);
    journal.stored(journal.position);
    visit(8, 9, 10);
    expect(journal.health).toMatchObject({ lost: 0 });
    visit(11);
    expect(journal.health).toMatchObject({ lost: 1 });
  });

  test('held events are written in chunks of about a megabyte', () => {
    open();
    refuse();
    const longText = 'x'.repeat(400_000);
    const utm = { source: longText, medium: null, campaign: null, term: null, content: null };
    for (const visitor of [1, 2, 3, 4]) {
      journal.record({ ...aVisit(LINK, visitor), utm });
      journal.commit();
    }
    recover();
    writeSync.mockClear();
    vi.advanceTimersByTime(1000);
    const sizes = writeSync.mock.calls.map(([, , , length]) => Math.round(length / 400_000));
    expect(sizes).toEqual([3, 1]);
    expect(readable().visitors).toEqual([1, 2, 3, 4]);
  });

  test('rejected frames are passed on with their positions, and not written any more once they are stored from memory', () => {
    const handedOn: HeldFrames[] = [];
    open({ onHeld: (held) => handedOn.push(held) });
    visit(1);
    refuse();
    visit(2);
    visit(3);
    expect(handedOn.map(({ base, frames }) => [base, frames.length])).toEqual([
      [FRAME_BYTES, FRAME_BYTES],
      [2 * FRAME_BYTES, FRAME_BYTES],
    ]);
    expect(journal.heldFrames).toEqual(handedOn.map((held) => expect.objectContaining(held)));
    expect([journal.position, journal.backlogBytes]).toEqual([3 * FRAME_BYTES, 3 * FRAME_BYTES]);
    const tail = new HeldTail();
    for (const held of [...handedOn, ...handedOn]) tail.add(held);
    expect(tail.read(0, 10)).toBeNull();
    expect(visitorsOf(tail.read(FRAME_BYTES, 10))).toEqual([[2, 3], 3 * FRAME_BYTES, false]);
    expect(visitorsOf(tail.read(FRAME_BYTES, 1))).toEqual([[2], 2 * FRAME_BYTES, true]);
    expect(visitorsOf(tail.read(2 * FRAME_BYTES, 9))).toEqual([[3], 3 * FRAME_BYTES, false]);
    expect(tail.read(3 * FRAME_BYTES, 9)).toBeNull();
    tail.releaseBefore(3 * FRAME_BYTES);
    expect(tail.isEmpty).toBe(true);

    // The second is stored; the third and everything after it are on disk at their own positions.
    journal.stored(2 * FRAME_BYTES);
    expect(journal.health.heldBytes).toBe(FRAME_BYTES);
    recover();
    vi.advanceTimersByTime(RETRY_MS);
    visit(4);
    expect(listSegments(folder, journal.id).map(({ base }) => base)).toEqual([0, 2 * FRAME_BYTES]);
    expect(readable(2 * FRAME_BYTES)).toEqual({ visitors: [3, 4], skipped: 0 });
    expect(journal.position).toBe(4 * FRAME_BYTES);
  });

  test('when everything was stored from memory, the file continues after a gap', () => {
    open();
    visit(1);
    refuse();
    visit(2);
    journal.stored(2 * FRAME_BYTES);
    expect([journal.health.heldBytes, journal.backlogBytes]).toEqual([0, 0]);
    recover();
    vi.advanceTimersByTime(RETRY_MS);
    visit(3);
    visit(4);
    expect(listSegments(folder, journal.id).map(({ base }) => base)).toEqual([0, 2 * FRAME_BYTES]);
    expect(readable(2 * FRAME_BYTES)).toEqual({ visitors: [3, 4], skipped: 0 });
    expect(journal.health).toEqual(WELL);
  });

  test('is given the held events when the process ends', () => {
    open();
    refuse();
    visit(1);
    recover();
    journal.record(aVisit(LINK, 2));
    journal.close();
    expect(readable().visitors).toEqual([1, 2]);
    expect(journal.health).toMatchObject({ writable: false, heldBytes: 0, error: 'closed' });
  });

  test('is reported with the message of an error that has no code', () => {
    open();
    writeSync.mockImplementation(() => {
      throw new Error('the cable is out');
    });
    visit(1);
    expect(journal.health.error).toBe('the cable is out');
  });
});

/** A file is closed after fdatasync, which may take seconds while other processes write. */
const FOR_THE_DISK = { timeout: 60_000 };

/** Files of the folder that this process has open, including removed ones. */
function openFiles(): number {
  return fs.readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return fs.readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      // The descriptor with which the folder was listed.
      return false;
    }
  }).length;
}

describe('bounds', () => {
  test('have the documented defaults', () => {
    expect(JOURNAL_DEFAULTS).toEqual({
      segmentBytes: 67_108_864,
      syncIntervalMs: 1000,
      maximumBytes: 8_589_934_592,
      maximumHeldEvents: 200_000,
      maximumHeldBytes: 134_217_728,
    });
  });

  test.runIf(process.platform === 'linux')('one file is open at a time, and none after the end', async () => {
    open({ segmentBytes: FRAME_BYTES });
    for (const visitor of [1, 2, 3]) visit(visitor);
    vi.useRealTimers();
    await vi.waitFor(() => expect(openFiles()).toBe(1), FOR_THE_DISK);
    journal.close();
    await vi.waitFor(() => expect(openFiles()).toBe(0), FOR_THE_DISK);
  });

  test('the folder and its files can only be read by their owner', () => {
    open({ segmentBytes: FRAME_BYTES });
    fs.rmSync(folder, { recursive: true });
    for (const visitor of [1, 2, 3]) visit(visitor);
    const files = listSegments(folder, journal.id).map(({ path }) => path);
    expect([folder, ...files].map((path) => fs.statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  test('a turn without a visit writes nothing', () => {
    open();
    journal.commit();
    expect([journal.position, journal.health]).toEqual([0, WELL]);
  });

  test('the bound on held events does not apply to what the disk accepts', () => {
    open({ maximumHeldBytes: 0 });
    visit(1, 2);
    visit(3);
    expect(journal.health).toEqual(WELL);
    expect(readable().visitors).toEqual([1, 2, 3]);
  });

  test('a segment is closed when it reaches its size, and the next one begins at its end', () => {
    open({ segmentBytes: 2 * FRAME_BYTES });
    for (const visitor of [1, 2, 3, 4, 5]) visit(visitor);
    expect(listSegments(folder, journal.id).map(({ base }) => base)).toEqual([0, 2 * FRAME_BYTES, 4 * FRAME_BYTES]);
    expect(journal.position).toBe(5 * FRAME_BYTES);
  });

  test('the bytes not yet stored are bounded exactly, and recording continues when the writer has stored more', () => {
    open({ maximumBytes: 2 * FRAME_BYTES });
    for (const visitor of [1, 2]) visit(visitor);
    expect([journal.health, journal.backlogBytes]).toEqual([WELL, 2 * FRAME_BYTES]);
    visit(3);
    expect(journal.health.error).toBe(`the journal holds ${2 * FRAME_BYTES} bytes that are not stored yet`);
    journal.stored(FRAME_BYTES);
    // An older position has no effect.
    journal.stored(1);
    // Held events are part of the backlog.
    expect(journal.backlogBytes).toBe(2 * FRAME_BYTES);
    vi.advanceTimersByTime(RETRY_MS);
    journal.commit();
    expect(journal.health.writable).toBe(false);
    vi.advanceTimersByTime(1000);
    expect([journal.health, journal.backlogBytes]).toEqual([WELL, 2 * FRAME_BYTES]);
    expect(readable().visitors).toEqual([1, 2, 3]);
    journal.stored(99 * FRAME_BYTES);
    expect(journal.backlogBytes).toBe(0);
  });

  test('many events of one turn are one frame and one write, whatever the length of their texts', () => {
    open();
    writeSync.mockClear();
    const utm = { source: '€'.repeat(120), medium: null, campaign: null, term: null, content: null };
    for (let visitor = 1; visitor <= 3000; visitor += 1) journal.record({ ...aVisit(LINK, visitor), utm });
    journal.commit();
    expect(writeSync).toHaveBeenCalledTimes(1);
    expect(readable().visitors).toHaveLength(3000);
    visit(3001);
    expect(readable().visitors).toHaveLength(3001);
    journal.commit();
    expect(writeSync).toHaveBeenCalledTimes(2);
  });
});

describe('flushing to disk limits what a power cut can lose', () => {
  test('what was written is flushed within the interval, once, and nothing when nothing was written', () => {
    open({ syncIntervalMs: 100 });
    fdatasync.mockClear();
    const answers: ((error: NodeJS.ErrnoException | null) => void)[] = [];
    fdatasync.mockImplementation((_descriptor, done) => void answers.push(done));
    vi.advanceTimersByTime(200);
    expect(answers).toHaveLength(0);
    visit(1);
    vi.advanceTimersByTime(99);
    expect(answers).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(answers).toHaveLength(1);
    // One flush at a time; what was written meanwhile is flushed afterwards.
    visit(2);
    vi.advanceTimersByTime(100);
    expect(answers).toHaveLength(1);
    answers[0]?.(null);
    vi.advanceTimersByTime(100);
    expect(answers).toHaveLength(2);
    answers[1]?.(failure('EIO'));
    vi.advanceTimersByTime(100);
    expect(answers).toHaveLength(3);
    answers[2]?.(null);
    vi.advanceTimersByTime(1000);
    expect(answers).toHaveLength(3);
  });
});

describe('the heartbeat in the owner file', () => {
  const owner = (): string => join(folder, `${journal.id}.owner`);

  test('is renewed every five seconds', () => {
    open();
    fs.utimesSync(owner(), 1, 1);
    vi.advanceTimersByTime(4_999);
    expect(fs.statSync(owner()).mtimeMs).toBe(1000);
    vi.advanceTimersByTime(1);
    expect(fs.statSync(owner()).mtimeMs).toBe(1_000_000_005_000);
  });

  test('is written again when the folder was emptied, and a new file replaces one that has no name any more', () => {
    open();
    visit(1);
    fs.rmSync(folder, { recursive: true });
    vi.advanceTimersByTime(5000);
    expect(fs.existsSync(owner())).toBe(true);
    visit(2);
    expect(journal.health).toEqual(WELL);
    expect(listSegments(folder, journal.id).map(({ base }) => base)).toEqual([FRAME_BYTES]);
    expect(readable().visitors).toEqual([2]);
  });

  test('is written again even before the first visit, and so is the file for it', () => {
    open();
    fs.rmSync(folder, { recursive: true });
    vi.advanceTimersByTime(5000);
    visit(1);
    expect([journal.health, readable().visitors]).toEqual([WELL, [1]]);
  });

  test('is written again while the segment is still there, which is continued', () => {
    open();
    visit(1);
    fs.rmSync(owner());
    vi.advanceTimersByTime(5000);
    visit(2);
    expect(fs.existsSync(owner())).toBe(true);
    expect(listSegments(folder, journal.id).map(({ base }) => base)).toEqual([0]);
    expect([journal.health, readable().visitors]).toEqual([WELL, [1, 2]]);
  });

  test('ends when the journal is closed', () => {
    open();
    journal.close();
    fs.utimesSync(owner(), 1, 1);
    vi.advanceTimersByTime(60_000);
    expect(fs.statSync(owner()).mtimeMs).toBe(1000);
  });
});
