import { appendFileSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeClick } from '../event/click-codec.js';
import { aVisit } from '../event/click-places.fixtures.js';
import { listSegments, segmentPath } from './journal-folder.js';
import { FRAME_HEADER_BYTES, sealFrame } from './journal-frame.js';
import { JournalReader, type JournalBatch } from './journal-reader.js';

// Runs as a writer just before the reader lists the segments; null in most tests.
let meanwhile: (() => void) | null = null;
// The same, just after it has listed them.
let afterwards: (() => void) | null = null;
vi.mock('./journal-folder.js', async (original) => {
  const folder = await original<typeof import('./journal-folder.js')>();
  const listing: typeof listSegments = (...where) => {
    const [before, after] = [meanwhile, afterwards];
    meanwhile = afterwards = null;
    before?.();
    const segments = folder.listSegments(...where);
    after?.();
    return segments;
  };
  return { ...folder, listSegments: listing };
});

const ID = '01890000-0000-7000-8000-00000000000a';
const LINK = { workspaceId: '01890000-0000-7000-8000-000000000001', linkId: '01890000-0000-7000-8000-000000000002' };
const MIB = 1024 * 1024;

let folder: string;
let reader: JournalReader;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-reader-'));
  reader = new JournalReader(folder, ID);
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const LINE = encodeClick(aVisit(LINK, 1));

/** A frame of visits with these numbers; `extra` follows their lines. */
function aFrame(visitors: readonly number[], extra = ''): Buffer {
  const payload = Buffer.from(visitors.map((visitor) => encodeClick(aVisit(LINK, visitor))).join('') + extra);
  const buffer = Buffer.concat([Buffer.alloc(FRAME_HEADER_BYTES), payload]);
  sealFrame(buffer, payload.length);
  return buffer;
}

const FRAME_BYTES = FRAME_HEADER_BYTES + LINE.length;

function aSegment(base: number, ...parts: Buffer[]): void {
  writeFileSync(segmentPath(folder, ID, base), Buffer.concat(parts));
}

const visitorsOf = ({ clicks }: JournalBatch): number[] =>
  Array.from(clicks, ({ visitor }) => Number.parseInt(visitor, 16));

/** The result of one read: numbers of the visitors, and the other fields. */
function look(position: number, maximum = 1000): [number[], Omit<JournalBatch, 'clicks' | 'unreadable' | 'damaged'>] {
  const batch = reader.read(position, maximum);
  const { end, more, damagedBytes } = batch;
  return [visitorsOf(batch), { end, more, damagedBytes }];
}

const nothing = (end: number) => [[], { end, more: false, damagedBytes: 0 }];

test('a journal without a file has no events at any position', () => {
  expect([look(0), look(77)]).toEqual([nothing(0), nothing(77)]);
});

test('a batch ends at the end of a frame, once it has enough events', () => {
  aSegment(0, aFrame([1, 2, 3]), aFrame([4]), aFrame([5]));
  const first = FRAME_HEADER_BYTES + 3 * LINE.length;
  expect(look(0, 2)).toEqual([[1, 2, 3], { end: first, more: true, damagedBytes: 0 }]);
  // Exactly the maximum is enough.
  expect(look(0, 3)).toEqual([[1, 2, 3], { end: first, more: true, damagedBytes: 0 }]);
  expect(look(first, 2)).toEqual([[4, 5], { end: first + 2 * FRAME_BYTES, more: true, damagedBytes: 0 }]);
  expect(look(first, 3)).toEqual([[4, 5], { end: first + 2 * FRAME_BYTES, more: false, damagedBytes: 0 }]);
  expect(look(first + 2 * FRAME_BYTES)).toEqual(nothing(first + 2 * FRAME_BYTES));
});

