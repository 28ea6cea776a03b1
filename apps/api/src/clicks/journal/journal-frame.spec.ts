import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findFrame, FRAME_HEADER_BYTES, FRAME_MAX_BYTES, readFrame, sealFrame } from './journal-frame.js';

/** The bytes of a frame on disk. They must never change, because journals of earlier versions are read. */
function aFrame(payload: string): Buffer {
  const bytes = Buffer.from(payload);
  const header = Buffer.alloc(12);
  header.write('SgnJ', 'latin1');
  header.writeUInt32LE(bytes.length, 4);
  header.writeUInt32LE(crc32(bytes), 8);
  return Buffer.concat([header, bytes]);
}

const FRAME = aFrame('one\ntwo\n');

/** A copy with one byte changed. */
function damaged(frame: Buffer, at: number): Buffer {
  const copy = Buffer.from(frame);
  copy.writeUInt8(copy.readUInt8(at) ^ 0x01, at);
  return copy;
}

test('a sealed frame consists of magic, length, checksum and payload', () => {
  const buffer = Buffer.alloc(64, 0xee);
  buffer.write('one\ntwo\n', FRAME_HEADER_BYTES);
  const end = sealFrame(buffer, 8);
  expect(end).toBe(20);
  expect(buffer.subarray(0, end)).toEqual(FRAME);
  expect(buffer.subarray(end).every((byte) => byte === 0xee)).toBe(true);
});

describe('reading', () => {
  test.each([0, 5])('a whole frame at offset %i, whatever follows', (offset) => {
    const buffer = Buffer.concat([Buffer.alloc(offset), FRAME, Buffer.from('more')]);
    const frame = readFrame(buffer, offset);
    expect(frame).toEqual({ kind: 'frame', payload: Buffer.from('one\ntwo\n'), end: offset + 20 });
    expect(readFrame(buffer.subarray(0, offset + 20), offset)).toEqual(frame);
  });

  test('an empty payload is a frame', () => {
    expect(readFrame(aFrame(''), 0)).toEqual({ kind: 'frame', payload: Buffer.alloc(0), end: 12 });
  });

  test.each([
    [0, 12],
    [11, 12],
    [12, 20],
    [19, 20],
  ])('%i bytes of it need %i', (bytes, needed) => {
    expect(readFrame(FRAME.subarray(0, bytes), 0)).toEqual({ kind: 'partial', needed });
    expect(readFrame(Buffer.concat([Buffer.alloc(3), FRAME.subarray(0, bytes)]), 3)).toEqual({
      kind: 'partial',
      needed,
    });
  });

  test.each([0, 3, 8, 11, 12, 19])('a changed byte at %i is damage', (at) => {
    expect(readFrame(damaged(FRAME, at), 0)).toEqual({ kind: 'damaged' });
  });

  test('an impossible length is damage, not a partial frame', () => {
    const frame = Buffer.from(FRAME);
    expect(FRAME_MAX_BYTES).toBe(67_108_864);
    frame.writeUInt32LE(FRAME_MAX_BYTES + 1, 4);
    expect(readFrame(frame, 0)).toEqual({ kind: 'damaged' });
    frame.writeUInt32LE(FRAME_MAX_BYTES, 4);
    expect(readFrame(frame, 0)).toEqual({ kind: 'partial', needed: 12 + FRAME_MAX_BYTES });
  });
});

describe('finding the next frame', () => {
  const rubbish = Buffer.from('rubbish SgnJ with the magic word in it, and SgnSgnJ again ');

  test.each([
    ['at once', FRAME, 0],
    ['after damaged bytes', Buffer.concat([rubbish, FRAME]), rubbish.length],
    ['after a damaged frame', Buffer.concat([damaged(FRAME, 15), FRAME]), 20],
    ['nowhere', rubbish, -1],
    ['nowhere, in a beginning', FRAME.subarray(0, 19), -1],
    ['nowhere, in nothing', Buffer.alloc(0), -1],
  ])('%s', (_, buffer, expected) => {
    expect(findFrame(buffer, 0)).toBe(expected);
  });

  test('from an offset on', () => {
    const two = Buffer.concat([FRAME, FRAME]);
    expect([findFrame(two, 0), findFrame(two, 1), findFrame(two, 20), findFrame(two, 21)]).toEqual([0, 20, 20, -1]);
  });

  test('a frame one byte after a false beginning', () => {
    const buffer = Buffer.concat([Buffer.from('S'), FRAME]);
    expect(findFrame(buffer, 0)).toBe(1);
  });
});
