import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { ClickDecoder } from '../event/click-codec.js';
import type { RecordedClick } from '../event/recorded-click.js';
import { findFrame, readFrame, type FrameRead } from './journal-frame.js';
import { listSegments, type Segment } from './journal-folder.js';

/** Clicks that were read from a journal, and what else was found between them. */
export interface JournalBatch {
  readonly clicks: readonly RecordedClick[];
  /** Lines that are not an event of this version, to be set aside. */
  readonly unreadable: readonly string[];
  /** Position after the last event of the batch. */
  readonly end: number;
  /** Whether more events can be read at once. */
  readonly more: boolean;
  /** Number of bytes skipped because they hold no complete frame: damage by the disk, or an interrupted write. */
  readonly damagedBytes: number;
  /** Those bytes, to be set aside. */
  readonly damaged: readonly Buffer[];
}

interface OpenSegment extends Segment {
  readonly descriptor: number;
}

const CHUNK_BYTES = 1024 * 1024;

/** Reads one journal from a position on, even while its owner appends to it. */
export class JournalReader {
  private segment: OpenSegment | null = null;
  private buffer = Buffer.allocUnsafe(CHUNK_BYTES);

  constructor(
    private readonly folder: string,
    readonly journalId: string,
  ) {}

  /**
   * The next events from `position` on, about `maximumEvents` of them; none when there is nothing (yet). A batch ends at the
   * end of a frame.
   */
  read(position: number, maximumEvents: number): JournalBatch {
    const decoder = new ClickDecoder();
    const { clicks, unreadable } = decoder;
    let at = position;
    const damaged: Buffer[] = [];
    let damagedBytes = 0;
    for (;;) {
      const segment = this.open(at);
      if (segment === null) break;
      at = Math.max(at, segment.base);
      const held = this.fill(segment, at);
      const step = decodeFrames(held, decoder, maximumEvents);
      at += step.bytes;
      if (clicks.length + unreadable.length >= maximumEvents) {
        return { clicks, unreadable, end: at, more: true, damagedBytes, damaged };
      }
      if (step.bytes > 0) continue;

      // The order matters: a segment no longer grows once a further one exists, so the size read after it is final.
      const next = this.following(segment);
      const rest = fstatSync(segment.descriptor).size - (at - segment.base);
      if (step.unread?.kind === 'partial' && rest >= step.unread.needed) {
        const { needed } = step.unread;
        if (needed > this.buffer.length) this.buffer = Buffer.allocUnsafe(needed);
        continue;
      }
      // The segment has grown since it was read.
      if (rest > held.length && held.length < this.buffer.length) continue;
      if (held.length > 0 && (step.unread?.kind === 'damaged' || next !== null)) {
        const found = findFrame(held, 1);
        const skipped = found === -1 ? held.length : found;
        if (found !== -1 || rest > held.length || next !== null) {
          at += skipped;
          damagedBytes += skipped;
          damaged.push(Buffer.from(held.subarray(0, skipped)));
          // However much a disk has spoilt, no more of it is held at once.
          if (damagedBytes >= CHUNK_BYTES) return { clicks, unreadable, end: at, more: true, damagedBytes, damaged };
          continue;
        }
      }
      if (next === null) break;
      this.use(next);
      // Continue at the start of the next segment, even if a torn end of this one overlaps it, but never before the requested
      // position, since the segment in use may have ended long before.
      at = Math.max(position, next.base);
    }
    return { clicks, unreadable, end: at, more: false, damagedBytes, damaged };
  }

  /**
   * Bytes after `position` that are not the beginning of a frame, in a journal that is no longer appended to: damage. Null for
   * none, and for a frame truncated by a crash, because its visitors were never answered. Valid until the next read.
   */
  damagedBehind(position: number): Buffer | null {
    const segment = this.open(position);
    if (segment === null) return null;
    const rest = this.fill(segment, Math.max(position, segment.base));
    return rest.length > 0 && readFrame(rest, 0).kind === 'damaged' ? rest : null;
  }

  /** Deletes the segments that end before `position`; the newest stays, because its owner may append to it. */
  releaseBefore(position: number): void {
    const segments = listSegments(this.folder, this.journalId);
    segments.forEach((segment, index) => {
      const next = segments[index + 1];
      if (next !== undefined && next.base <= position) rmSync(segment.path, { force: true });
    });
  }

  close(): void {
    if (this.segment !== null) closeSync(this.segment.descriptor);
    this.segment = null;
  }

  /** The segment that contains `position`, or the first one after it. */
  private open(position: number): OpenSegment | null {
    if (this.segment !== null && this.segment.base <= position) return this.segment;
    const segments = listSegments(this.folder, this.journalId);
    const segment = segments.findLast((candidate) => candidate.base <= position) ?? segments[0];
    return segment === undefined ? null : this.use(segment);
  }

  /** The next segment; once it exists, this one no longer grows. */
  private following(segment: Segment): Segment | null {
    return listSegments(this.folder, this.journalId).find((candidate) => candidate.base > segment.base) ?? null;
  }

  private use(segment: Segment): OpenSegment {
    this.close();
    this.segment = { ...segment, descriptor: openSync(segment.path, 'r') };
    return this.segment;
  }

  private fill(segment: OpenSegment, at: number): Buffer {
    const bytes = readSync(segment.descriptor, this.buffer, 0, this.buffer.length, at - segment.base);
    return this.buffer.subarray(0, bytes);
  }
}

/** Decodes frames until the decoder has `maximumLines` lines, or the next frame is incomplete or damaged. */
function decodeFrames(
  held: Buffer,
  decoder: ClickDecoder,
  maximumLines: number,
): { bytes: number; unread: Exclude<FrameRead, { kind: 'frame' }> | null } {
  let bytes = 0;
  while (decoder.clicks.length + decoder.unreadable.length < maximumLines) {
    const frame = readFrame(held, bytes);
    if (frame.kind !== 'frame') return { bytes, unread: frame };
    decoder.decode(frame.payload);
    bytes = frame.end;
  }
  return { bytes, unread: null };
}