test('events appended later are read, from the open file and from a further one', () => {
  aSegment(0, aFrame([1]));
  expect(look(0)[0]).toEqual([1]);
  appendFileSync(segmentPath(folder, ID, 0), aFrame([2]));
  expect(look(FRAME_BYTES)).toEqual([[2], { end: 2 * FRAME_BYTES, more: false, damagedBytes: 0 }]);
  aSegment(2 * FRAME_BYTES, aFrame([3]));
  expect(look(2 * FRAME_BYTES)).toEqual([[3], { end: 3 * FRAME_BYTES, more: false, damagedBytes: 0 }]);
  // An earlier position: the first file is read again.
  expect(look(0)[0]).toEqual([1, 2, 3]);
});

test('an open file is read to its end, even if it is deleted meanwhile', () => {
  aSegment(0, aFrame([1]), aFrame([2]));
  expect(look(0, 1)[0]).toEqual([1]);
  rmSync(segmentPath(folder, ID, 0));
  expect(look(FRAME_BYTES)[0]).toEqual([2]);
  expect(look(0)[0]).toEqual([1, 2]);
});

test('a position before the first remaining file begins with that file', () => {
  aSegment(500, aFrame([1]));
  aSegment(500 + FRAME_BYTES, aFrame([2]));
  expect(look(3)).toEqual([[1, 2], { end: 500 + 2 * FRAME_BYTES, more: false, damagedBytes: 0 }]);
});

test('a position inside a file after the open one begins there, not at the start of that file', () => {
  aSegment(0, aFrame([1]));
  aSegment(FRAME_BYTES, aFrame([2]), aFrame([3]));
  expect(look(0, 1)[0]).toEqual([1]);
  expect(look(2 * FRAME_BYTES)).toEqual([[3], { end: 3 * FRAME_BYTES, more: false, damagedBytes: 0 }]);
});

test('a gap between two files is skipped', () => {
  aSegment(0, aFrame([1]));
  aSegment(500, aFrame([2]));
  expect(look(0)).toEqual([[1, 2], { end: 500 + FRAME_BYTES, more: false, damagedBytes: 0 }]);
});

test.skipIf(process.platform !== 'linux')('one file is open at a time, none after closing (by /proc)', () => {
  const open = (): number =>
    readdirSync('/proc/self/fd').filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
      } catch {
        return false;
      }
    }).length;
  for (const base of [0, FRAME_BYTES, 2 * FRAME_BYTES]) aSegment(base, aFrame([1]));
  expect(look(0)[0]).toHaveLength(3);
  expect(look(0)[0]).toHaveLength(3);
  expect(open()).toBe(1);
  reader.close();
  expect(open()).toBe(0);
});

test('a frame larger than the read buffer', () => {
  const many = Array.from({ length: Math.ceil((2.5 * MIB) / LINE.length) }, (_, index) => index + 1);
  const large = aFrame(many);
  expect(large.length).toBeGreaterThan(2 * MIB);
  // Not at position 0, because the first file of a journal may have been deleted.
  const base = 3 * MIB;
  aSegment(base, aFrame([7]), large, aFrame([8]));
  expect(look(base, 1e6)).toEqual([
    [7, ...many, 8],
    { end: base + large.length + 2 * FRAME_BYTES, more: false, damagedBytes: 0 },
  ]);
});

test('a frame larger than the read buffer that is the last one', () => {
  const many = Array.from({ length: Math.ceil((1.5 * MIB) / LINE.length) }, (_, index) => index + 1);
  const large = aFrame(many);
  aSegment(0, large);
  expect(look(0, 1e6)).toEqual([many, { end: large.length, more: false, damagedBytes: 0 }]);
});

test('many frames over several reads of the file', () => {
  const frames = Array.from({ length: Math.ceil((1.5 * MIB) / FRAME_BYTES) }, (_, index) => aFrame([index + 1]));
  aSegment(0, ...frames);
  const [visitors, rest] = look(0, 1e6);
  expect(visitors).toEqual(frames.map((_, index) => index + 1));
  expect(rest).toEqual({ end: frames.length * FRAME_BYTES, more: false, damagedBytes: 0 });
});

