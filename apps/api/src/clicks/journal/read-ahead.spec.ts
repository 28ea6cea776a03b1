import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeClick } from '../event/click-codec.js';
import { aVisit } from '../event/click-places.fixtures.js';
import { segmentPath } from './journal-folder.js';
import { FRAME_HEADER_BYTES, sealFrame } from './journal-frame.js';
import { JournalReader, type JournalBatch } from './journal-reader.js';
import { ReadAhead } from './read-ahead.js';

const ID = '01890000-0000-7000-8000-00000000000a';
const LINK = { workspaceId: '01890000-0000-7000-8000-000000000001', linkId: '01890000-0000-7000-8000-000000000002' };

let folder: string;
let reader: JournalReader;
let reads: ReturnType<typeof spyOnReads>;
let ahead: ReadAhead;

const spyOnReads = () => vi.spyOn(reader, 'read');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-ahead-'));
  reader = new JournalReader(folder, ID);
  reads = spyOnReads();
  ahead = new ReadAhead();
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const LINE_LENGTH = encodeClick(aVisit(LINK, 1)).length;
const FRAME_BYTES = FRAME_HEADER_BYTES + LINE_LENGTH;

/** In place of a visitor's number: a frame whose line is no event. */
const DAMAGED = -1;

/** A journal of visits with these numbers, each a frame of its own. */
function aJournal(visitors: readonly number[]): void {
  const frames = visitors.map((visitor) => {
    const line = visitor === DAMAGED ? 'x'.repeat(LINE_LENGTH) : encodeClick(aVisit(LINK, visitor));
    const frame = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), Buffer.from(line)]);
    sealFrame(frame, line.length);
    return frame;
  });
  writeFileSync(segmentPath(folder, ID, 0), Buffer.concat(frames));
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const visitorsOf = ({ clicks }: JournalBatch): number[] =>
  Array.from(clicks, ({ visitor }) => Number.parseInt(visitor, 16));
const limits = (): number[] => reads.mock.calls.map(([, limit]) => limit);

test('what nobody read before is read when it is taken, with the links it is of', () => {
  aJournal(upTo(3));
  const batch = ahead.take(reader, FRAME_BYTES, 5);
  expect(visitorsOf(batch)).toEqual([2, 3]);
  expect(batch).toMatchObject({ end: 3 * FRAME_BYTES, more: false, skippedBytes: 0 });
  expect(batch.clicks.targets.map(({ linkId }) => linkId)).toEqual([LINK.linkId]);
});

test('what was read ahead is handed out as it is, and once', async () => {
  aJournal(upTo(5));
  const first = ahead.take(reader, 0, 2);
  await ahead.fill(reader, first, 2);
  reads.mockClear();
  const second = ahead.take(reader, first.end, 2);
  expect(reads).not.toHaveBeenCalled();
  expect(visitorsOf(second)).toEqual([3, 4]);
  expect(second).toMatchObject({ end: 4 * FRAME_BYTES, more: true, skippedBytes: 0 });
  expect(second.clicks.targets.map(({ linkId }) => linkId)).toEqual([LINK.linkId]);
  expect(ahead.take(reader, first.end, 2)).toEqual(second);
  expect(reads).toHaveBeenCalledOnce();
});

test('another position, another size or another journal is read anew', async () => {
  aJournal(upTo(9));
  const other = new JournalReader(folder, ID);
  const readsOfOther = vi.spyOn(other, 'read');
  await ahead.fill(reader, reader.read(0, 2), 2);
  expect(visitorsOf(ahead.take(reader, 0, 2))).toEqual([1, 2]);
  await ahead.fill(reader, reader.read(0, 2), 2);
  expect(visitorsOf(ahead.take(reader, 2 * FRAME_BYTES, 1))).toEqual([3]);
  await ahead.fill(reader, reader.read(0, 2), 2);
  expect(visitorsOf(ahead.take(other, 2 * FRAME_BYTES, 2))).toEqual([3, 4]);
  expect(readsOfOther).toHaveBeenCalledOnce();
  other.close();
});

test('without a backlog nothing is read ahead', async () => {
  aJournal(upTo(2));
  const all = ahead.take(reader, 0, 5);
  aJournal(upTo(4));
  reads.mockClear();
  await ahead.fill(reader, all, 5);
  expect(reads).not.toHaveBeenCalled();
});

test('a thousand at a time, no more than were asked for, and the database has its turn in between', async () => {
  aJournal([1, DAMAGED, ...upTo(2_600).slice(2)]);
  const first = ahead.take(reader, 0, 1);
  reads.mockClear();
  const filled = ahead.fill(reader, first, 2_500);
  expect(limits()).toEqual([1_000]);
  await filled;
  expect(limits()).toEqual([1_000, 1_000, 500]);
  const second = ahead.take(reader, first.end, 2_500);
  expect(visitorsOf(second)).toEqual(upTo(2_502).slice(2));
  expect(second).toMatchObject({ end: 2_502 * FRAME_BYTES, more: true, skippedBytes: LINE_LENGTH });
  // What they say alike is held once, by all slices.
  expect(second.clicks.targets).toHaveLength(1);
});

test('a journal that ends before is read to its end', async () => {
  aJournal(upTo(1_500));
  const first = ahead.take(reader, 0, 100);
  await ahead.fill(reader, first, 5_000);
  reads.mockClear();
  const second = ahead.take(reader, first.end, 5_000);
  expect(reads).not.toHaveBeenCalled();
  expect(visitorsOf(second)).toEqual(upTo(1_500).slice(100));
  expect(second).toMatchObject({ end: 1_500 * FRAME_BYTES, more: false, skippedBytes: 0 });
});
