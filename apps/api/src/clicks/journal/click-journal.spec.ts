import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ClickJournal } from './click-journal.js';
import { aVisit } from '../event/click-places.fixtures.js';
import { listSegments } from './journal-folder.js';
import { JournalReader } from './journal-reader.js';

const LINK = { workspaceId: '01890000-0000-7000-8000-000000000001', linkId: '01890000-0000-7000-8000-000000000002' };

let folder: string;
let open: ClickJournal[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-journal-'));
  open = [];
});
afterEach(() => {
  vi.useRealTimers();
  for (const journal of open) journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function aJournal(options: Partial<ConstructorParameters<typeof ClickJournal>[0]> = {}): ClickJournal {
  const journal = new ClickJournal({ folder, ...options });
  open.push(journal);
  return journal;
}

function recordTicks(journal: ClickJournal, ticks: number, perTick = 1): void {
  for (let tick = 0; tick < ticks; tick += 1) {
    for (let event = 0; event < perTick; event += 1) journal.record(aVisit(LINK, tick * perTick + event + 1));
    journal.commit();
  }
}

/** Numbers of the visitors that can be read from the journal, in order. */
function readable(journal: ClickJournal, batch = 1000): number[] {
  const reader = new JournalReader(folder, journal.id);
  const visitors: number[] = [];
  let position = 0;
  for (let more = true; more;) {
    const step = reader.read(position, batch);
    visitors.push(...Array.from(step.clicks, ({ visitor }) => Number.parseInt(visitor, 16)));
    more = step.more || step.end > position;
    position = step.end;
  }
  reader.close();
  return visitors;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const lastSegment = (journal: ClickJournal): string => listSegments(folder, journal.id).at(-1)?.path ?? '';

describe('committed events', () => {
  test('can be read by another process at once, in order, whatever the batch size', () => {
    const journal = aJournal();
    recordTicks(journal, 50, 3);
    expect(readable(journal)).toEqual(upTo(150));
    expect(readable(journal, 7)).toEqual(upTo(150));
  });

  test('continue in further segments, and stored segments can be deleted', () => {
    const journal = aJournal({ segmentBytes: 1000 });
    recordTicks(journal, 60);
    const before = listSegments(folder, journal.id);
    expect(before.length).toBeGreaterThan(3);
    expect(readable(journal)).toEqual(upTo(60));
    const reader = new JournalReader(folder, journal.id);
    reader.releaseBefore(before[2]?.base ?? 0);
    expect(listSegments(folder, journal.id).map(({ base }) => base)).toEqual(before.slice(2).map(({ base }) => base));
    reader.close();
  });

  test('do not exist before the commit', () => {
    const journal = aJournal();
    journal.record(aVisit(LINK));
    expect(readable(journal)).toEqual([]);
    expect(journal.position).toBe(0);
  });
});

describe('a crash and a bad disk', () => {
  test.each([1, 5, 11, 12, 13, 40])('a last record truncated by %i bytes loses only itself', (torn) => {
    const journal = aJournal();
    recordTicks(journal, 10);
    const size = readFileSync(lastSegment(journal)).length;
    truncateSync(lastSegment(journal), size - torn);
    expect(readable(journal)).toEqual(upTo(9));
  });

  test('damaged bytes in the middle are skipped and counted', () => {
    const journal = aJournal();
    recordTicks(journal, 5);
    const path = lastSegment(journal);
    const bytes = readFileSync(path);
    // One byte of the third record's payload.
    const third = Math.floor((bytes.length / 5) * 2) + 20;
    bytes.writeUInt8(bytes.readUInt8(third) ^ 0xff, third);
    writeFileSync(path, bytes);
    appendFileSync(path, Buffer.alloc(0));
    expect(readable(journal)).toEqual([1, 2, 4, 5]);
    const reader = new JournalReader(folder, journal.id);
    let skipped = 0;
    for (let position = 0, more = true; more;) {
      const step = reader.read(position, 1000);
      skipped += step.damagedBytes;
      more = step.end > position;
      position = step.end;
    }
    reader.close();
    expect(skipped).toBeGreaterThan(0);
  });

  test('a folder that cannot be written never throws; events are held in memory until it can be written', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, 'a file where the folder should be');
    const journal = aJournal({ folder: blocked });
    journal.record(aVisit(LINK, 1));
    journal.commit();
    expect(journal.health).toMatchObject({ writable: false, lost: 0 });
    expect(journal.health.heldBytes).toBeGreaterThan(0);
    rmSync(blocked);
    vi.advanceTimersByTime(250);
    journal.record(aVisit(LINK, 2));
    journal.commit();
    expect(journal.health).toMatchObject({ writable: true, lost: 0, heldBytes: 0 });
    const reader = new JournalReader(blocked, journal.id);
    expect(Array.from(reader.read(0, 10).clicks, ({ visitor }) => Number(visitor))).toEqual([1, 2]);
    reader.close();
  });

  test('a full journal holds a bounded number of events, and counts those it had to drop', () => {
    const journal = aJournal({ maximumBytes: 1000, maximumHeldBytes: 1000 });
    recordTicks(journal, 100);
    const { writable, lost, heldBytes } = journal.health;
    expect(writable).toBe(false);
    expect(heldBytes).toBeLessThanOrEqual(1000);
    expect(readable(journal).length).toBeGreaterThan(0);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(100);
  });
});
