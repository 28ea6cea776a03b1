import { crc32 } from 'node:zlib';

/*
 * The unit of the click journal: everything that one turn of the event loop recorded.
 *
 *   offset 0  magic    'SgnJ'
 *   offset 4  length   bytes of the payload, little endian
 *   offset 8  crc32    of the payload, little endian
 *   offset 12 payload  UTF-8, one event a line
 *
 * A frame is either complete or not counted: a write that was cut short by a crash leaves a frame with a wrong length or
 * checksum, and none of its visitors was answered.
 */

export const FRAME_HEADER_BYTES = 12;
const MAGIC = 0x4a6e6753;
/** No turn of the event loop records more; a larger length can only be damage. */
export const FRAME_MAX_BYTES = 64 * 1024 * 1024;

/** Writes the header before a payload that is already at `FRAME_HEADER_BYTES`; returns the size of the whole frame. */
export function sealFrame(buffer: Buffer, payloadBytes: number): number {
  const end = FRAME_HEADER_BYTES + payloadBytes;
  buffer.writeUInt32LE(MAGIC, 0);
  buffer.writeUInt32LE(payloadBytes, 4);
  buffer.writeUInt32LE(crc32(buffer.subarray(FRAME_HEADER_BYTES, end)), 8);
  return end;
}

/** Result of reading a frame; `end` is the offset behind it. */
export type FrameRead =
  | { readonly kind: 'frame'; readonly payload: Buffer; readonly end: number }
  /** The bytes may be the beginning of a frame that is still being written; `needed` is the number to read again. */
  | { readonly kind: 'partial'; readonly needed: number }
  | { readonly kind: 'damaged' };

/** Reads the frame that begins at `offset`. */
export function readFrame(buffer: Buffer, offset: number): FrameRead {
  const available = buffer.length - offset;
  if (available < FRAME_HEADER_BYTES) return { kind: 'partial', needed: FRAME_HEADER_BYTES };
  if (buffer.readUInt32LE(offset) !== MAGIC) return { kind: 'damaged' };
  const length = buffer.readUInt32LE(offset + 4);
  if (length > FRAME_MAX_BYTES) return { kind: 'damaged' };
  if (available < FRAME_HEADER_BYTES + length) return { kind: 'partial', needed: FRAME_HEADER_BYTES + length };
  const payload = buffer.subarray(offset + FRAME_HEADER_BYTES, offset + FRAME_HEADER_BYTES + length);
  if (crc32(payload) !== buffer.readUInt32LE(offset + 8)) return { kind: 'damaged' };
  return { kind: 'frame', payload, end: offset + FRAME_HEADER_BYTES + length };
}

/** Offset of the next complete frame at or after `offset`; -1 when there is none. */
export function findFrame(buffer: Buffer, offset: number): number {
  const magic = Buffer.alloc(4);
  magic.writeUInt32LE(MAGIC, 0);
  for (let at = buffer.indexOf(magic, offset); at !== -1; at = buffer.indexOf(magic, at + 1)) {
    if (readFrame(buffer, at).kind === 'frame') return at;
  }
  return -1;
}