test.each([1, FRAME_HEADER_BYTES - 1, FRAME_HEADER_BYTES, FRAME_BYTES - 1])(
  'a last frame of which only %i bytes are there is waited for',
  (bytes) => {
    const last = aFrame([2]);
    aSegment(0, aFrame([1]), last.subarray(0, bytes));
    expect(look(0)).toEqual([[1], { end: FRAME_BYTES, more: false, damagedBytes: 0 }]);
    appendFileSync(segmentPath(folder, ID, 0), last.subarray(bytes));
    expect(look(FRAME_BYTES)).toEqual([[2], { end: 2 * FRAME_BYTES, more: false, damagedBytes: 0 }]);
  },
);

test('a torn frame before a further file is skipped and counted, because it will never be completed', () => {
  aSegment(0, aFrame([1]), aFrame([2]).subarray(0, 20));
  aSegment(FRAME_BYTES + 20, aFrame([3]));
  expect(look(0)).toEqual([[1, 3], { end: 2 * FRAME_BYTES + 20, more: false, damagedBytes: 20 }]);
});

test('damage is skipped up to the next frame and counted', () => {
  const bad = aFrame([2]);
  bad.writeUInt8(bad.readUInt8(30) ^ 0xff, 30);
  aSegment(0, aFrame([1]), bad, aFrame([3]));
  expect(look(0)).toEqual([[1, 3], { end: 3 * FRAME_BYTES, more: false, damagedBytes: FRAME_BYTES }]);
});

test('nothing is skipped when events are appended and a further file begins while the reader lists the files', () => {
  const later = aFrame([2]);
  const appendAndGoOn = (bytes: Buffer) => () => {
    appendFileSync(segmentPath(folder, ID, 0), bytes);
    aSegment(2 * FRAME_BYTES, aFrame([3]));
  };
  // Without, then with the beginning of the frame.
  for (const begun of [0, 5, FRAME_BYTES - 1]) {
    aSegment(0, aFrame([1]), later.subarray(0, begun));
    expect(look(0)).toEqual([[1], { end: FRAME_BYTES, more: false, damagedBytes: 0 }]);
    meanwhile = appendAndGoOn(later.subarray(begun));
    expect(look(FRAME_BYTES)).toEqual([[2, 3], { end: 3 * FRAME_BYTES, more: false, damagedBytes: 0 }]);
    reader.close();
    rmSync(segmentPath(folder, ID, 2 * FRAME_BYTES));
  }
});

test('a frame after damage that is completed while the reader lists the files is not counted as damage', () => {
  const later = aFrame([2]);
  aSegment(0, aFrame([1]), Buffer.from('damage'), later.subarray(0, 20));
  expect(look(0)).toEqual([[1], { end: FRAME_BYTES, more: false, damagedBytes: 0 }]);
  meanwhile = () => {
    appendFileSync(segmentPath(folder, ID, 0), later.subarray(20));
  };
  expect(look(FRAME_BYTES)).toEqual([[2], { end: 2 * FRAME_BYTES + 6, more: false, damagedBytes: 6 }]);
});

test('a single byte that belongs to no frame is skipped', () => {
  aSegment(0, Buffer.from('x'), aFrame([1]));
  expect(look(0)).toEqual([[1], { end: 1 + FRAME_BYTES, more: false, damagedBytes: 1 }]);
  appendFileSync(segmentPath(folder, ID, 0), 'x');
  aSegment(2 + FRAME_BYTES, aFrame([2]));
  expect(look(0)).toEqual([[1, 2], { end: 2 + 2 * FRAME_BYTES, more: false, damagedBytes: 2 }]);
});

