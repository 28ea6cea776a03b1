import { ClickDecoder } from '../event/click-codec.js';
import { readFrame } from './journal-frame.js';
import type { JournalBatch } from './journal-reader.js';

/** Consecutive frames of a journal that its disk has rejected. */
export interface HeldFrames {
  /** Position of the first byte within the journal. */
  readonly base: number;
  readonly frames: Uint8Array;
}

/**
 * The frames of a journal that are only in memory, for the writer, which reads them where the disk has none. Frames that reach
 * the disk later have the same position there, so that they are stored once, wherever they are read from.
 */
export class HeldTail {
  private parts: { readonly base: number; readonly frames: Buffer }[] = [];

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** Adds frames, which arrive in order of position; known ones are ignored. */
  add({ base, frames }: HeldFrames): void {
    const last = this.parts.at(-1);
    if (last !== undefined && base < last.base + last.frames.length) return;
    this.parts.push({ base, frames: Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength) });
  }

  /** Events from exactly `position` on, about `maximumEvents` of them; null when no frame is held there. */
  read(position: number, maximumEvents: number): JournalBatch | null {
    const decoder = new ClickDecoder();
    let end = position;
    for (const { base, frames } of this.parts) {
      // A position is always a boundary of frames, between two parts or inside one.
      for (let at = end - base; at >= 0 && at < frames.length; at = end - base) {
        if (decoder.clicks.length >= maximumEvents) return batchOf(decoder, end, true);
        const frame = readFrame(frames, at);
        if (frame.kind !== 'frame') return null;
        decoder.decode(frame.payload);
        end = base + frame.end;
      }
    }
    return end === position ? null : batchOf(decoder, end, false);
  }

  /** Drops the parts that end before `position`. */
  releaseBefore(position: number): void {
    this.parts = this.parts.filter(({ base, frames }) => base + frames.length > position);
  }
}

function batchOf({ clicks, unreadable }: ClickDecoder, end: number, more: boolean): JournalBatch {
  return { clicks, unreadable, end, more, damagedBytes: 0, damaged: [] };
}