test('damage at the end of the newest file is not skipped until more bytes follow', () => {
  const bad = Buffer.from('this is no frame at all');
  aSegment(0, aFrame([1]), bad);
  expect(look(0)).toEqual([[1], { end: FRAME_BYTES, more: false, damagedBytes: 0 }]);
  aSegment(FRAME_BYTES + bad.length, aFrame([2]));
  expect(look(FRAME_BYTES)).toEqual([
    [2],
    { end: 2 * FRAME_BYTES + bad.length, more: false, damagedBytes: bad.length },
  ]);
});

test('damage larger than the read buffer comes in parts, to be set aside', () => {
  const bad = Buffer.alloc(Math.floor(2.5 * MIB), 'damage ');
  aSegment(0, aFrame([1]), bad, aFrame([2]));
  const seen: number[] = [];
  const damaged: Buffer[] = [];
  let position = 0;
  for (let more = true; more;) {
    const batch = reader.read(position, 1000);
    ({ end: position, more } = batch);
    seen.push(...visitorsOf(batch));
    damaged.push(...batch.damaged);
    expect(Buffer.concat(batch.damaged).length).toBe(batch.damagedBytes);
    expect(batch.damagedBytes).toBeLessThan(2 * MIB);
  }
  expect([seen, position]).toEqual([[1, 2], 2 * FRAME_BYTES + bad.length]);
  expect(Buffer.concat(damaged).equals(bad)).toBe(true);
});

test('a line that is not an event is reported, and the others of its frame are read', () => {
  const frame = aFrame([1, 2], 'no event\n');
  aSegment(0, frame);
  expect(look(0)).toEqual([[1, 2], { end: frame.length, more: false, damagedBytes: 0 }]);
  expect(reader.read(0, 1000).unreadable).toEqual(['no event']);
});

test('at the end of a journal, what begins no frame is damage, and a torn frame is not', () => {
  expect(reader.damagedBehind(0)).toBeNull();
  const rubbish = Buffer.alloc(40, 'x');
  aSegment(500, aFrame([1]), rubbish);
  expect(reader.damagedBehind(500)).toBeNull();
  expect(reader.damagedBehind(500 + FRAME_BYTES)).toEqual(rubbish);
  expect(reader.damagedBehind(500 + FRAME_BYTES + rubbish.length)).toBeNull();
  reader.close();
  aSegment(500, rubbish);
  // A position before the first file means the beginning of that file.
  expect(reader.damagedBehind(3)).toEqual(rubbish);
  reader.close();
  aSegment(500, aFrame([1]), aFrame([2]).subarray(0, FRAME_BYTES - 1));
  expect(reader.damagedBehind(500 + FRAME_BYTES)).toBeNull();
});

test('files that end before a position are deleted, except the newest', () => {
  for (const base of [0, FRAME_BYTES, 2 * FRAME_BYTES]) aSegment(base, aFrame([1]));
  const left = (): number[] =>
    [0, FRAME_BYTES, 2 * FRAME_BYTES].filter((base) => existsSync(segmentPath(folder, ID, base)));
  reader.releaseBefore(FRAME_BYTES - 1);
  expect(left()).toEqual([0, FRAME_BYTES, 2 * FRAME_BYTES]);
  reader.releaseBefore(FRAME_BYTES);
  expect(left()).toEqual([FRAME_BYTES, 2 * FRAME_BYTES]);
  reader.releaseBefore(99 * FRAME_BYTES);
  expect(left()).toEqual([2 * FRAME_BYTES]);
  // Another writer of the same journal may have deleted the file first.
  aSegment(0, aFrame([1]));
  afterwards = () => {
    rmSync(segmentPath(folder, ID, 0));
  };
  reader.releaseBefore(99 * FRAME_BYTES);
  expect(left()).toEqual([2 * FRAME_BYTES]);
});

test('a closed reader opens again, and may be closed twice', () => {
  aSegment(0, aFrame([1]));
  expect(look(0)[0]).toEqual([1]);
  reader.close();
  reader.close();
  expect(look(0)[0]).toEqual([1]);
});
